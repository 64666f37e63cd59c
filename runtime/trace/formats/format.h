// The interface of a trace format: a name, a measure of how well it fits some lines, and a reader of chunks of lines. A
// format's file defines a parser
//
//   struct Parser { Outcome line(LineCursor& cursor, TraceRecord& record); };
//
// which may have a fast path for usual lines (fast_line.h),
//
//   bool fast(FastLine& line, TraceRecord& record);
//
// that advances past the line and its ending and sets the record that line() would set, or returns false. The file also
// defines a function that writes a record as a line, and one function `Format NAME_format()`, where NAME is the name of
// the file and of the row in runtime/abi/trace_formats.def. The reader is a template over the parser, so that a line
// costs no call. It is the only place that counts lines.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/trace/formats/fast_line.h"
#include "runtime/trace/formats/line_cursor.h"
#include "runtime/trace/trace.h"

namespace ssd::trace {

enum class Outcome {
  kRecord,
  kNothing,  // a line that is not a request and need not be one
  kZeroSize,
  kBad,      // the cursor's fault says why
  kStandIn,  // a record that counts only if no better kind of record follows in the file
  kRestart,  // the first record of the better kind: the stand-ins before it are dropped
};

struct BadLine {
  u64 line;
  std::string text;
  u32 begin, end;  // bytes of the text
  std::string expected;
};

// A trace that is being read; passed from chunk to chunk.
struct Progress {
  Trace trace;                       // its counts; its records are passed on from:
  std::vector<TraceRecord> records;  // the last records
  u64 taken = 0;                     // records before these
  u64 most_records = kMostRecords;
  bool skip_bad_lines = false;
  bool standing_in = false;  // the records so far may still be dropped, so the limit must not end the reading
  u64 last_record_line = 0;
  std::optional<BadLine> bad;  // reading has stopped at this line
  bool full = false;           // reading has stopped at most_records
  bool dropped = false;        // there are more records, which are not kept, because stand-ins do not stop the reading

  bool refused = false;  // reading has stopped because the records could not be stored

  u64 count() const { return taken + records.size(); }
  bool stopped() const { return full || refused || bad.has_value(); }
};

class LineReader {
 public:
  virtual ~LineReader() = default;
  // [begin, end) holds whole lines, each with its ending.
  virtual void read(const char* begin, const char* end, Progress& progress) = 0;
};

// How a format writes a request. Reading the text gives the same record, except that times are rounded down to whole
// ticks.
struct Writing {
  void (*line)(std::string& text, const TraceRecord& record);
  u64 offset_unit, size_unit;  // bytes: offsets and sizes are whole numbers of these
  Time tick;                   // ns
  bool all_kinds;              // whether the format has trims and flushes
};

struct Format {
  std::unique_ptr<LineReader> (*reader)();
  double (*plausibility)(std::span<const std::string_view> lines);
  Writing writing;
  bool often_bytes = false;  // whether programs that write it often count bytes where blocks of 512 are required
  std::string (*device_name)(u32 device) = [](u32 device) {
    return std::to_string(device);
  };  // as the format writes it
  Time first_date = 0;  // ns: earlier times are dates at which no traced machine existed
  std::string_view name = {}, also = {}, columns = {};  // from the row; `also`: a second name, or ""
};

// In the order of their names.
const std::vector<Format>& formats();
const Format* find_format(std::string_view name);

// Sets offset and bytes of the record from counts of `unit`-byte blocks. Whether the request's bytes lie below
// kHighestAddress.
inline bool place(TraceRecord& record, u64 first, u64 count, u64 unit) {
  if (first > kHighestAddress / unit || count > kHighestAddress / unit) return false;
  record.offset = first * unit;
  record.bytes = count * unit;
  return record.offset + record.bytes <= kHighestAddress;
}

// Whether bytes may have been written where blocks of `unit` bytes are required: then all numbers are whole blocks even
// before the conversion.
inline bool may_be_bytes(const TraceRecord& record, u64 unit) {
  return record.offset % (unit * unit) == 0 && record.bytes % (unit * unit) == 0;
}
bool looks_like_bytes(std::span<const TraceRecord> records, u64 unit);

// The outcome of a line that has been parsed.
inline Outcome sized(const TraceRecord& record) { return record.bytes == 0 ? Outcome::kZeroSize : Outcome::kRecord; }

template <class Parser>
class ReaderOf final : public LineReader {
 public:
  void read(const char* begin, const char* end, Progress& progress) override {
    while (begin != end && !progress.stopped()) {
      if constexpr (kHasFastPath) begin = fast_lines(begin, end, progress);
      if (begin == end || progress.stopped()) return;
      const char* const newline =
          static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
      ++progress.trace.lines;
      one_line(begin, newline != begin && newline[-1] == '\r' ? newline - 1 : newline, progress);
      begin = newline + 1;
    }
  }

 private:
  static constexpr bool kHasFastPath =
      requires(Parser& parser, FastLine& line, TraceRecord& record) { parser.fast(line, record); };

  // Reads lines as long as they are usual; returns where the first other line begins.
  const char* fast_lines(const char* begin, const char* end, Progress& progress) {
    constexpr std::size_t kTogether =
        256;  // room for this many is made at once: growing by one record costs as much as half a line
    std::vector<TraceRecord>& records = progress.records;
    const std::size_t before = records.size();
    const u64 room = progress.most_records - progress.taken;
    for (bool more = true; more && records.size() < room;) {
      const std::size_t at = records.size(), most = std::min<u64>(kTogether, room - at);
      records.resize(at + most);
      std::size_t read = 0;
      for (TraceRecord* const out = records.data() + at; read < most && end - begin >= kFastRoom; ++read) {
        FastLine line(begin);
        if (!parser_.fast(line, out[read])) break;
        begin = line.at();
      }
      records.resize(at + read);
      more = read == most;
    }
    if (records.size() == before) return begin;
    progress.trace.lines += records.size() - before;
    progress.last_record_line = progress.trace.lines;
    progress.full = records.size() == room;
    return begin;
  }

  void one_line(const char* begin, const char* end, Progress& progress) {
    if (is_empty_or_comment(begin, end)) {
      if (hides_lines(begin, end)) return tell_hidden(begin, end, progress);
      ++progress.trace.other_lines;
      return;
    }
    LineCursor cursor(begin, end);
    if (static_cast<std::size_t>(end - begin) > kLongestLine) {
      cursor.fail("a line of at most 64 KiB");
      return bad_line(begin, begin + 100, {begin, begin + 1, cursor.fault().expected}, progress);
    }
    TraceRecord record;
    Outcome outcome = parser_.line(cursor, record);
    if constexpr (requires { parser_.flushes_first(); }) {
      if (parser_.flushes_first() && is_record(outcome)) {
        rare(outcome, {record.arrival, 0, 0, Direction::kFlush, record.device}, progress);
        outcome = outcome == Outcome::kRestart ? Outcome::kRecord : outcome;
      }
    }
    if (outcome == Outcome::kRecord) return keep(record, progress);
    if (outcome == Outcome::kBad) return bad_line(begin, end, cursor.fault(), progress);
    if (hides_lines(begin, end)) return tell_hidden(begin, end, progress);
    rare(outcome, record, progress);
  }

  static bool is_record(Outcome outcome) {
    return outcome == Outcome::kRecord || outcome == Outcome::kStandIn || outcome == Outcome::kRestart;
  }

  // A carriage return inside a line that is skipped would hide the requests behind it without a message. Lines that are
  // read to their end contain none.
  static bool hides_lines(const char* begin, const char* end) {
    return std::memchr(begin, '\r', static_cast<std::size_t>(end - begin)) != nullptr;
  }

  static void tell_hidden(const char* begin, const char* end, Progress& progress) {
    const char* const at = static_cast<const char*>(std::memchr(begin, '\r', static_cast<std::size_t>(end - begin)));
    bad_line(begin, end, {at, at + 1, "a line feed at the end of the line"}, progress);
  }

  static bool is_empty_or_comment(const char* begin, const char* end) {
    while (begin != end && (*begin == ' ' || *begin == '\t')) ++begin;
    return begin == end || *begin == '#';
  }

  static void keep(const TraceRecord& record, Progress& progress) {
    if (progress.count() >= progress.most_records) {
      progress.full = !progress.standing_in;
      progress.dropped = true;
      return;
    }
    progress.records.push_back(record);
    progress.last_record_line = progress.trace.lines;
    progress.full = progress.count() == progress.most_records && !progress.standing_in;
  }

  static void rare(Outcome outcome, const TraceRecord& record, Progress& progress) {
    switch (outcome) {
      case Outcome::kRecord: keep(record, progress); break;
      case Outcome::kNothing: ++progress.trace.other_lines; break;
      case Outcome::kZeroSize: ++progress.trace.zero_sized; break;
      case Outcome::kStandIn:
        progress.standing_in = true;
        keep(record, progress);
        break;
      case Outcome::kRestart:
        progress.trace.other_lines += progress.count();
        progress.records.clear();
        progress.taken = 0;
        progress.standing_in = progress.dropped = false;
        keep(record, progress);
        break;
      default: break;
    }
  }

  static void bad_line(const char* begin, const char* end, const Fault& fault, Progress& progress) {
    Trace& trace = progress.trace;
    if (progress.skip_bad_lines) {
      if (trace.bad_lines++ == 0) trace.first_bad_line = trace.lines;
      return;
    }
    progress.bad = BadLine{trace.lines, std::string(begin, end), static_cast<u32>(fault.begin - begin),
                           static_cast<u32>(fault.end - begin), fault.expected};
  }

  Parser parser_;
};

template <class Parser>
std::unique_ptr<LineReader> make_reader() {
  return std::make_unique<ReaderOf<Parser>>();
}

// The result of trying a parser on sample lines.
struct Trial {
  double share = 0;  // of the lines that parse
  std::vector<TraceRecord> records;
};

template <class Parser>
Trial try_lines(std::span<const std::string_view> lines) {
  Progress progress;
  progress.skip_bad_lines = true;
  ReaderOf<Parser> reader;
  for (const std::string_view line : lines) {
    const std::string with_ending = std::string(line) + '\n';
    reader.read(with_ending.data(), with_ending.data() + with_ending.size(), progress);
  }
  const Trace& trace = progress.trace;
  const double all = static_cast<double>(trace.lines - trace.other_lines);
  const double fit = all - static_cast<double>(trace.bad_lines);
  return {all == 0 ? 0 : fit / all, std::move(progress.records)};
}

template <class Parser>
double share_that_parses(std::span<const std::string_view> lines) {
  return try_lines<Parser>(lines).share;
}

}  // namespace ssd::trace

// The loop over chunks, and the search for the line of a record: see reading.h and trace.h.
#include "runtime/trace/reading.h"

#include <algorithm>

namespace ssd::trace {
namespace {

constexpr std::size_t kChunk = 256 * 1024;  // with its records it fits into the second-level cache

// Finds one line by its number.
class LinePicker final : public LineReader {
 public:
  explicit LinePicker(u64 number) : number_(number) {}
  const std::optional<std::string>& text() const { return text_; }

  void read(const char* begin, const char* end, Progress& progress) override {
    while (begin != end && !progress.full) {
      const char* const newline = std::find(begin, end, '\n');
      if (++progress.trace.lines == number_) {
        text_ = std::string(begin, newline != begin && newline[-1] == '\r' ? newline - 1 : newline);
        progress.full = true;
      }
      begin = newline + 1;
    }
  }

 private:
  u64 number_;
  std::optional<std::string> text_;
};

char* after_last_newline(char* begin, char* end) {
  while (end != begin && end[-1] != '\n') --end;
  return end;
}

class Taking final : public LineReader {
 public:
  Taking(const Format& format, RecordSink& sink) : reader_(format.reader()), sink_(sink) {}
  void read(const char* begin, const char* end, Progress& progress) override {
    const bool stood_in = progress.standing_in;
    reader_->read(begin, end, progress);
    if (stood_in && !progress.standing_in) sink_.drop_all();
    sink_.take(progress.records, progress);
    progress.taken += progress.records.size();
    progress.records.clear();
  }

 private:
  std::unique_ptr<LineReader> reader_;
  RecordSink& sink_;
};

// For callers that only want to know how far reading gets.
class Nowhere final : public RecordSink {
 public:
  void take(std::span<const TraceRecord>, Progress&) override {}
  void drop_all() override {}
};

}  // namespace

// The last line of a chunk, if it is incomplete, is moved to the front of the next chunk. One byte stays free for the
// line ending that the last line of the file may lack.
ReadingEnd read_lines(ByteStream& stream, LineReader& reader, Progress& progress) {
  std::vector<char> buffer(kChunk + kLongestLine + 2);
  std::size_t carried = 0;
  for (bool first = true, last = false; !last && !progress.stopped(); first = false) {
    const std::size_t got = stream.read(buffer.data() + carried, kChunk);
    char* begin = buffer.data();
    char* end = begin + carried + got;
    if (first && std::string_view(begin, got).starts_with(kByteOrderMark)) begin += kByteOrderMark.size();
    last = got < kChunk;
    if (last && stream.fault() == StreamFault::kNone && begin != end && end[-1] != '\n') *end++ = '\n';
    char* const whole = after_last_newline(begin, end);
    reader.read(begin, whole, progress);
    carried = static_cast<std::size_t>(end - whole);
    if (!last && carried > kLongestLine && !progress.stopped()) return ReadingEnd::kLongLine;
    std::copy(whole, end, buffer.data());
  }
  return stream.fault() == StreamFault::kNone || progress.stopped() ? ReadingEnd::kDone : ReadingEnd::kStreamFault;
}

ReadingEnd read_records(ByteStream& stream, const Format& format, Progress& progress, RecordSink& sink) {
  Taking reader(format, sink);
  return read_lines(stream, reader, progress);
}

// Bad lines were skipped or did not exist, so skipping them again leads to the same record.
Span place_of_record(const Trace& trace, u64 index, SourceMap& sources) {
  Progress progress;
  progress.most_records = index + 1;
  progress.skip_bad_lines = true;
  ByteStream records(trace.path);
  if (records.fault() != StreamFault::kNone) return {};
  Nowhere nowhere;
  read_records(records, *trace.format, progress, nowhere);
  if (progress.count() != index + 1) return {};
  const u64 number = progress.last_record_line;
  LinePicker picker(number);
  Progress picking;
  ByteStream lines(trace.path);
  if (lines.fault() == StreamFault::kNone) read_lines(lines, picker, picking);
  if (!picker.text() || number > ~u32{0}) return {};
  const FileId file = sources.add(trace.shown_as, *picker.text(), static_cast<u32>(number));
  return {file, 0, static_cast<u32>(picker.text()->size())};
}

}  // namespace ssd::trace

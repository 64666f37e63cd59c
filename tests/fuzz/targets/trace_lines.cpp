// Fuzz target: a format of traces (the first byte) and lines. Every line is counted exactly once. Reading line by line,
// where the fast path for usual lines has no room, gives the same records and counts as reading at once. Every record
// is within the limits. Records that the format can express are read again from what it writes, with times in whole
// ticks. Scores of recognition are from 0 to 1.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runtime/trace/formats/format.h"
#include "runtime/trace/recognise.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

using trace::Format;
using trace::Progress;
using trace::TraceRecord;

Progress skipping() {
  Progress progress;
  progress.skip_bad_lines = true;
  return progress;
}

// The lines are in memory of exactly their size, so a sanitizer notices every access beyond them.
void read(trace::LineReader& reader, std::string_view lines, Progress& progress) {
  const std::vector<char> exact(lines.begin(), lines.end());
  reader.read(exact.data(), exact.data() + exact.size(), progress);
}

Progress at_once(const Format& format, std::string_view text) {
  Progress progress = skipping();
  read(*format.reader(), text, progress);
  return progress;
}
Progress line_by_line(const Format& format, std::string_view text) {
  Progress progress = skipping();
  const auto reader = format.reader();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    read(*reader, text.substr(at, end - at), progress);
    at = end;
  }
  return progress;
}

bool same(const TraceRecord& a, const TraceRecord& b) {
  return a.arrival == b.arrival && a.offset == b.offset && a.bytes == b.bytes && a.direction == b.direction &&
         a.device == b.device;
}

std::string broken_between(const Progress& whole, const Progress& single) {
  if (!std::ranges::equal(whole.records, single.records, same)) return "the fast path reads other records";
  const auto counts = [](const trace::Trace& t) {
    return std::array{t.lines, t.bad_lines, t.first_bad_line, t.zero_sized, t.other_lines};
  };
  return counts(whole.trace) == counts(single.trace) ? "" : "the fast path counts otherwise";
}

std::string broken_counts(const Progress& read, std::string_view text) {
  const trace::Trace& t = read.trace;
  const auto lines = static_cast<u64>(std::ranges::count(text, '\n'));
  if (t.lines != lines) return fmt::format("{} lines were counted as {}", lines, t.lines);
  const u64 sum = read.records.size() + t.bad_lines + t.zero_sized + t.other_lines;
  // A line that asks for a flush before its request is two records.
  const auto flushes = static_cast<u64>(std::ranges::count(read.records, Direction::kFlush, &TraceRecord::direction));
  return sum >= lines && sum - lines <= flushes
             ? ""
             : fmt::format("{} lines became {} records and lines of other kinds", lines, sum);
}

bool is_within_limits(const TraceRecord& r) {
  if (r.direction == Direction::kFlush) return r.bytes == 0 && r.offset == 0;
  return r.bytes != 0 && r.offset <= trace::kHighestAddress && r.bytes <= trace::kHighestAddress - r.offset;
}

bool can_write(const trace::Writing& w, const TraceRecord& r) {
  return (w.all_kinds || moves_data(r.direction)) && r.offset % w.offset_unit == 0 && r.bytes % w.size_unit == 0;
}

// The first record tells when the format lets a trace begin.
std::string broken_writing(const Format& format, const std::vector<TraceRecord>& records) {
  constexpr Time kLongest = Time{1} << 60;
  const trace::Writing& w = format.writing;
  std::vector<TraceRecord> written{{0, 0, w.size_unit, Direction::kWrite, 0}};
  std::string text;
  for (TraceRecord r : records) {
    r.arrival %= kLongest;
    if (can_write(w, r)) written.push_back(r);
  }
  for (const TraceRecord& r : written) w.line(text, r);
  const std::vector<TraceRecord> again = at_once(format, text).records;
  if (again.size() != written.size())
    return fmt::format("{} records were written, {} read", written.size(), again.size());
  std::map<u32, u32> devices;
  for (std::size_t i = 0; i < again.size(); ++i) {
    TraceRecord wanted = written[i];
    wanted.arrival = wanted.arrival / w.tick * w.tick + again[0].arrival;
    wanted.device = devices.try_emplace(wanted.device, again[i].device).first->second;
    if (!same(wanted, again[i])) return fmt::format("a record was written as another one:\n{}", text);
  }
  return "";
}

std::string broken_recognition(std::string_view text) {
  const trace::Recognition found = trace::recognise(trace::sample_lines(text, true));
  double before = 1;
  for (const trace::Candidate& candidate : found.candidates) {
    if (!(candidate.score > 0 && candidate.score <= before)) return fmt::format("a score is {}", candidate.score);
    before = candidate.score;
  }
  return "";
}

}  // namespace

std::string broken_by_trace_lines(std::string_view bytes) {
  Input input(bytes);
  const Format& format = trace::formats()[input.below(trace::formats().size())];
  std::string text(input.rest());
  if (text.empty()) return "";
  if (!text.ends_with('\n')) text += '\n';
  text += '#' + std::string(trace::kFastRoom, ' ') + '\n';  // gives the fast path the room that it needs
  const Progress whole = at_once(format, text);
  if (!std::ranges::all_of(whole.records, is_within_limits)) return "a record is beyond the limits";
  for (std::string broken : {broken_counts(whole, text), broken_between(whole, line_by_line(format, text)),
                             broken_writing(format, whole.records), broken_recognition(text)}) {
    if (!broken.empty()) return broken;
  }
  return "";
}

}  // namespace ssd::fuzz

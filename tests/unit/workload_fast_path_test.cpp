// The fast path of a format reads the same as the careful path. The test puts the same lines at the end of a chunk,
// where there is no room for the fast path, and into its middle.
#include "runtime/trace/formats/format.h"
#include "runtime/trace/random.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

struct Read {
  Progress progress;
  bool operator==(const Read& o) const {
    const Trace &a = progress.trace, &b = o.progress.trace;
    const auto same = [](const TraceRecord& x, const TraceRecord& y) {
      return x.arrival == y.arrival && x.offset == y.offset && x.bytes == y.bytes && x.direction == y.direction &&
             x.device == y.device;
    };
    const auto &bad = progress.bad, &other = o.progress.bad;
    const bool same_fault =
        bad.has_value() == other.has_value() &&
        (!bad || (bad->line == other->line && bad->text == other->text && bad->begin == other->begin &&
                  bad->end == other->end && bad->expected == other->expected));
    return same_fault && std::ranges::equal(progress.records, o.progress.records, same) && a.lines == b.lines &&
           a.bad_lines == b.bad_lines && a.first_bad_line == b.first_bad_line && a.zero_sized == b.zero_sized &&
           a.other_lines == b.other_lines && progress.last_record_line == o.progress.last_record_line &&
           progress.full == o.progress.full;
  }
};

Read fresh(bool skip, u64 most) {
  Read result;
  result.progress.skip_bad_lines = skip;
  result.progress.most_records = most;
  return result;
}

// In one piece: all lines except the last ones have room.
Read in_one(const Format& format, const std::string& text, bool skip, u64 most) {
  Read result = fresh(skip, most);
  format.reader()->read(text.data(), text.data() + text.size(), result.progress);
  return result;
}

// One line at a time: none has room.
Read by_lines(const Format& format, const std::string& text, bool skip, u64 most) {
  Read result = fresh(skip, most);
  const auto reader = format.reader();
  for (std::size_t begin = 0; begin < text.size() && !result.progress.stopped();) {
    const std::size_t end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    reader->read(line.data(), line.data() + line.size(), result.progress);
    begin = end;
  }
  return result;
}

std::string digits(Random& random) {
  std::string text(1 + random.below(random.below(8) == 0 ? 24 : 11), '0');
  for (char& c : text) c = static_cast<char>('0' + random.below(10));
  return text;
}

// A text in place of a field: mostly what the format has there.
std::string field(Random& random, char kind) {
  constexpr std::string_view kOdd[] = {
      "",   "x",   "-1",   "1e5",   "0",        "18446744073709551616", "9223372036854775808", " 7",
      "7 ", "3.5", "\xff", "65536", "99999999", "1234567890123456"};
  if (random.below(60) == 0) return std::string(kOdd[random.below(std::size(kOdd))]);
  constexpr std::string_view kHosts[] = {"hm", "web", "seventh", "eighthhh", "a_long_host_name", "h", "#", "hm"};
  constexpr std::string_view kWords[] = {"Read", "Write", "Read", "Write", "read", "W", "Reads", "rEAD"};
  switch (kind) {
    case 't': return "12816" + std::to_string(random.below(10'000'000'000'000));
    case 'h': return std::string(kHosts[random.below(random.below(4) == 0 ? std::size(kHosts) : 1)]);
    case 'w': return std::string(kWords[random.below(random.below(9) == 0 ? std::size(kWords) : 4)]);
    case 'd': return std::to_string(random.below(3));
    case 'l': return std::string(1, "rwRWx"[random.below(random.below(30) == 0 ? 5 : 4)]);
    case 'f': return digits(random) + (random.below(20) == 0 ? "" : "." + digits(random));
    case 'b': return std::string(1, "01012a"[random.below(random.below(30) == 0 ? 6 : 4)]);
    default: return digits(random);
  }
}

std::string line_of(Random& random, std::string_view kinds, char separator) {
  constexpr std::string_view kEnds[] = {"\r\n", "\r\r\n", ",\n", " \n", "\t\n", ",1\n", "\n\n", "\r\n# \n"};
  std::string line;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i != 0) line += random.below(200) == 0 ? "  " : std::string(1, separator);
    line += field(random, kinds[i]);
  }
  if (random.below(150) == 0) line.resize(random.below(line.size() + 1));
  return line + (random.below(40) == 0 ? std::string(kEnds[random.below(std::size(kEnds))]) : "\n");
}

struct Shape {
  std::string format, kinds;
  char separator;
};

class FastPath : public testing::TestWithParam<Shape> {};

TEST_P(FastPath, ReadsWhatTheCarefulOneReads) {
  const auto& [name, kinds, separator] = GetParam();
  const Format& format = *find_format(name);
  Random random({2026, 7}, name);
  u64 records = 0;
  for (int round = 0; round < 400; ++round) {
    std::string text;
    const u64 lines = 1 + random.below(60);
    const std::string_view used = name == "msr" && random.below(10) == 0 ? std::string_view(kinds).substr(0, 6) : kinds;
    for (u64 i = 0; i < lines; ++i) text += line_of(random, used, separator);
    for (const bool skip : {false, true}) {
      const u64 most = random.below(4) == 0 ? 1 + random.below(lines) : kMostRecords;
      const Read fast = in_one(format, text, skip, most);
      ASSERT_TRUE(fast == by_lines(format, text, skip, most)) << text;
      records += fast.progress.records.size();
    }
  }
  EXPECT_GT(records, 4000U);  // most lines are correct
}
INSTANTIATE_TEST_SUITE_P(Formats, FastPath,
                         testing::Values(Shape{"msr", "thdwnnn", ','}, Shape{"spc", "dnnlf", ','},
                                         Shape{"ssdsim", "tdnnb", ' '}, Shape{"disksim", "fdnnb", ' '}),
                         [](const auto& shape) { return shape.param.format; });

// The last sector of the 2^63 bytes that a trace can address.
TEST(FastPath, BothReadARequestThatEndsAtTheHighestAddress) {
  std::string text;
  for (int i = 0; i < 5; ++i) text += "0,18014398509481983,512,r,0.5\n";
  const Read fast = in_one(*find_format("spc"), text, false, kMostRecords);
  EXPECT_EQ(fast.progress.records.size(), 5U);
  EXPECT_TRUE(fast == by_lines(*find_format("spc"), text, false, kMostRecords));
}

// A file whose last line has no line end, read through the buffer, gives the same as one with it.
TEST(FastPath, TheLastLineNeedsNoEnd) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "128166372003061629,hm,0,Read,4096,512,3\n";
  const TextFile whole(text), cut(text.substr(0, text.size() - 1));
  const Loaded a(whole.path(), as("msr")), b(cut.path(), as("msr"));
  ASSERT_TRUE(a.trace && b.trace);
  EXPECT_EQ(a.records.size(), 100U);
  EXPECT_EQ(b.records.size(), 100U);
  EXPECT_EQ(a.trace->lines, b.trace->lines);
}

}  // namespace
}  // namespace ssd::trace

// MSR Cambridge (SNIA): Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime; times in Windows filetime (100
// ns), offset and size in bytes. The response time is that of the traced machine, so it is not used and may be missing;
// nothing may follow it.
//
// Device numbers: the disk number; disks of a second, third, … host name follow at 65536, 131072, ….
#include <algorithm>

#include "runtime/base/words.h"
#include "runtime/trace/formats/columns.h"
#include "runtime/trace/formats/format.h"

namespace ssd::trace {
namespace {

constexpr u64 kTick = 100;  // ns
constexpr u32 kDisksOfHost = 65536;
constexpr std::string_view kFirstColumn = "Timestamp";  // of a header
// As the collection writes them, and as others abbreviate them; upper and lower case are equal.
constexpr std::array kDirections{Word{"read", Direction::kRead}, Word{"write", Direction::kWrite},
                                 Word{"r", Direction::kRead}, Word{"w", Direction::kWrite}};

class MsrParser {
 public:
  Outcome line(LineCursor& c, TraceRecord& record) {
    c.skip_blanks();
    if (c.peek() == 'T' && is_header(c)) return Outcome::kNothing;
    u64 ticks, disk, offset, bytes;
    if (!c.number(ticks, ~u64{0} / kTick, "a time in 100 ns units") || !c.comma("`,` and a host name"))
      return Outcome::kBad;
    if (!host(c) || !c.comma("`,` and a disk number")) return Outcome::kBad;
    if (!c.number(disk, kDisksOfHost - 1, "a disk number up to 65535") || !c.comma("`,` and `Read` or `Write`"))
      return Outcome::kBad;
    if (!direction(c, record.direction) || !c.comma("`,` and an offset in bytes")) return Outcome::kBad;
    if (!c.number(offset, kHighestAddress, "an offset in bytes, at most 2^63") || !c.comma("`,` and a size in bytes"))
      return Outcome::kBad;
    const char* const size_begin = c.at();
    if (!c.number(bytes, "a size in bytes")) return Outcome::kBad;
    if (!place(record, offset, bytes, 1) && !c.fail_from(size_begin, "a request that ends at or below 2^63 bytes"))
      return Outcome::kBad;
    if (!response_time(c)) return Outcome::kBad;
    record.arrival = ticks * kTick;
    record.device = host_ * kDisksOfHost + static_cast<u32>(disk);
    return sized(record);
  }

  // The host must be that of the last line.
  [[gnu::always_inline]] bool fast(FastLine& line, TraceRecord& record) const {
    Columns<kColumns> c;
    if (!c.split(line.at(), ',') || c.end(kOffset) - c.begin(kTime) < kMostDigits) return false;
    Numbers numbers;
    u64 ticks, disk;
    FastLine disk_number(c.begin(kDisk));
    if (!time(c.begin(kTime), c.end(kTime), numbers, ticks)) return false;
    if (!disk_number.short_number(disk) || disk_number.at() != c.end(kDisk) || disk >= kDisksOfHost) return false;
    record.offset = numbers.of(c.begin(kOffset), c.end(kOffset));
    record.bytes = numbers.of(c.begin(kSize), c.end(kSize));
    numbers.pass(c.begin(kResponse), c.last_end());
    if (!numbers.sound() || record.bytes == 0) return false;
    if (!same_host(c.begin(kHost)) || !usual_direction(c.begin(kType), record.direction)) return false;
    record.arrival = ticks * kTick;
    record.device = host_ * kDisksOfHost + static_cast<u32>(disk);
    line.skip(c.bytes());
    return true;
  }

 private:
  enum Column : unsigned { kTime, kHost, kDisk, kType, kOffset, kSize, kResponse, kColumns };

  // Present-day filetimes have 18 digits.
  [[gnu::always_inline]] static bool time(const char* begin, const char* end, Numbers& numbers, u64& ticks) {
    if (end - begin == 18) {
      const u64 first = static_cast<unsigned char>(begin[0]) - u64{'0'},
                second = static_cast<unsigned char>(begin[1]) - u64{'0'};
      ticks = (first * 10 + second) * kTenTo[8] * kTenTo[8] + numbers.of(begin + 2, end);
      if (first > 9 || second > 9) return false;
    } else {
      FastLine line(begin);
      if (!line.long_number(ticks) || line.at() != end) return false;
    }
    return ticks <= ~u64{0} / kTick;
  }

  // Compares the usual case: a host name of at most seven letters, and the comma behind it.
  bool same_host(const char* at) const { return (eight_bytes(at) & host_bits_) == host_text_ && host_bits_ != 0; }
  void make_host_fast() {
    const std::string text = hosts_[host_] + ",";
    const bool fits = text.size() <= sizeof host_text_;
    host_bits_ = fits ? ~u64{0} >> (64 - 8 * text.size()) : 0;
    host_text_ = 0;
    if (fits) std::memcpy(&host_text_, text.data(), text.size());
  }

  // Without a branch, because which of the two comes next cannot be predicted; the last bit of the letter distinguishes
  // them.
  static bool usual_direction(const char* at, Direction& direction) {
    constexpr u64 kWords[] = {0x2C64616552, 0x2C6574697257};  // "Read,", "Write,"
    constexpr u64 kBits[] = {(u64{1} << 40) - 1, (u64{1} << 48) - 1};
    const u64 text = eight_bytes(at), writes = text & 1;
    direction = static_cast<Direction>(1 - writes);
    return (text & kBits[writes]) == kWords[writes];
  }

  // Whether the line has only names of columns: a line with numbers contains a request as well.
  static bool is_header(LineCursor c) {
    const char* const begin = c.at();
    const bool names = std::string_view(begin, static_cast<std::size_t>(c.word() - begin)) == kFirstColumn;
    return names && c.rest().find_first_of("0123456789") == std::string_view::npos;
  }

  // A number of any size, with a fraction if some program has computed it.
  static bool response_time(LineCursor& c) {
    c.skip_blanks();
    if (c.peek() != ',') return c.end_of_line();
    c.advance();
    if (c.finished()) return true;
    u64 ignored;
    if (!c.number(ignored, "a response time in 100 ns units, or the end of the line")) return false;
    if (c.peek() == '.') {
      for (c.advance(); c.peek() >= '0' && c.peek() <= '9';) c.advance();
    }
    return c.end_of_line();
  }

  bool host(LineCursor& c) {
    const char* const begin = c.at();
    const std::string_view name(begin, static_cast<std::size_t>(c.word() - begin));
    if (name.empty()) return c.fail("a host name");
    if (!hosts_.empty() && hosts_[host_] == name) return true;
    const auto known = std::ranges::find(hosts_, name);
    host_ = static_cast<u32>(known - hosts_.begin());
    if (known != hosts_.end()) {
      make_host_fast();
      return true;
    }
    static_assert(limits::kMostHosts == 1024);  // as the message says
    if (hosts_.size() == limits::kMostHosts) {
      host_ = 0;
      make_host_fast();
      return c.fail_from(begin, "one of the first 1024 host names of the file");
    }
    hosts_.emplace_back(name);
    make_host_fast();
    return true;
  }

  // Ignores case.
  static bool is_word(std::string_view found, std::string_view small) {
    return std::ranges::equal(found, small,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
  }

  static bool direction(LineCursor& c, Direction& direction) {
    const char* const begin = c.at();
    const std::string_view word(begin, static_cast<std::size_t>(c.word() - begin));
    const auto known =
        std::ranges::find_if(kDirections, [&](const Word<Direction>& d) { return is_word(word, d.text); });
    if (known == kDirections.end()) return c.fail_from(begin, "`Read` or `Write`");
    direction = known->value;
    return true;
  }

  std::vector<std::string> hosts_;
  u32 host_ = 0;
  u64 host_text_ = 0,
      host_bits_ = 0;  // the last line's host as text with a mask; no mask bits: it does not fit the fast path
};

// Writes times as if the trace began with the year 2020; disk numbers from 65536 on belong to further hosts.
void write_msr(std::string& text, const TraceRecord& r) {
  constexpr u64 kFirstTick = 132'223'104'000'000'000;
  fmt::format_to(std::back_inserter(text), "{},host{},{},{},{},{},0\n", kFirstTick + r.arrival / kTick,
                 r.device / kDisksOfHost, r.device % kDisksOfHost, r.direction == Direction::kRead ? "Read" : "Write",
                 r.offset, r.bytes);
}

}  // namespace

Format msr_format() {
  constexpr Time kYear1980 = 119'600'064'000'000'000 * kTick;  // filetimes begin with the year 1601
  return {.reader = make_reader<MsrParser>,
          .plausibility = share_that_parses<MsrParser>,
          .writing = {write_msr, 1, 1, kTick, false},
          .first_date = kYear1980};
}

}  // namespace ssd::trace

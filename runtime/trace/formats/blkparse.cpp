// blkparse's default text: `major,minor cpu sequence seconds pid action rwbs sector + sectors [process]`; 512-byte
// sectors.
//
// A request appears once for each step of its way through the kernel. Requests are the Q (queued) events. From a file
// without any, such as one made with `-a issue`, the D (issued) events are taken. This is not known before the end of
// the file, so D events stand in until the first Q. Discards (and secure erases) are trims. An F in front of the other
// letters is a flush of the host, which comes before the line's own request if it has one; an F behind them makes a
// write a forced one. The summary that blkparse prints after the events is skipped.
//
// Device numbers: major * 2^20 + minor, as Linux packs them.
#include <cctype>

#include "runtime/trace/formats/format.h"

namespace ssd::trace {
namespace {

constexpr u64 kSector = 512;
constexpr unsigned kSecondsToNs = 9;
constexpr unsigned kMinorBits = 20;
constexpr std::size_t kLongestProcess = 15;
constexpr u64 kMostMajor = (u64{1} << 12) - 1;
constexpr u64 kMostMinor = (u64{1} << kMinorBits) - 1;

constexpr std::string_view kQueued = "Q", kIssued = "D";  // actions
std::string device_name(u32 device) { return fmt::format("{},{}", device >> kMinorBits, device & kMostMinor); }

std::string_view take_word(LineCursor& c) {
  const char* const begin = c.at();
  return {begin, static_cast<std::size_t>(c.word() - begin)};
}

class BlkparseParser {
 public:
  Outcome line(LineCursor& c, TraceRecord& record) {
    if (is_summary(c)) return Outcome::kNothing;
    if (!head(c, record)) return Outcome::kBad;
    const std::string_view action = take_word(c);
    const bool queued = action == kQueued;
    if (!queued && (action != kIssued || seen_queued_)) return Outcome::kNothing;
    if (!c.blanks("a blank and the kind of access, such as R or WS")) return Outcome::kBad;
    const std::string_view access = take_word(c);
    c.skip_blanks();
    const bool bare = c.peek() < '0' || c.peek() > '9', flushes = access.starts_with('F');
    flushes_first_ = flushes && !bare;
    if (!moves(access) && !flushes) return Outcome::kNothing;
    if (!bare && !extent(c, record)) return Outcome::kBad;
    if (!process(c)) return Outcome::kBad;
    if (!bare) return judge(access, queued, record);
    if (!flushes) return Outcome::kNothing;
    record.offset = record.bytes = 0;
    record.direction = Direction::kFlush;
    record.forced = false;
    return taken(queued);
  }

  // Whether the line that was read last asks for a flush before its request.
  bool flushes_first() const { return flushes_first_; }

 private:
  // Whether it is a line of the summary: "CPU0 (8,16):", " Reads Queued: …", "Throughput (R/W): …", "Events (8,16): …",
  // "Skips: …".
  static bool is_summary(LineCursor& c) {
    c.skip_blanks();
    if (std::isalpha(static_cast<unsigned char>(c.peek())) == 0) return false;
    for (; c.peek() != '\n'; c.advance()) {
      if (c.peek() == ':') return true;
    }
    return false;
  }

  // Reads everything up to the action.
  static bool head(LineCursor& c, TraceRecord& record) {
    u64 major, minor, ignored;
    if (!c.number(major, kMostMajor, "a device as major,minor") || !c.comma("`,` and a minor device number"))
      return false;
    if (!c.number(minor, kMostMinor, "a minor device number") || !c.blanks("a blank and a processor number"))
      return false;
    if (!c.number(ignored, "a processor number") || !c.blanks("a blank and a sequence number")) return false;
    if (!c.number(ignored, "a sequence number") || !c.blanks("a blank and a time in seconds")) return false;
    if (!c.decimal(record.arrival, kSecondsToNs, "a time in seconds") || !c.blanks("a blank and a process id"))
      return false;
    if (!c.number(ignored, "a process id") || !c.blanks("a blank and an action")) return false;
    record.device = static_cast<u32>(major << kMinorBits | minor);
    return true;
  }

  static bool extent(LineCursor& c, TraceRecord& record) {
    u64 sector, sectors = 0;
    if (!c.number(sector, "a sector number")) return false;
    c.skip_blanks();
    if (c.peek() != '+') return place(record, sector, 0, kSector) || c.fail("`+` and a number of sectors");
    c.advance();
    c.skip_blanks();
    const char* const size_begin = c.at();
    if (!c.number(sectors, "a number of sectors")) return false;
    return place(record, sector, sectors, kSector) ||
           c.fail_from(size_begin, "a request that ends at or below 2^63 bytes");
  }

  // `[java]`, or `(1234) [java]` with the elapsed time, at the end of the line. Linux limits the length of process
  // names, so no second event fits between the brackets.
  static bool process(LineCursor& c) {
    if (c.finished()) return true;
    if (c.peek() == '(') {
      while (c.peek() != ')' && c.peek() != '\n') c.advance();
      if (c.peek() == ')') c.advance();
      c.skip_blanks();
    }
    std::string_view name = c.rest();
    while (name.ends_with(' ') || name.ends_with('\t')) name.remove_suffix(1);
    if (name.starts_with('[') && name.ends_with(']') && name.size() <= kLongestProcess + 2) return true;
    const std::size_t closing = name.find(']');
    if (name.starts_with('[') && closing != std::string_view::npos)
      return c.fail_from(c.at() + closing + 1, "the end of the line");
    return c.fail("the name of a process in brackets, or the end of the line");
  }

  static bool moves(std::string_view access) { return access.find_first_of("RWDE") != std::string_view::npos; }

  Outcome judge(std::string_view access, bool queued, TraceRecord& record) {
    const auto has = [access](const char* letters) { return access.find_first_of(letters) != std::string_view::npos; };
    if (record.bytes == 0) return Outcome::kZeroSize;
    record.direction = has("DE") ? Direction::kTrim : has("R") ? Direction::kRead : Direction::kWrite;
    record.forced = record.direction == Direction::kWrite && access.substr(1).find('F') != std::string_view::npos;
    return taken(queued);
  }

  Outcome taken(bool queued) {
    if (!queued) return Outcome::kStandIn;
    if (seen_queued_) return Outcome::kRecord;
    seen_queued_ = true;
    return Outcome::kRestart;
  }

  bool seen_queued_ = false, flushes_first_ = false;
};

void write_blkparse(std::string& text, const TraceRecord& r) {
  constexpr Time kSecond = 1'000'000'000;
  constexpr std::array kLetters{"W", "R", "D", "FN"};
  fmt::format_to(std::back_inserter(text), "{} 0 1 {}.{:09} 1 Q {} ", device_name(r.device), r.arrival / kSecond,
                 r.arrival % kSecond, r.forced ? "WF" : kLetters[static_cast<u32>(r.direction)]);
  if (r.direction != Direction::kFlush)
    fmt::format_to(std::back_inserter(text), "{} + {} ", r.offset / kSector, r.bytes / kSector);
  text += "[ssdc]\n";
}

}  // namespace

Format blkparse_format() {
  return {make_reader<BlkparseParser>,
          share_that_parses<BlkparseParser>,
          {write_blkparse, kSector, kSector, 1, true},
          false,
          device_name};
}

}  // namespace ssd::trace

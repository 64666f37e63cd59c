// DiskSim ASCII: `ms device block blocks flags`; time in ms with a fraction, 512-byte blocks, flags in hexadecimal with
// bit 0 = read.
//
// Two similar formats have the same columns. SSDsim's times are whole ns and its last column is 0 or 1, so lines
// without any fraction are more likely SSDsim's. Replayer traces count bytes where DiskSim counts blocks: if everything
// is a multiple of 512, the numbers are more likely bytes.
#include <algorithm>

#include "runtime/trace/formats/format.h"

namespace ssd::trace {
namespace {

constexpr u64 kDisksimBlock = 512;
constexpr unsigned kMsToNs = 6;

struct DisksimParser {
  [[gnu::always_inline]] static bool fast(FastLine& line, TraceRecord& record) {
    u64 device, first, count;
    if (!line.decimal(record.arrival, kMsToNs) || !line.blank() || !line.short_number(device) || device > ~u32{0} ||
        !line.blank())
      return false;
    if (!line.number(first) || !line.blank() || !line.number(count) || count == 0 || !line.blank()) return false;
    const char flags = *line.at();
    line.skip(1);
    record.direction = static_cast<Direction>(flags & 1);  // 1 = read
    record.device = static_cast<u32>(device);
    return (flags | 1) == '1' && line.end_of_line() && place(record, first, count, kDisksimBlock);
  }

  Outcome line(LineCursor& c, TraceRecord& record) {
    u64 device, block, blocks;
    c.skip_blanks();
    if (!c.decimal(record.arrival, kMsToNs, "a time in ms") || !c.blanks("a blank and a device number"))
      return Outcome::kBad;
    if (!c.number(device, ~u32{0}, "a device number") || !c.blanks("a blank and a block number")) return Outcome::kBad;
    if (!c.number(block, "a block number") || !c.blanks("a blank and a number of blocks")) return Outcome::kBad;
    const char* const size_begin = c.at();
    if (!c.number(blocks, "a number of blocks")) return Outcome::kBad;
    if (!place(record, block, blocks, kDisksimBlock) &&
        !c.fail_from(size_begin, "a request that ends at or below 2^63 bytes")) {
      return Outcome::kBad;
    }
    if (!c.blanks("a blank and hexadecimal flags") || !flags(c, record.direction) || !c.end_of_line())
      return Outcome::kBad;
    record.device = static_cast<u32>(device);
    return sized(record);
  }

  // Only bit 0 matters, which is in the last digit.
  static bool flags(LineCursor& c, Direction& direction) {
    unsigned last = 0;
    const char* const begin = c.at();
    for (; is_hex(c.peek()); c.advance()) last = static_cast<unsigned char>(c.peek());
    if (c.at() == begin) return c.fail("hexadecimal flags, bit 0 = read");
    const bool is_letter = last > '9';  // `a` and `A` are odd as letters and even as digits
    direction = ((last & 1U) != 0) != is_letter ? Direction::kRead : Direction::kWrite;
    return true;
  }
  static bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
};

bool has_fraction(std::string_view line) {
  return line.substr(0, line.find_first_of(" \t", line.find_first_not_of(" \t"))).find('.') != std::string_view::npos;
}

double plausibility(std::span<const std::string_view> lines) {
  const Trial trial = try_lines<DisksimParser>(lines);
  double score = trial.share;
  if (std::ranges::none_of(lines, has_fraction)) score *= 0.5;
  if (looks_like_bytes(trial.records, kDisksimBlock)) score *= 0.6;
  return score;
}

void write_disksim(std::string& text, const TraceRecord& r) {
  constexpr Time kMs = 1'000'000;
  fmt::format_to(std::back_inserter(text), "{}.{:06} {} {} {} {}\n", r.arrival / kMs, r.arrival % kMs, r.device,
                 r.offset / kDisksimBlock, r.bytes / kDisksimBlock, r.direction == Direction::kRead ? 1 : 0);
}

}  // namespace

Format disksim_format() {
  return {make_reader<DisksimParser>, plausibility, {write_disksim, kDisksimBlock, kDisksimBlock, 1, false}, true};
}

}  // namespace ssd::trace

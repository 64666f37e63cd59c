// SPC-1 trace files, as in the UMass repository: ASU,LBA,size,opcode,timestamp[,…]; LBA in 512-byte blocks, size in
// bytes, time in seconds. By the SPC's definition, fields after the timestamp are the user's own: they may be anything
// except a second request.
#include "runtime/trace/formats/format.h"

namespace ssd::trace {
namespace {

constexpr u64 kSpcBlock = 512;
constexpr unsigned kSpcSecondsToNs = 9;
constexpr u64 kUsualBytes = u64{1} << 32;  // bytes of a request; larger ones are left to the careful path

struct SpcParser {
  Outcome line(LineCursor& c, TraceRecord& record) {
    const Outcome outcome = request(c, record);
    return outcome != Outcome::kBad && own_fields(c) ? outcome : Outcome::kBad;
  }

  [[gnu::always_inline]] static bool fast(FastLine& line, TraceRecord& record) {
    u64 unit, block;
    if (!line.short_number(unit) || unit > ~u32{0} || !line.is(',') || !line.number(block) ||
        block >= kHighestAddress / kSpcBlock)
      return false;
    if (!line.is(',') || !line.number(record.bytes) || record.bytes == 0 || record.bytes > kUsualBytes || !line.is(','))
      return false;
    const char letter = static_cast<char>(*line.at() | 0x20);  // the lower-case letter
    line.skip(1);
    if ((letter != 'r' && letter != 'w') || !line.is(',') || !line.decimal(record.arrival, kSpcSecondsToNs) ||
        !line.end_of_line())
      return false;
    record.direction = static_cast<Direction>(letter == 'r' ? 1 : 0);
    record.offset = block * kSpcBlock;
    record.device = static_cast<u32>(unit);
    return record.offset + record.bytes <= kHighestAddress;
  }

  // Reads up to the timestamp.
  static Outcome request(LineCursor& c, TraceRecord& record) {
    u64 unit, block, bytes;
    c.skip_blanks();
    if (!c.number(unit, ~u32{0}, "an application storage unit number (ASU)") || !c.comma("`,` and an LBA"))
      return Outcome::kBad;
    if (!c.number(block, kHighestAddress / kSpcBlock, "an LBA below 2^54") || !c.comma("`,` and a size in bytes"))
      return Outcome::kBad;
    const char* const size_begin = c.at();
    if (!c.number(bytes, kHighestAddress, "a size in bytes") || !c.comma("`,` and `r` or `w`")) return Outcome::kBad;
    if (block * kSpcBlock + bytes > kHighestAddress) {
      c.fail_from(size_begin, "a request that ends at or below 2^63 bytes");
      return Outcome::kBad;
    }
    if (!direction(c, record.direction) || !c.comma("`,` and a time in seconds")) return Outcome::kBad;
    if (!c.decimal(record.arrival, kSpcSecondsToNs, "a time in seconds")) return Outcome::kBad;
    record.offset = block * kSpcBlock;
    record.bytes = bytes;
    record.device = static_cast<u32>(unit);
    return sized(record);
  }

  static bool own_fields(LineCursor& c) {
    c.skip_blanks();
    if (c.peek() != ',') return c.end_of_line();
    if (const std::size_t lone = c.rest().find('\r'); lone != std::string_view::npos)
      return c.fail_from(c.at() + lone, "a line feed at the end of the line");
    const char* const begin = c.at();
    c.advance();
    LineCursor second(c.at(), c.at() + c.rest().size());
    TraceRecord hidden;
    return request(second, hidden) == Outcome::kBad ||
           c.fail_from(begin, "the end of the line before the next request");
  }

  static bool direction(LineCursor& c, Direction& direction) {
    const char letter = c.peek();
    if (letter != 'r' && letter != 'R' && letter != 'w' && letter != 'W') return c.fail("`r` or `w`");
    direction = letter == 'r' || letter == 'R' ? Direction::kRead : Direction::kWrite;
    c.advance();
    return true;
  }
};

void write_spc(std::string& text, const TraceRecord& r) {
  constexpr Time kSecond = 1'000'000'000;
  fmt::format_to(std::back_inserter(text), "{},{},{},{},{}.{:09}\n", r.device, r.offset / kSpcBlock, r.bytes,
                 r.direction == Direction::kRead ? 'r' : 'w', r.arrival / kSecond, r.arrival % kSecond);
}

}  // namespace

Format spc_format() {
  return {make_reader<SpcParser>, share_that_parses<SpcParser>, {write_spc, kSpcBlock, 1, 1, false}};
}

}  // namespace ssd::trace

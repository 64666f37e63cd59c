// SPC-1 trace files, as the UMass repository has them: ASU,LBA,size,opcode,timestamp[,…]; LBA in 512-byte blocks, size in bytes, time in
// seconds. Fields after the timestamp are the user's own, by the SPC's definition, and are not looked at.
#include "runtime/workload/formats/format.h"

namespace ssd::workload {
namespace {

constexpr u64 kBlock = 512;
constexpr unsigned kSecondsToNs = 9;

struct Parser {
  Outcome line(LineCursor& c, TraceRecord& record) {
    u64 unit, block, bytes;
    c.skip_blanks();
    if (!c.number(unit, ~u32{0}, "an application storage unit number (ASU)") || !c.comma("`,` and an LBA")) return Outcome::kBad;
    if (!c.number(block, kHighestAddress / kBlock, "an LBA below 2^54") || !c.comma("`,` and a size in bytes")) return Outcome::kBad;
    const char* const size_begin = c.at();
    if (!c.number(bytes, kHighestAddress, "a size in bytes") || !c.comma("`,` and `r` or `w`")) return Outcome::kBad;
    if (block * kBlock + bytes > kHighestAddress) {
      c.fail_from(size_begin, "a request that ends at or below 2^63 bytes");
      return Outcome::kBad;
    }
    if (!direction(c, record.direction) || !c.comma("`,` and a time in seconds")) return Outcome::kBad;
    if (!c.decimal(record.arrival, kSecondsToNs, "a time in seconds")) return Outcome::kBad;
    if (c.peek() != ',' && !c.end_of_line()) return Outcome::kBad;
    record.offset = block * kBlock;
    record.bytes = bytes;
    record.device = static_cast<u32>(unit);
    return sized(record);
  }

  static bool direction(LineCursor& c, Direction& direction) {
    const char letter = c.peek();
    if (letter != 'r' && letter != 'R' && letter != 'w' && letter != 'W') return c.fail("`r` or `w`");
    direction = letter == 'r' || letter == 'R' ? Direction::kRead : Direction::kWrite;
    c.advance();
    return true;
  }
};

}  // namespace

Format spc_format() { return {make_reader<Parser>, share_that_parses<Parser>}; }

}  // namespace ssd::workload

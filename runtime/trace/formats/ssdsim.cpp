// SSDsim and MQSim text traces: `time device sector sectors op`; time in ns, 512-byte sectors, op 0 = write, 1 = read.
//
// Both simulators read the same columns in the same units, so no content distinguishes them: this is one format with
// two names.
#include "runtime/trace/formats/format.h"

namespace ssd::trace {
namespace {

constexpr u64 kSsdsimSector = 512;

struct SsdsimParser {
  [[gnu::always_inline]] static bool fast(FastLine& line, TraceRecord& record) {
    u64 device, first, count;
    if (!line.long_number(record.arrival) || !line.blank() || !line.short_number(device) || device > ~u32{0} ||
        !line.blank())
      return false;
    if (!line.number(first) || !line.blank() || !line.number(count) || count == 0 || !line.blank()) return false;
    const char op = *line.at();
    line.skip(1);
    record.direction = static_cast<Direction>(op & 1);  // 1 = read
    record.device = static_cast<u32>(device);
    return (op | 1) == '1' && line.end_of_line() && place(record, first, count, kSsdsimSector);
  }

  Outcome line(LineCursor& c, TraceRecord& record) {
    u64 device, sector, sectors;
    c.skip_blanks();
    if (!c.number(record.arrival, kHighestAddress, "a time in whole ns") || !c.blanks("a blank and a device number"))
      return Outcome::kBad;
    if (!c.number(device, ~u32{0}, "a device number") || !c.blanks("a blank and a sector number")) return Outcome::kBad;
    if (!c.number(sector, "a sector number") || !c.blanks("a blank and a number of sectors")) return Outcome::kBad;
    const char* const size_begin = c.at();
    if (!c.number(sectors, "a number of sectors")) return Outcome::kBad;
    if (!place(record, sector, sectors, kSsdsimSector) &&
        !c.fail_from(size_begin, "a request that ends at or below 2^63 bytes")) {
      return Outcome::kBad;
    }
    if (!c.blanks("a blank and 0 (write) or 1 (read)") || !direction(c, record.direction) || !c.end_of_line())
      return Outcome::kBad;
    record.device = static_cast<u32>(device);
    return sized(record);
  }

  static bool direction(LineCursor& c, Direction& direction) {
    const char op = c.peek();
    if (op != '0' && op != '1') return c.fail("0 (write) or 1 (read)");
    direction = op == '1' ? Direction::kRead : Direction::kWrite;
    c.advance();
    return true;
  }
};

void write_ssdsim(std::string& text, const TraceRecord& r) {
  fmt::format_to(std::back_inserter(text), "{} {} {} {} {}\n", r.arrival, r.device, r.offset / kSsdsimSector,
                 r.bytes / kSsdsimSector, r.direction == Direction::kRead ? 1 : 0);
}

}  // namespace

Format ssdsim_format() {
  return {make_reader<SsdsimParser>,
          share_that_parses<SsdsimParser>,
          {write_ssdsim, kSsdsimSector, kSsdsimSector, 1, false},
          true};
}

}  // namespace ssd::trace

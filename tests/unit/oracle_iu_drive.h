// What the tests of the oracle's indirection units share: the example drive of docs/model.md with `unit: 1KiB`, so a
// flash page has two places. LPNs, counts of logical pages and lengths of requests are in units of two sectors.
#pragma once
#include <map>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {

using Map = std::map<std::int64_t, std::int64_t>;

inline constexpr Time kProgramTakes = 251;

inline HostRequest units_read(Time arrival, std::int64_t lpn, std::int64_t units = 1) {
  return {arrival * kUs, lpn * 2, units * 2, true};
}
inline HostRequest units_written(Time arrival, std::int64_t lpn, std::int64_t units = 1) {
  return {arrival * kUs, lpn * 2, units * 2, false};
}
inline HostRequest half_written(Time arrival, std::int64_t lpn) { return {arrival * kUs, lpn * 2, 1, false}; }
inline HostRequest unit_trimmed(Time arrival, std::int64_t lpn) { return {arrival * kUs, lpn * 2, 2, false, true}; }

// One plane of eight blocks of four flash pages. Logical page n of the start lies in plane n mod `planes`.
inline Drive with_units(std::int64_t slots, Flush flush = Flush::kEager, std::int64_t planes = 1) {
  Drive drive = example_drive(16);
  drive.subpages = 2;
  drive.planes = planes;
  drive.placement = Placement::kDynamicOrder;
  drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  drive.place = [planes](std::int64_t page) { return Place{0, 0, 0, page % planes}; };
  drive.buffer_slots = slots, drive.buffer_latency = kUs, drive.flush = flush;
  return drive;
}

// Logical pages 0 to 7 lie in flash pages 0 to 7, LPN n in place n.
inline Drive filled(std::int64_t slots, Flush flush = Flush::kEager) {
  Drive drive = with_units(slots, flush);
  drive.filled = true, drive.valid_parts = 500'000;
  return drive;
}

inline Drive by_cost(Drive drive) {
  drive.placement = Placement::kDynamicCost;
  drive.cost = [](const UnitView& u) { return u.queued; };
  return drive;
}

inline Drive in_write_order(Drive drive) {
  drive.placement = Placement::kWriteOrder;
  return drive;
}

}  // namespace ssd::oracle

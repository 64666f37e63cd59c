// What tests of the oracle share that have the example drive of docs/model.md: command 1, transfer of a page 50, read
// 20, program 200, erase 1000. Times of requests and results are in us.
#pragma once
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

inline constexpr Time kUs = 1'000;

using Times = std::vector<Time>;

inline HostRequest read(Time arrival, std::int64_t lpn, std::int64_t pages = 1) {
  return {arrival * kUs, lpn * 4, pages * 4, true};
}
inline HostRequest write(Time arrival, std::int64_t lpn, std::int64_t pages = 1) {
  return {arrival * kUs, lpn * 4, pages * 4, false};
}
inline HostRequest trim(Time arrival, std::int64_t lpn) { return {arrival * kUs, lpn * 4, 4, false, true}; }

// One plane, and no place for a page yet.
inline Drive example_drive(std::int64_t logical_pages) {
  Drive drive;
  drive.spare_bytes = 0, drive.logical_pages = logical_pages;
  drive.read = 20 * kUs, drive.program = 200 * kUs, drive.erase = 1'000 * kUs, drive.command = kUs;
  drive.bus_numerator = 50 * 1'000, drive.bus_denominator = 2'048;
  return drive;
}

inline Outcome run(const Drive& drive, std::vector<HostRequest> requests) {
  return simulate(drive, {std::move(requests)});
}

inline Times completions(const Outcome& outcome) {
  Times completion = outcome.completion;
  for (Time& time : completion) time /= kUs;
  return completion;
}

}  // namespace ssd::oracle

// What the tests of the oracle's any_idle share (copies.any_idle): a drive of two channels with the latencies of
// figures.single, and a workload that leads to one collection. Times are in ns.
#pragma once
#include <array>
#include <map>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

inline constexpr Time kCommand = 7 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000, kErase = 1'500'000;
inline constexpr Time kWrite = kCommand + kPage + kProgram;       // 252'975
inline constexpr Time kWholeRead = kCommand + kRead + 2048 * 25;  // 71'375
inline constexpr Time kReadOut = kCommand + kRead + kPage;        // 72'975, the read of a move
inline constexpr Time kMove = kReadOut + kWrite;
inline constexpr Time kWholeErase = kCommand + kErase;
inline constexpr Time kMillisecond = 1'000'000;

inline HostRequest read(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, true}; }
inline HostRequest write(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, false}; }

using Map = std::map<std::int64_t, std::int64_t>;
using ByCause = std::array<Time, 2>;

inline Drive two_channels(std::int64_t blocks) {
  Drive drive;
  drive.channels = 2, drive.blocks = blocks, drive.pages = 4, drive.logical_pages = 30;
  drive.read = kRead, drive.program = kProgram, drive.erase = kErase, drive.command = kCommand,
  drive.buffer_latency = 500;
  drive.place = [](std::int64_t lpn) { return Place{lpn % 2, 0, 0, 0}; };
  return drive;
}

inline Drive holding_drive(std::int64_t slots) {
  Drive drive = two_channels(4);
  drive.placement = Placement::kDynamicOrder, drive.any_idle_slots = slots;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 10; };
  return drive;
}

// One write a millisecond, in turn to the two planes (16 pages each): 0 1 2 3 | 0 1 to plane 0, 10 11 12 13 | 14 to
// plane 1. The last write leaves 10 free pages in plane 0, and pages 2 and 3 of its block 0 are valid. The collection
// begins at kBegin; a read of page 0 that is ready before makes it a conflict. If both pages find a slot, its erase is
// granted at kErasing and ends at kErased.
inline constexpr Time kBegin = 10 * kMillisecond + kWrite;
inline constexpr Time kErasing = kBegin + 2 * kReadOut, kErased = kErasing + kWholeErase;

inline std::vector<HostRequest> eleven_writes() {
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 10, 1, 11, 2, 12, 3, 13, 0, 14, 1})
    requests.push_back(write(requests.size() * kMillisecond, lpn));
  return requests;
}

inline Outcome hold_in(const Drive& drive, const std::vector<HostRequest>& more, bool conflict = true) {
  std::vector<HostRequest> requests = eleven_writes();
  if (conflict) requests.push_back(read(10 * kMillisecond + 100'000, 0));
  requests.insert(requests.end(), more.begin(), more.end());
  return simulate(drive, {requests});
}

inline Outcome hold(std::int64_t slots, const std::vector<HostRequest>& more, bool conflict = true) {
  return hold_in(holding_drive(slots), more, conflict);
}

inline Map map_with(Map some) {
  some.merge(Map{{0, 4}, {1, 5}, {10, 16}, {11, 17}, {12, 18}, {13, 19}, {14, 20}});
  return some;
}

}  // namespace ssd::oracle

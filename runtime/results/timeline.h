// What a run did when, within bounds: phases of buses and planes, the operations that they are of, and the requests and
// collections behind those. Made by simulation/timeline.h, written by perfetto.h, drawn by report/timing_view.h.
#pragma once
#include <string>
#include <vector>

#include "runtime/abi/phases.h"

namespace ssd::results {

// What of a run is kept: what overlaps [from, until), and no more than a file of so many bytes can hold (perfetto.h).
struct TimelineBounds {
  static constexpr u64 kBytes = u64{64} << 20;
  static constexpr u64 kMemory = 3;  // bytes that are held for each byte of the file, until it is written
  Time from = 0, until = kNever;
  u64 bytes = kBytes;
};

struct TimelineOperation {
  Purpose purpose{};
  u64 request = kNoRequest;  // its number; it is among Timeline::requests if it overlaps the window, too
  u64 lpn = kNoLpn;
  Ppn from = kNoPage, to = kNoPage;  // as in OperationTold
  u32 collection = kNoCollection;    // an index of Timeline::collections
};

struct TimelinePhase {
  Time start = 0, end = 0;  // ns
  u64 bytes = 0;
  u32 place = 0;      // on the bus: a channel, else a plane
  u32 operation = 0;  // an index of Timeline::operations
  PhaseKind kind{};
};

struct TimelineCollection {
  u32 plane = 0, block = 0;  // as in CollectionTold
  Purpose purpose{};
  bool forced = false, background = false;
  Time start = 0, end = 0;  // of its first and its last phase
};

struct Timeline {
  std::vector<TimelineOperation> operations;
  std::vector<TimelinePhase> phases;  // ascending by start
  std::vector<TimelineCollection> collections;
  std::vector<RequestTold> requests;  // ascending by number
  std::vector<u64>
      wasted;  // by plane, of the whole run: pages left unprogrammed; those behind the last that has some are not there
  // Phases that were left out: before the window, after it, and for want of room; for that also requests. The first of
  // these begins at full_from.
  u64 before = 0, after = 0, beyond = 0, requests_beyond = 0;
  Time full_from = kNever;
};

// What was left out, as sentences; none if nothing was.
std::vector<std::string> left_out(const Timeline& timeline, const TimelineBounds& bounds);

}  // namespace ssd::results

// When a run did what, within bounds: the phases of buses and planes, their operations, and the requests and
// collections of these. run/timeline.h makes it, perfetto.h writes it as a file, and tools/pictures draws it.
#pragma once
#include <string>
#include <vector>

#include "runtime/abi/phases.h"

namespace ssd::results {

// The part of a run that is kept: everything that overlaps [from, until), and no more than fits into a file of `bytes`
// (perfetto.h).
struct TimelineBounds {
  static constexpr u64 kBytes = u64{64} << 20;
  static constexpr u64 kMemory = 3;  // bytes that are held in memory for each byte of the file, until it is written
  Time from = 0, until = kNever;
  u64 bytes = kBytes;
};

struct TimelineOperation {
  Purpose purpose{};
  u64 request = kNoRequest;  // its number; the request is in Timeline::requests if it overlaps [from, until), too
  u64 lpn = kNoLpn;
  Ppn from = kNoPage, to = kNoPage;  // as in OperationTold
  u32 collection = kNoCollection;    // an index into Timeline::collections
};

struct TimelinePhase {
  Time start = 0, end = 0;  // ns
  u64 bytes = 0;
  u32 place = 0;      // a channel for phases of the bus, otherwise a plane
  u32 operation = 0;  // an index into Timeline::operations
  PhaseKind kind{};
};

struct TimelineCollection {
  u32 plane = 0, block = 0;  // as in CollectionTold
  Purpose purpose{};
  bool forced = false, background = false;
  Time start = 0, end = 0;  // from its first to its last phase, in ns
};

struct Timeline {
  std::vector<TimelineOperation> operations;
  std::vector<TimelinePhase> phases;  // ascending by start
  std::vector<TimelineCollection> collections;
  std::vector<RequestTold> requests;  // ascending by number
  std::vector<u64>
      wasted;  // by plane, over the whole run: skipped pages; planes after the last one that has any are missing
  // Phases that were left out: before [from, until), after it, and for lack of room; and requests that were left out
  // for lack of room. The first of those without room begins at full_from.
  u64 before = 0, after = 0, beyond = 0, requests_beyond = 0;
  Time full_from = kNever;
};

// What was left out, as sentences; empty if nothing was.
std::vector<std::string> left_out(const Timeline& timeline, const TimelineBounds& bounds);

}  // namespace ssd::results

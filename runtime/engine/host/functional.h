// The functional pass by itself (`--only ftl`, only_ftl.results): the map, collection and wear, without flash
// operations. Its counts of collections are those that the timing pass would have at the end of the run. Invariant:
// after the last request the map, the blocks' erases and these counts equal those of a whole run, bit for bit.
#pragma once
#include "runtime/engine/host/admission.h"
#include "runtime/engine/host/stream.h"

namespace ssd {

inline void count_moves(State& s, const Config& c, u32 moves) {
  s.flash.collection_reads += moves;
  s.flash.collection_programs += moves;
  s.flash.erases += c.stripe;
}

// The sink that counts each collection (ftl/series.h).
struct Counts {
  State& s;
  bool any = false;
  bool has_memory() const { return true; }
  bool collect(const Config& c, PlaneId plane, bool forced) {
    CollectionJob job;
    if (!collect_in_map(s, c, plane, forced, job)) return false;
    count_moves(s, c, job.moves);
    any = true;
    return true;
  }
};

inline void level_wear_counted(State& s, const Config& c, PlaneId plane) {
  CollectionJob job;
  if (c.wear_static != 0 && level_wear_in_map(s, c, plane, job)) count_moves(s, c, job.moves);
}

// Runs the series towards the goal, and the wear collection that may follow it (wear.static).
template <class Goal>
inline SeriesEnd collect_counted(State& s, const Config& c, PlaneId plane, Goal goal) {
  Counts sink{s};
  const SeriesEnd end = run_series(s, c, goal, sink);
  if (sink.any) level_wear_counted(s, c, plane);
  return end;
}

// Does what make_room() does, without operations.
[[gnu::noinline]] inline Status make_room_counted(State& s, const Config& c, PlaneId plane, u32 stream) {
  if (collect_counted(s, c, plane, HostRoom{s, plane, stream}) == SeriesEnd::kReached) return Status::kDone;
  return has_retired_block(s, c, plane) ? Status::kEndOfLife : Status::kDriveFull;
}

// Does what collect_until_stop() does, without operations.
[[gnu::noinline]] inline void collect_series_counted(State& s, const Config& c, PlaneId plane) {
  collect_counted(s, c, plane, UntilStop{s, plane});
}

// Writes one page as map.write_admission says, without operations.
inline Status write_mapped(State& s, const Config& c, Lpn lpn, u32 stream) {
  const Ppn before = s.l2p[lpn];
  const PlaneId turn = plane_of_write(s, c, lpn, before);
  const PlaneId plane = map_plane_of(c, turn);
  if (!can_take(s, c, plane, stream)) {
    if (const Status status = make_room_counted(s, c, plane, stream); status != Status::kDone) {
      if (c.placement == Placement::kWriteOrder) --s.write_number;
      s.full_plane = turn;
      return status;
    }
  }
  const Ppn page = take_host_page(s, c, plane, stream);
  const Ppn old = s.l2p[lpn];  // a forced collection may have moved it
  if (old != kNoPage) invalidate(s, c, old);
  bind(s, lpn, page);
  ++s.flash.host_programs;
  count_host_pages(s, c, stream, 1);
  hear_write(s, c, lpn, stream, page, old == kNoPage);
  if (trigger(s, s.space[plane].free_pages, free_blocks_of(s, c, plane))) collect_series_counted(s, c, plane);
  return Status::kDone;
}

// Whether the write of this page must first read sectors that were written earlier.
inline bool is_read_to_modify(State& s, const Config& c, const Request& request, u32 index) {
  if (s.written == nullptr) return false;
  const PagePart part = page_part(c, request, index);
  return write_sectors(s, c, part.lpn, part.first, part.count).kept != 0;
}

inline Status write_request(State& s, const Config& c, const Request& request) {
  const Lpn first = lpn_of_sector(c, request.sector);
  const u32 pages = page_count(c, request);
  u32 stream = 0;
  for (u32 i = 0; i < pages; ++i) {
    if (i == 0 || c.streams_by_page != 0) stream = stream_of_page(s, c, request, first + i, request.arrival, 0);
    const bool reads = is_read_to_modify(s, c, request, i);
    if (const Status status = write_mapped(s, c, first + i, stream); status != Status::kDone) return status;
    s.flash.host_reads += reads ? 1 : 0;
  }
  return Status::kDone;
}

// Only the clock determines which pages come from the flash and which from programs under way, so both count as host
// reads.
inline void read_request(State& s, const Config& c, const Request& request) {
  const Lpn first = lpn_of_sector(c, request.sector);
  const u32 pages = page_count(c, request);
  for (Lpn lpn = first; lpn < first + pages; ++lpn) {
    if (s.l2p[lpn] == kNoPage)
      ++s.flash.unwritten_reads;
    else
      ++s.flash.host_reads;
  }
}

inline Status map_request(State& s, const Config& c, const Request& request) {
  switch (request.direction) {
    case Direction::kRead: read_request(s, c, request); break;
    case Direction::kTrim: lose_pages(s, c, request); break;
    case Direction::kWrite:
      if (const Status status = write_request(s, c, request); status != Status::kDone) return status;
      break;
    case Direction::kFlush: break;  // nothing is under way
  }
  const u32 d = static_cast<u32>(request.direction);
  ++s.host.completed[d];
  s.host.bytes[d] += u64{request.sectors} * c.sector_bytes;
  ++s.next_number;
  return Status::kDone;
}

inline Status run_functional(State& s, const Config& c, const Request* requests, u64 count, u64 first) {
  for (u64 i = s.next_number - first; i < count; ++i) {
    if (i + kAhead < count) fetch_ahead(s, c, requests[i + kAhead]);
    if (i + kBlocksAhead < count) fetch_block_ahead(s, c, requests[i + kBlocksAhead]);
    if (s.closed_depth == 0) s.now = requests[i].arrival;  // for the end of life, and for the place of a fault
    if (c.keeps_ages != 0) s.map_time = requests[i].arrival;
    const Status status = map_request(s, c, requests[i]);
    if (c.checks != 0 && s.fault.found) return Status::kFault;
    if (status == Status::kEndOfLife) s.life_end = s.now;
    if (status != Status::kDone) return status;
  }
  return Status::kDone;
}

}  // namespace ssd

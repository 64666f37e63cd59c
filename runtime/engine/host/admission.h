// Takes requests through the functional pass, in order, a batch at a time. It prefetches the map's entries of later
// requests; otherwise the pass would wait for memory at every page of a large drive.
#pragma once
#include "runtime/engine/host/pages.h"

namespace ssd {

// Requests between two advances of the channels: few enough that the new operations are still in the nearest caches
// when the channels take them up.
inline constexpr u32 kBatch = 128;
inline constexpr u32 kAhead = 32;  // requests whose map entries are fetched ahead
inline constexpr u32 kBlocksAhead =
    12;  // requests whose old pages' blocks are fetched ahead: by then their map entries have arrived

inline void fetch_ahead(const State& s, const Config& c, const Request& request) {
  __builtin_prefetch(s.l2p.address(lpn_of_sector(c, request.sector)));
}

// Prefetches the counter of the block that holds the write's old page: on drives of many blocks that is a cache miss of
// its own.
inline void fetch_block_ahead(const State& s, const Config& c, const Request& request) {
  const Ppn page = s.l2p[lpn_of_sector(c, request.sector)];
  if (page == kNoPage) return;
  if (c.wide_counts != 0)
    __builtin_prefetch(&s.wide_valid[block_of(c, page)], 1);
  else
    __builtin_prefetch(&s.valid[block_of(c, page)], 1);
}

inline u32 open_slot(State& s, const Config& c, const Request& request) {
  const u32 index = take(s.slots);
  s.slots[index] = {.finish = 0,
                    .finish_order = 0,
                    .waits = {},
                    .left = request.direction == Direction::kTrim ? 1 : page_count(c, request),
                    .direction = request.direction,
                    .flow = request.flow,
                    .handle = request.handle,
                    .served = false,
                    .crossed = false,
                    .arrival = request.arrival,
                    .number = s.next_number,
                    .think = request.arrival,
                    .sector = request.sector,
                    .sectors = request.sectors,
                    .next = kNone,
                    .ops = kEmpty,
                    .admitted = 0};
  return index;
}

// Coupled runs: the request waits for its admission.
inline void add_prepared(State& s, u32 slot) {
  if (s.prepared_count++ == 0)
    s.prepared_first = slot;
  else
    s.slots[s.prepared_last].next = slot;
  s.prepared_last = slot;
}

// The functional pass of one request, or of the rest of a request at which it stopped before.
[[gnu::noinline]] inline Status prepare_request(State& s, const Config& c, const Request& request) {
  if (s.partial_slot == kNone) {
    if (!has_free(s.slots)) return Status::kNeedSlots;
    s.partial_slot = open_slot(s, c, request);
    s.pages_done = 0;
  }
  const u32 pages = request.direction == Direction::kTrim ? 0 : page_count(c, request);
  if (request.direction == Direction::kTrim) {
    if (const Status status = trim_pages(s, c, request); status != Status::kDone) return status;
  }
  for (u32 done = s.pages_done; done < pages; ++done) {
    const PagePart part = page_part(c, request, done);
    const Status status = request.direction == Direction::kRead ? read_page(s, c, part, request.arrival)
                                                                : write_page(s, c, part, request.arrival);
    if (status == Status::kDone) continue;
    s.pages_done = done;
    return status;
  }
  if (is_coupled(s, c)) add_prepared(s, s.partial_slot);
  s.partial_slot = kNone;
  ++s.next_number;
  return Status::kDone;
}

// Prepares the requests [begin, end) of an array of `count`. s.next_number tells how far it came.
inline Status prepare_requests(State& s, const Config& c, const Request* requests, u64 begin, u64 end, u64 count) {
  for (u64 i = begin; i < end; ++i) {
    if (i + kAhead < count) fetch_ahead(s, c, requests[i + kAhead]);
    if (i + kBlocksAhead < count) fetch_block_ahead(s, c, requests[i + kBlocksAhead]);
    const Status status = prepare_request(s, c, requests[i]);
    if (c.checks != 0 && s.fault.found) return Status::kFault;
    if (status != Status::kDone) return status;
  }
  return Status::kDone;
}

}  // namespace ssd

// The stream of a write (place.streams), for the loop with a clock and for the functional pass alone.
#pragma once
#include "runtime/engine/ftl/numbers.h"
#include "runtime/engine/hooks.h"

namespace ssd {

// Asked once for each write request, at its admission and with its first page, or for each of its pages
// (Config::streams_by_page). `arrival` in ns; `queue` is its host queue.
inline u32 stream_of_page(const State& s, const Config& c, const Request& request, Lpn page, Time arrival, u32 queue) {
  if (c.by_stream == 0) return 0;
  const u64 first = request.sector / c.sectors_per_page;
  const u64 pages = (request.sector + request.sectors - 1) / c.sectors_per_page - first + 1;
  return static_cast<u32>(hook::stream(s, first, pages, u64{request.sectors} * c.sector_bytes, 0, visible(arrival),
                                       queue, request.flow, request.handle, page.value));
}

}  // namespace ssd

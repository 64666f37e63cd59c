// What the tests of the oracle's write-back buffer share: the example drive of docs/model.md with a buffer, and
// requests that flush, that are forced, or that cover a part of a page.
#pragma once
#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {

inline HostRequest flush_at(Time arrival) { return {.arrival = arrival * kUs, .sectors = 0, .is_flush = true}; }

inline HostRequest part(Time arrival, std::int64_t lpn, std::int64_t sector, std::int64_t sectors) {
  return {arrival * kUs, lpn * 4 + sector, sectors, false};
}

inline HostRequest forced(HostRequest request) {
  request.is_forced = true;
  return request;
}

// Logical page n lies in channel n mod `channels`.
inline Drive plain(std::int64_t channels = 1) {
  Drive drive = example_drive(24);
  drive.channels = channels;
  drive.place = [channels](std::int64_t lpn) { return Place{lpn % channels, 0, 0, 0}; };
  return drive;
}

inline Drive buffered(std::int64_t slots, Flush flush = Flush::kFull, std::int64_t channels = 1) {
  Drive drive = plain(channels);
  drive.buffer_slots = slots, drive.buffer_latency = kUs, drive.flush = flush;
  return drive;
}

inline Drive protected_buffer(std::int64_t slots, Flush flush = Flush::kFull) {
  Drive drive = buffered(slots, flush);
  drive.buffer_protected = true;
  return drive;
}

// Units of half a page, and streams that requests name by their handles.
inline Drive units_by_handle(std::int64_t slots) {
  Drive drive = with_units(slots, Flush::kFull);
  drive.streams = 2;
  drive.stream = [](const RequestView& r) { return r.handle; };
  return drive;
}

inline HostRequest of_stream(std::int64_t stream, HostRequest request) {
  request.handle = stream;
  return request;
}

}  // namespace ssd::oracle

// A drive that consists of an address space only, for the requests of a workload when no design is involved.
#pragma once
#include <algorithm>

#include "runtime/abi/plan.h"

namespace ssd::trace {

inline constexpr u64 kUsualSpace = u64{16} << 30;  // bytes

// Sectors of 512 bytes, pages of 4 KiB.
inline Plan address_space(u64 bytes) {
  Plan space;
  space.geometry.page_bytes = 4096;
  space.geometry.sector_bytes = 512;
  space.config.logical_pages = std::max<u64>(1, bytes / space.geometry.page_bytes);
  return space;
}

}  // namespace ssd::trace

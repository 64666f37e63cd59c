// A drive as a host program sees it: requests go in, response times come out, and besides only the drive's size and
// sector size are known. Invariant: code that infers something about a drive includes this header, and no header that
// knows the drive's structure.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "runtime/abi/request.h"

namespace ssd::probe {

struct Access {
  Direction direction = Direction::kRead;
  u64 offset = 0, bytes = 0;  // multiples of the sector, within the drive
  bool together = false;      // issued at the same moment as the previous access, behind it, or
  Time after = 0;             // so many ns later
};

struct Device {
  u64 bytes = 0, sector = 0;  // `bytes`: the logical size, a multiple of the sector
  // Issues the accesses in order. One that is not `together` is issued `pause` ns after the one before. Returns the
  // response times in ns, in the same order; kNever: longer than the pause. Returns nothing if the drive cannot
  // continue, or must not.
  std::function<std::optional<std::vector<Time>>(std::span<const Access>, Time pause)> issue;
};

}  // namespace ssd::probe

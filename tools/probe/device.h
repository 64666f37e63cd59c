// A drive as a program on the host sees it: reads and writes go in, response times come out, and nothing else is known
// of it but its size and its sectors. Invariant: whoever infers something from a drive includes this header and none
// that knows what a drive is made of.
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
  bool together = false;      // issued at the moment of the one before, behind it, or
  Time after = 0;             // so many ns later
};

struct Device {
  u64 bytes = 0, sector = 0;  // logical size; a multiple of the sector
  // Issues them in order. One that is not `together` comes when the drive was left alone for `pause` ns since the one
  // before was issued. Response times in ns, in the same order; kNever: it took longer than the pause. Nothing if the
  // drive can not go on, or is not to.
  std::function<std::optional<std::vector<Time>>(std::span<const Access>, Time pause)> issue;
};

}  // namespace ssd::probe

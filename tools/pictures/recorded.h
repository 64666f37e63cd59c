// What must be recorded of a run for its picture, as fields of run::Wanted. This is apart from run_picture.h for
// programs that run but do not draw.
#pragma once
#include <cstdint>
#include <optional>

#include "runtime/results/timeline.h"

namespace ssd::pictures {

struct Recorded {
  std::optional<std::uint64_t> first_requests = {};
  std::optional<results::TimelineBounds> timeline = {};
  bool counts_planes = false;
};

}  // namespace ssd::pictures

// The order of gc's thresholds: `hard` below `trigger` below `stop`.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// The conditions as nodes, kNoNode of one that is not given, and what stands for `trigger` and `stop` where both are
// left out. `hard` is of a plane, the others are of the scope. Of the design are known the geometry, `allocation`, and
// what `gc` says besides.
struct GcConditions {
  const Formula &of_scope, &of_plane;
  const design::Design& design;
  NodeId trigger = kNoNode, stop = kNoNode, hard = kNoNode;
  std::string_view default_trigger, default_stop;
};

// False after an error: out of order they never do what they are for. Warns of single comparisons that are the wrong
// way round, and of `preempt` beside a `hard` that leaves it nothing to do.
bool check_thresholds(Reader& gc, const GcConditions& conditions, bool preempts);

}  // namespace ssd::check

// Checks the order of gc's thresholds: `hard` below `trigger` below `stop`.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// The conditions as nodes (kNoNode if not given), and the default texts of `trigger` and `stop`. `hard` is evaluated
// over the plane, the others over the scope. Of the design, the geometry, `allocation` and the other keys of `gc` are
// already known.
struct GcConditions {
  const Formula &of_scope, &of_plane;
  const design::Design& design;
  NodeId trigger = kNoNode, stop = kNoNode, hard = kNoNode;
  std::string_view default_trigger, default_stop;
};

// Returns false after an error: thresholds in the wrong order never do what they are for. Warns about single
// comparisons in the wrong direction, and about `preempt` with a `hard` that leaves it no effect.
bool check_thresholds(Reader& gc, const GcConditions& conditions, bool preempts);

}  // namespace ssd::check

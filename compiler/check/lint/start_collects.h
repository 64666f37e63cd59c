// Warns about a filled drive on which collection begins with the first writes.
#pragma once
#include "compiler/check/expr/evaluate.h"
#include "compiler/design/design.h"

namespace ssd::check {

// Reports about how many pages are moved before that collection ends. `at` is the place where the design states its
// start. The layout `sequential` gets no warning, because its first victims hold no valid page.
void look_at_start(diag::Sink& sink, Span at, const design::Design& design);

}  // namespace ssd::check

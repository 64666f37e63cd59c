// A filled drive on which collection begins with the first writes.
#pragma once
#include "compiler/check/expr/evaluate.h"
#include "compiler/design/design.h"

namespace ssd::check {

// Reports about how many pages are moved before that collection ends; `at`: where the design states its start. Of the
// layout `sequential` nothing is reported: its first victims hold no valid page.
void look_at_start(diag::Sink& sink, Span at, const design::Design& design);

}  // namespace ssd::check

// A filled drive on which collection begins with the first writes.
#pragma once
#include "compiler/check/expr/evaluate.h"
#include "compiler/design/design.h"

namespace ssd::check {

// Told with the number of pages that are moved before collection ends; `at`: where the design says how it starts.
void look_at_start(diag::Sink& sink, Span at, const design::Design& design);

}  // namespace ssd::check

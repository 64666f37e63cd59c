// What makes a trace look as if it were read wrongly: units above all, since a file says nothing of them and a wrong
// guess by a factor of a thousand gives a run that looks fine.
#pragma once
#include "runtime/base/diag/diag.h"
#include "runtime/trace/trace.h"

namespace ssd::trace {

void tell_oddities(const Trace& trace, Span at, diag::Sink& sink);

}  // namespace ssd::trace

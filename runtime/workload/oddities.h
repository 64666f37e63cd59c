// What makes a trace look as if it were read wrongly: units above all, since a file says nothing of them and a wrong guess by a factor
// of a thousand gives a run that looks fine.
#pragma once
#include "compiler/diag/diag.h"
#include "runtime/workload/trace.h"

namespace ssd::workload {

void tell_oddities(const Trace& trace, Span at, diag::Sink& sink);

}  // namespace ssd::workload

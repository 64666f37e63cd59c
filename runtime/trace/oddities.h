// Warnings about a trace that looks as if it is read wrongly. Wrong units matter most, because a file does not name its
// units, and a run with times that are wrong by a factor of a thousand looks fine.
#pragma once
#include "runtime/base/diag/diag.h"
#include "runtime/trace/trace.h"

namespace ssd::trace {

void tell_oddities(const Trace& trace, Span at, diag::Sink& sink);

}  // namespace ssd::trace

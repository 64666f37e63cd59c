// A run in a thread of its own. The caller's thread meanwhile asks Python for signals, so Ctrl-C raises at once in
// stages of the run, too, that ask nobody (a trace is read, requests are generated). Such a run ends by itself at the
// next question; nobody waits for it except the end of the process.
#pragma once
#include <memory>
#include <string_view>

#include "tools/python/core/bound.h"

namespace ssd::python {

// Runs the Plan. `told` is called a few times a second, in the caller's thread, with the stage and the share of it that
// is done; False ends the run, which is then partial. It may be None. Raises what `told` or a signal raises.
api::Run run_interruptibly(const api::Plan& plan, const api::RunOptions& options, const nb::object& told);

// Ends the runs that nobody waits for, and waits until they have ended. Called with the lock, when Python ends.
void end_runs_left();

}  // namespace ssd::python

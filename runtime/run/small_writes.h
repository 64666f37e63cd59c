// Writes smaller than a page: each of them costs the program of a whole page, which write amplification by pages does
// not show (account.bytes).
#pragma once
#include <string>

#include "runtime/base/environment.h"
#include "runtime/results/results.h"
#include "runtime/run/staged_run.h"

namespace ssd::run {

// Whether most writes of the stage are smaller than a page and the pages programmed for the host hold clearly more
// bytes than it wrote. The bytes are those of `results`, so it is known only after the run.
bool suffers_from_small_writes(const Stage& stage, const results::Results& results);
// What a report says of it.
std::string small_writes_note(const Plan& plan);
// Warns of it, with the arithmetic.
void warn_of_small_writes(diag::Sink& sink, const Plan& plan, const Stage& stage, const results::Results& results);

}  // namespace ssd::run

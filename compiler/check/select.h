// Selects a design by a name where a command accepts a design or an experiment. This is separate from check.h, because
// most callers do not need it.
#pragma once
#include "compiler/check/check.h"

namespace ssd::check {

// Like select_design(), for a name that is not the name of an experiment (names_experiment) but may have been meant as
// one: the help texts also list experiments.
const design::Design* select_design_beside_experiments(const Checked& checked, std::string_view name, diag::Sink& sink);

}  // namespace ssd::check

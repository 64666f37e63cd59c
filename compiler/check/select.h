// What a name means where a design or an experiment will do. Beside check.h, which who needs no experiment reads.
#pragma once
#include "compiler/check/check.h"

namespace ssd::check {

// As select_design(), for a name that is no experiment's (names_experiment) but might have been meant for one: helps
// name experiments, too.
const design::Design* select_design_beside_experiments(const Checked& checked, std::string_view name, diag::Sink& sink);

}  // namespace ssd::check

// `--points`: chooses the points of an experiment to run, by values on axes (`ways=4|8, design=S4`) or by number
// (`3,5-9`).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/experiment.h"
#include "runtime/base/diag/diag.h"

namespace ssd::study {

// For each point whether it is chosen; an empty text chooses all. Returns nothing after a diagnostic.
std::optional<std::vector<bool>> choose_points(const design::Experiment& experiment, const std::string& text,
                                               diag::Sink& sink);

}  // namespace ssd::study

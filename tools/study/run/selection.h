// `--points`: which points of an experiment are to be run, by values on axes (`ways=4|8, design=S4`) or by number
// (`3,5-9`).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/experiment.h"
#include "runtime/base/diag/diag.h"

namespace ssd::study {

// For each point whether it is chosen; all if the text is empty. Nothing after a diagnostic.
std::optional<std::vector<bool>> choose_points(const design::Experiment& experiment, const std::string& text,
                                               diag::Sink& sink);

}  // namespace ssd::study

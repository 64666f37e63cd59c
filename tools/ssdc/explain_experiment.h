// An experiment as `ssdc explain FILE:EXPERIMENT` prints it: axes and points, what is measured, what is claimed, what is drawn.
#pragma once
#include <string>

#include "compiler/design/experiment.h"

namespace ssd::cli {

std::string explain_experiment(const design::Experiment& experiment);

}  // namespace ssd::cli

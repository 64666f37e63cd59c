// The page of an experiment: axes and points, what is measured, what is claimed, what is drawn.
#pragma once
#include <string>

#include "compiler/design/experiment.h"

namespace ssd::explain {

std::string experiment_page(const design::Experiment& experiment);

}  // namespace ssd::explain

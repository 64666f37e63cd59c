// The parts of a design's page that follow from the design: the costs of its policies, and figures by arithmetic.
#pragma once
#include <string>

#include "compiler/design/design.h"

namespace ssd::explain {

// When each expression of the design is evaluated, and why. Empty if it has none.
std::string policy_costs(const design::Design& design);
std::string derived_figures(const design::Design& design);

}  // namespace ssd::explain

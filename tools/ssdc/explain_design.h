// A design as `ssdc explain` prints it: what its params came to, every value with its origin, the map and its proof, derived figures, and how it will be simulated.
#pragma once
#include <string>

#include "compiler/design/design.h"
#include "compiler/source/source.h"

namespace ssd::cli {

std::string explain_design(const design::Design& design, const std::vector<design::Property>& params, const SourceMap& sources);

}  // namespace ssd::cli

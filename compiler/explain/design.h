// The page of a design: the resolved params, every value with its origin, the map and its proof, derived figures, and
// how the design will be simulated.
#pragma once
#include <string>

#include "compiler/design/design.h"
#include "runtime/base/source.h"

namespace ssd::explain {

// `params`: the params that the design uses (check/params.h).
std::string design_page(const design::Design& design, const std::vector<design::Property>& params,
                        const SourceMap& sources);

}  // namespace ssd::explain

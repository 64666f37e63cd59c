// A map of the user's own, as formulas in the logical page number; the proof is map_proof.h's.
#pragma once
#include "compiler/check/maps/map_proof.h"

namespace ssd::check {

// Needs geometry and capacity. Nothing after an error.
std::optional<MapFormulas> read_map(Context& context, const design::Design& design, const ast::MapValue& value);

}  // namespace ssd::check

// Reads a map that the user wrote, as formulas of the logical page number. map_proof.h proves it.
#pragma once
#include "compiler/check/maps/map_proof.h"

namespace ssd::check {

// Reads the map; the geometry and the capacity must be known. Nothing after an error.
std::optional<MapFormulas> read_map(Context& context, const design::Design& design, const ast::MapValue& value);

}  // namespace ssd::check

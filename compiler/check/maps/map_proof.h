// The proof that a map sends every logical page to a plane that exists, and how evenly: over one period of its
// formulas, or over all logical pages (language.md, section 11).
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

struct MapFormulas {
  Formula formula;
  std::array<NodeId, 4> results{kNoNode, kNoNode, kNoNode, kNoNode};  // by Level
  std::array<const ast::Expr*, 4> written{};                          // null where the map is an order's
  std::string input = "lpn";
  std::string lets;  // what the formulas call by name: "unit = lpn / stripe, …"
  Span span;
};

// Fills what the proof found into the design's allocation. False after an error.
bool prove_map(Context& context, const MapFormulas& map, design::Design& design);

}  // namespace ssd::check

// The proof that a map sends every logical page to a plane that exists, and how evenly. It checks one period of the
// formulas, or all logical pages (language.md, "The proof about maps").
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

struct MapFormulas {
  Formula formula;
  std::array<NodeId, 4> results{kNoNode, kNoNode, kNoNode, kNoNode};  // by Level
  std::array<const ast::Expr*, 4> written{};                          // null if the map comes from an order
  std::string input = "lpn";
  std::string lets;  // the names that the formulas use: "unit = lpn / stripe, …"
  Span span;
};

// Stores the results of the proof in the design's allocation. Returns false after an error.
bool prove_map(Context& context, const MapFormulas& map, design::Design& design);

}  // namespace ssd::check

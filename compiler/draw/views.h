// One function a view. A view decides what is shown and in which words; it knows nothing of files and formats.
#pragma once
#include <string>
#include <vector>

#include "compiler/draw/draw.h"
#include "compiler/draw/graph.h"

namespace ssd::draw {

struct Drawing {
  Graph graph;
  std::vector<std::string> notes;
};

Drawing allocation_view(const design::Design& design, const Options& options);
Drawing tree_view(const design::Design& design);

}  // namespace ssd::draw

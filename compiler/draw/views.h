// One function for each view (views.def). A view decides what is shown and in which words; it does not know about files
// and formats.
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

#define SSD_VIEW(id, name) Drawing name##_view(const design::Design& design, const Options& options);
#include "compiler/draw/views.def"

}  // namespace ssd::draw

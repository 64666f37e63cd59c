// The whole way to a picture: a view builds the graph, Graphviz lays it out and writes it.
#include "compiler/draw/draw.h"

#include "compiler/draw/views.h"

namespace ssd::draw {

Picture draw(const design::Design& design, View view, Format format, const Options& options) {
  const Drawing drawing = view == View::kTree ? tree_view(design) : allocation_view(design, options);
  return {drawing.graph.render(format), drawing.notes};
}

}  // namespace ssd::draw

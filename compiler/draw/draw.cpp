// Makes a picture: a view builds the graph, Graphviz lays it out and writes it.
#include "compiler/draw/draw.h"

#include <stdexcept>

#include "compiler/draw/views.h"

namespace ssd::draw {

namespace {

Drawing drawing_of(const design::Design& design, View view, const Options& options) {
  switch (view) {
#define SSD_VIEW(id, name) \
  case View::id: return name##_view(design, options);
#include "compiler/draw/views.def"
  }
  throw std::logic_error("a view that views.def does not have");
}

}  // namespace

Picture draw(const design::Design& design, View view, Format format, const Options& options) {
  const Drawing drawing = drawing_of(design, view, options);
  return {drawing.graph.render(format), drawing.notes};
}

std::optional<Picture> unless_it_fails(const std::function<Picture()>& make, diag::Sink& sink) {
  try {
    return make();
  } catch (const RenderError& error) {
    sink.report(diag::Code::E0516, {}, error.what()).help("the format `dot` needs neither plug-ins nor fonts");
    return std::nullopt;
  }
}

}  // namespace ssd::draw

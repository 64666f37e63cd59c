// The bridge to Graphviz: a context lives for one rendering, errors become exceptions instead of lines on stderr.
#include "compiler/draw/graph.h"

#include <cgraph.h>
#include <fmt/format.h>
#include <gvc.h>

#include <string_view>

#include "compiler/draw/text.h"

namespace ssd::draw {
namespace {

constexpr const char* kFont = "Helvetica,Arial,sans-serif";  // generic, so that an SVG needs no font of its own
constexpr const char* kPngDpi = "120";

// The library's C interface takes char* also where it only reads.
char* text(const std::string& s) { return const_cast<char*>(s.c_str()); }
char* text(const char* s) { return const_cast<char*>(s); }

struct FreeContext {
  void operator()(GVC_t* context) const { gvFreeContext(context); }
};
using Context = std::unique_ptr<GVC_t, FreeContext>;

// The layout hangs on the graph and must be freed before its context.
class Layout {
 public:
  Layout(GVC_t* context, Agraph_t* graph) : context_(context), graph_(graph) { done_ = gvLayout(context, graph, "dot") == 0; }
  ~Layout() { gvFreeLayout(context_, graph_); }
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  bool done() const { return done_; }

 private:
  GVC_t* context_;
  Agraph_t* graph_;
  bool done_;
};

void set_html(Agraph_t* graph, void* object, const char* attribute, const std::string& html) {
  char* const shared = agstrdup_html(graph, text(html));
  agsafeset(object, text(attribute), shared, text(""));
  agstrfree(graph, shared);
}

[[noreturn]] void fail(const char* format) {
  const char* const reason = aglasterr();
  throw RenderError(fmt::format("graphviz cannot write {}: {}", format, reason ? reason : "no plug-in for it is installed"));
}

std::string write(GVC_t* context, Agraph_t* graph, const char* format) {
  char* data = nullptr;
  unsigned length = 0;
  if (gvRenderData(context, graph, format, &data, &length) != 0 || data == nullptr) fail(format);
  std::string bytes(data, length);
  gvFreeRenderData(data);
  return bytes;
}

// Graphviz titles the drawing's inner group only; a browser shows the title of the document.
std::string with_document_title(std::string svg, const std::string& title) {
  const auto first_group = svg.find("<g ");
  if (first_group != std::string::npos) svg.insert(first_group, "<title>" + escape(title) + "</title>\n");
  return svg;
}

}  // namespace

void Graph::Close::operator()(Agraph_s* graph) const { agclose(graph); }

Graph::Graph(const std::string& title) : graph_(agopen(text(title), Agdirected, nullptr)), title_(title) {
  Agraph_t* const g = graph_.get();
  agattr(g, AGRAPH, text("fontname"), text(kFont));
  agattr(g, AGRAPH, text("pad"), text("0.15"));
  agattr(g, AGNODE, text("fontname"), text(kFont));
  agattr(g, AGNODE, text("shape"), text("plain"));
  agattr(g, AGEDGE, text("color"), text("#78909c"));
  agattr(g, AGEDGE, text("arrowhead"), text("none"));
}

void Graph::set(const char* attribute, const char* value) { agattr(graph_.get(), AGRAPH, text(attribute), text(value)); }

void Graph::set_heading(const std::string& html) { set_html(graph_.get(), graph_.get(), "label", html); }

void Graph::add_node(const std::string& name, const std::string& html) {
  set_html(graph_.get(), agnode(graph_.get(), text(name), 1), "label", html);
}

void Graph::add_edge(const std::string& from, const std::string& to) {
  Agraph_t* const g = graph_.get();
  agedge(g, agnode(g, text(from), 0), agnode(g, text(to), 0), nullptr, 1);
}

std::string Graph::render(Format format) const {
  agseterr(AGMAX);  // keep messages for fail() instead of printing them
  agreseterrors();
  const Context context(gvContext());
  if (format == Format::kDot) return write(context.get(), graph_.get(), "canon");
  const bool svg = format == Format::kSvg;
  // An SVG has no dots: it keeps Graphviz's own 72 points an inch.
  agattr(graph_.get(), AGRAPH, text("dpi"), text(svg ? "72" : kPngDpi));
  const Layout layout(context.get(), graph_.get());
  // A label that Graphviz cannot read is an error message of its own, not a failed layout.
  if (!layout.done() || agerrors() >= AGERR) fail(svg ? "svg" : "png");
  const std::string bytes = write(context.get(), graph_.get(), svg ? "svg" : "png");
  return svg ? with_document_title(bytes, title_) : bytes;
}

}  // namespace ssd::draw

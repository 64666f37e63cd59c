// The connection to Graphviz: frees what it returns, and turns its errors into exceptions instead of lines on stderr.
#include "compiler/draw/graph.h"

#include <fmt/format.h>
#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "compiler/draw/apart.h"
#include "compiler/draw/plugins.h"
#include "compiler/draw/text.h"

namespace ssd::draw {
namespace {

constexpr const char* kFont = "Helvetica,Arial,sans-serif";  // generic, so that an SVG needs no font of its own
constexpr const char* kPngDpi = "120";

// The library's C interface takes char* even where it only reads.
char* text(const std::string& s) { return const_cast<char*>(s.c_str()); }
char* text(const char* s) { return const_cast<char*>(s); }

// The data that a layout attaches to the graph must be freed before the graph.
class Layout {
 public:
  Layout(GVC_t* context, Agraph_t* graph, Places places)
      : context_(context),
        graph_(graph),
        done_(gvLayout(context, graph, places == Places::kFixed ? "nop2" : "dot") == 0) {}
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

void add_edge(Agraph_t* graph, const std::string& from, const std::string& to,
              const std::vector<std::pair<const char*, std::string>>& attributes) {
  Agedge_t* const edge = agedge(graph, agnode(graph, text(from), 0), agnode(graph, text(to), 0), nullptr, 1);
  for (const auto& [attribute, value] : attributes) agsafeset(edge, text(attribute), text(value), text(""));
}

const char* name_of(Format format) { return format == Format::kPng ? "png" : "svg"; }

[[noreturn]] void fail(Format format) {
  const std::unique_ptr<char, decltype(&std::free)> reason(aglasterr(), &std::free);
  const std::string detail = reason ? printable(reason.get()) : "";
  throw RenderError(
      fmt::format("graphviz cannot write {}; {} {}", name_of(format), why_plugins_are_missing(format), detail));
}

std::string write(GVC_t* context, Agraph_t* graph, Format format) {
  char* data = nullptr;
  unsigned length = 0;
  if (gvRenderData(context, graph, name_of(format), &data, &length) != 0 || data == nullptr) fail(format);
  std::string bytes(data, length);
  gvFreeRenderData(data);
  return bytes;
}

// The library can write DOT only to a file; this file is in memory.
std::string write_dot(Agraph_t* graph) {
  char* data = nullptr;
  std::size_t length = 0;
  std::FILE* const file = open_memstream(&data, &length);
  if (file == nullptr) throw std::bad_alloc();
  agwrite(graph, file);
  std::fclose(file);
  std::string bytes(data, length);
  std::free(data);
  return bytes;
}

// Graphviz gives a title only to the inner group of the drawing, but a browser shows the title of the document.
std::string with_document_title(std::string svg, const std::string& title) {
  const auto first_group = svg.find("<g ");
  if (first_group != std::string::npos) svg.insert(first_group, "<title>" + escape_xml(title) + "</title>\n");
  return svg;
}

// In Graphviz y goes upwards, the place of a node is its middle, and its size is in inches. The label is always set,
// because otherwise the name would be the label.
void place_box(Agraph_t* graph, const std::string& name, const Box& box, const std::string& html,
               const std::string& tooltip) {
  constexpr double kPointsPerInch = 72;
  Agnode_t* const node = agnode(graph, text(name), 1);
  const auto set = [node](const char* attribute, const std::string& value) {
    agsafeset(node, text(attribute), text(value), text(""));
  };
  set("pos", fmt::format("{:.2f},{:.2f}", box.x + box.width / 2, -(box.y + box.height / 2)));
  set("width", fmt::format("{:.4f}", box.width / kPointsPerInch));
  set("height", fmt::format("{:.4f}", box.height / kPointsPerInch));
  set("fixedsize", "true");
  set("style", "filled");
  set("fillcolor", box.fill);
  set("peripheries", box.line.empty() ? "0" : "1");
  if (!box.line.empty()) set("color", box.line);
  if (!box.line.empty()) set("penwidth", fmt::format("{:g}", box.pen));
  if (!tooltip.empty()) set("tooltip", tooltip);
  if (html.empty())
    set("label", "");
  else
    set_html(graph, node, "label", html);
}

void set_defaults(Agraph_t* g) {
  agattr(g, AGRAPH, text("fontname"), text(kFont));
  agattr(g, AGRAPH, text("pad"), text("0.15"));
  agattr(g, AGNODE, text("fontname"), text(kFont));
  // A box with the size of its label and without an outline. Unlike `plain`, it has its corner ports at the corners.
  agattr(g, AGNODE, text("shape"), text("box"));
  // Graphviz makes this label the default of all graphs as soon as it renders anything. It is set here so that DOT does
  // not depend on that.
  agattr(g, AGNODE, text("label"), text("\\N"));
  for (const char* none : {"margin", "width", "height", "peripheries"}) agattr(g, AGNODE, text(none), text("0"));
  agattr(g, AGEDGE, text("color"), text("#78909c"));
  agattr(g, AGEDGE, text("arrowhead"), text("none"));
}

struct Close {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};

}  // namespace

Graph::Graph(const std::string& title, Places places) : title_(printable(title)), places_(places) {}

void Graph::set(const char* attribute, const char* value) {
  steps_.emplace_back([attribute = std::string(attribute), value = std::string(value)](Agraph_t* graph) {
    agattr(graph, AGRAPH, text(attribute), text(value));
  });
}

void Graph::set_heading(const std::string& html) {
  steps_.emplace_back([html](Agraph_t* graph) { set_html(graph, graph, "label", html); });
}

void Graph::add_node(const std::string& name, const std::string& html) {
  steps_.emplace_back([name, html](Agraph_t* graph) { set_html(graph, agnode(graph, text(name), 1), "label", html); });
}

void Graph::add_branch(const std::string& from, const std::string& from_port, const std::string& to,
                       const std::string& to_port, bool straight) {
  steps_.emplace_back([=](Agraph_t* graph) {
    add_edge(graph, from, to,
             {{"tailport", from_port + ":e"}, {"headport", to_port + ":w"}, {"weight", straight ? "100" : "0"}});
  });
}

// Layout keeps edges with a high weight straight; this edge runs from corner to corner.
void Graph::stack(const std::string& above, const std::string& below) {
  steps_.emplace_back([=](Agraph_t* graph) {
    add_edge(graph, above, below, {{"tailport", "sw"}, {"headport", "nw"}, {"style", "invis"}, {"weight", "100"}});
  });
}

void Graph::add_box(const Box& box, const std::string& html, const std::string& tooltip) {
  steps_.emplace_back(
      [=, name = fmt::format("b{}", boxes_++)](Agraph_t* graph) { place_box(graph, name, box, html, tooltip); });
}

std::string Graph::rendered_here(Format format) const {
  const std::unique_ptr<Agraph_t, Close> graph(agopen(text(title_), Agdirected, nullptr));
  set_defaults(graph.get());
  for (const auto& step : steps_) step(graph.get());
  if (format == Format::kDot) return write_dot(graph.get());
  agseterr(AGMAX);  // keep messages for fail() instead of printing them
  agreseterrors();
  const bool svg = format == Format::kSvg;
  // Dots do not matter to an SVG, so it keeps Graphviz's own 72 points an inch.
  agattr(graph.get(), AGRAPH, text("dpi"), text(svg ? "72" : kPngDpi));
  // Of the child process, which ends before it would be freed.
  GVC_t* const context = context_with_plugins(format);
  const Layout layout(context, graph.get(), places_);
  // A label that Graphviz cannot read causes an error message, but not a failed layout.
  if (!layout.done() || agerrors() >= AGERR) fail(format);
  const std::string bytes = write(context, graph.get(), format);
  return svg ? with_document_title(bytes, title_) : bytes;
}

std::string Graph::render(Format format) const {
  return apart([&] { return rendered_here(format); },
               format == Format::kDot ? WithoutProcess::kHere : WithoutProcess::kFails);
}

}  // namespace ssd::draw

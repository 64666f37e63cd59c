// The connection to Graphviz: frees what it returns, and turns its errors into exceptions instead of lines on stderr.
#include "compiler/draw/graph.h"

#include <fmt/format.h>
#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "compiler/draw/text.h"
#include "runtime/base/memory_shortage.h"

namespace ssd::draw {
namespace {

constexpr const char* kFont = "Helvetica,Arial,sans-serif";  // generic, so that an SVG needs no font of its own
constexpr const char* kPngDpi = "120";

// The library's C interface takes char* even where it only reads.
char* text(const std::string& s) { return const_cast<char*>(s.c_str()); }
char* text(const char* s) { return const_cast<char*>(s); }

struct FreeContext {
  void operator()(GVC_t* context) const { gvFreeContext(context); }
};

// One context for the whole process. The text plug-in keeps a pointer to the name of a font that the context owns
// (Graphviz 2.42), so a second context would read memory that the first one has freed.
GVC_t* context() {
  static const std::unique_ptr<GVC_t, FreeContext> instance(gvContext());
  return instance.get();
}

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

// The data that a layout attaches to the graph must be freed before the graph.
class Layout {
 public:
  Layout(Agraph_t* graph, Places places)
      : graph_(graph), done_(gvLayout(context(), graph, places == Places::kFixed ? "nop2" : "dot") == 0) {}
  ~Layout() { gvFreeLayout(context(), graph_); }
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  bool done() const { return done_; }

 private:
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

// Starts so many threads that exist at the same time. Throws std::system_error if the system refuses one.
void start_threads(std::size_t count) {
  std::mutex gate;
  std::vector<std::jthread> threads;
  const std::lock_guard closed(gate);
  while (threads.size() < count) threads.emplace_back([&gate] { const std::lock_guard through(gate); });
}

// Without memory, or without threads when it is first used, the library of the fonts would end the program.
void require_surroundings() {
  constexpr std::size_t kMemory = std::size_t{64} << 20U, kThreads = 4;
  memory_shortage::require(kMemory);
  static std::once_flag first;
  std::call_once(first, [] {
    try {
      start_threads(kThreads);
    } catch (const std::system_error&) {
      throw RenderError("the system starts no threads for Graphviz");
    }
  });
}

[[noreturn]] void fail(const char* format) {
  const std::unique_ptr<char, decltype(&std::free)> reason(aglasterr(), &std::free);
  const std::string detail = reason ? printable(reason.get()) : "";
  throw RenderError(
      fmt::format("graphviz cannot write {}; are its plug-ins installed (Debian: libgvc6)? {}", format, detail));
}

std::string write(Agraph_t* graph, const char* format) {
  char* data = nullptr;
  unsigned length = 0;
  if (gvRenderData(context(), graph, format, &data, &length) != 0 || data == nullptr) fail(format);
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

}  // namespace

void Graph::Close::operator()(Agraph_s* graph) const { agclose(graph); }

Graph::Graph(const std::string& title, Places places)
    : alone_(one_at_a_time()), title_(printable(title)), places_(places) {
  graph_.reset(agopen(text(title_), Agdirected, nullptr));
  Agraph_t* const g = graph_.get();
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

void Graph::set(const char* attribute, const char* value) {
  agattr(graph_.get(), AGRAPH, text(attribute), text(value));
}

void Graph::set_heading(const std::string& html) { set_html(graph_.get(), graph_.get(), "label", html); }

void Graph::add_node(const std::string& name, const std::string& html) {
  set_html(graph_.get(), agnode(graph_.get(), text(name), 1), "label", html);
}

void Graph::add_branch(const std::string& from, const std::string& from_port, const std::string& to,
                       const std::string& to_port, bool straight) {
  add_edge(graph_.get(), from, to,
           {{"tailport", from_port + ":e"}, {"headport", to_port + ":w"}, {"weight", straight ? "100" : "0"}});
}

// Layout keeps edges with a high weight straight; this edge runs from corner to corner.
void Graph::stack(const std::string& above, const std::string& below) {
  add_edge(graph_.get(), above, below, {{"tailport", "sw"}, {"headport", "nw"}, {"style", "invis"}, {"weight", "100"}});
}

// In Graphviz y goes upwards, the place of a node is its middle, and its size is in inches. The label is always set,
// because otherwise the name would be the label.
void Graph::add_box(const Box& box, const std::string& html, const std::string& tooltip) {
  constexpr double kPointsPerInch = 72;
  Agnode_t* const node = agnode(graph_.get(), text(fmt::format("b{}", boxes_++)), 1);
  const auto set = [node](const char* attribute, const std::string& value) {
    agsafeset(node, text(attribute), text(value), text(""));
  };
  set("pos", fmt::format("{:.2f},{:.2f}", box.x + box.width / 2, -(box.y + box.height / 2)));
  set("width", fmt::format("{:.4f}", box.width / kPointsPerInch));
  set("height", fmt::format("{:.4f}", box.height / kPointsPerInch));
  set("fixedsize", "true");
  set("style", "filled");
  set("fillcolor", box.fill);
  set("peripheries", box.line == nullptr ? "0" : "1");
  if (box.line != nullptr) set("color", box.line);
  if (box.line != nullptr) set("penwidth", fmt::format("{:g}", box.pen));
  if (!tooltip.empty()) set("tooltip", tooltip);
  if (html.empty())
    set("label", "");
  else
    set_html(graph_.get(), node, "label", html);
}

std::string Graph::render(Format format) const {
  if (format == Format::kDot) return write_dot(graph_.get());
  require_surroundings();
  agseterr(AGMAX);  // keep messages for fail() instead of printing them
  agreseterrors();
  const bool svg = format == Format::kSvg;
  // Dots do not matter to an SVG, so it keeps Graphviz's own 72 points an inch.
  agattr(graph_.get(), AGRAPH, text("dpi"), text(svg ? "72" : kPngDpi));
  const Layout layout(graph_.get(), places_);
  // A label that Graphviz cannot read causes an error message, but not a failed layout.
  if (!layout.done() || agerrors() >= AGERR) fail(svg ? "svg" : "png");
  const std::string bytes = write(graph_.get(), svg ? "svg" : "png");
  return svg ? with_document_title(bytes, title_) : bytes;
}

}  // namespace ssd::draw

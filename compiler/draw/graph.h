// A graph that Graphviz lays out, or boxes at fixed places. Only this part of the room uses the library, and only in a
// child process (apart.h): until it is rendered, a graph is a list of steps that make it there.
//
// Invariant: labels are HTML-like and well formed, so all text in them has passed through escape_label() of text.h.
// Names of nodes need no escaping, because they reach the library as strings and not as DOT text.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "compiler/draw/draw.h"

struct Agraph_s;

namespace ssd::draw {

// A rectangle in points from the upper left corner; y goes downwards.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  std::string fill = "white";
  std::string line;  // colour of its outline; "": none
  double pen = 1;    // width of the outline
};

// Who determines the places of nodes: Graphviz, or the caller, who adds boxes.
enum class Places { kLaidOut, kFixed };

class Graph {
 public:
  // The title is the name of the picture in a browser or a screen reader.
  explicit Graph(const std::string& title, Places places = Places::kLaidOut);

  void set(const char* attribute, const char* value);  // of the graph
  void set_heading(const std::string& html);
  void add_node(const std::string& name, const std::string& html);
  // Adds a line from the right side of a port of one node to the left side of a port of another; both nodes must exist.
  // A straight line determines the positions of the two nodes relative to each other.
  void add_branch(const std::string& from, const std::string& from_port, const std::string& to,
                  const std::string& to_port, bool straight);
  // Puts `below` under `above` with their left sides aligned: for text over a table, each with its own width.
  void stack(const std::string& above, const std::string& below);

  // For a graph with fixed places. `html` is centred; the tooltip is plain text, "" for none. Later boxes are drawn
  // over earlier ones.
  void add_box(const Box& box, const std::string& html = {}, const std::string& tooltip = {});

  // Throws RenderError.
  std::string render(Format format) const;

 private:
  std::string rendered_here(Format format) const;
  std::vector<std::function<void(Agraph_s*)>> steps_;
  std::string title_;
  Places places_;
  std::size_t boxes_ = 0;
};

}  // namespace ssd::draw

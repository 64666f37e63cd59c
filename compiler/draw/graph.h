// A graph for Graphviz to lay out, or boxes that stand where they are put. The only part of the room that knows the
// library; frees what the library hands out. The library has state of the process: one graph exists at a time, and who
// makes another one in another thread waits.
//
// Invariant: labels are HTML-like and well formed, so all text in them has gone through escape_label() of text.h. Names
// of nodes need no escaping: they reach the library as strings, never as DOT text.
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "compiler/draw/draw.h"

struct Agraph_s;

namespace ssd::draw {

// A rectangle in points from the upper left corner, y downwards.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  const char* fill = "white";
  const char* line = nullptr;  // colour of its outline; null: none
  double pen = 1;              // the outline's width
};

// Who decides where nodes stand: Graphviz, or whoever adds them as boxes.
enum class Places { kLaidOut, kFixed };

class Graph {
 public:
  // The title is what a browser or a screen reader calls the picture.
  explicit Graph(const std::string& title, Places places = Places::kLaidOut);

  void set(const char* attribute, const char* value);  // of the graph
  void set_heading(const std::string& html);
  void add_node(const std::string& name, const std::string& html);
  // From the right side of a port of one node to the left side of a port of another; both nodes have been added before.
  // A straight one decides how the nodes stand to each other.
  void add_branch(const std::string& from, const std::string& from_port, const std::string& to,
                  const std::string& to_port, bool straight);
  // Sets `below` under `above`, their left sides in one line: for text over a table, each as wide as it needs to be.
  void stack(const std::string& above, const std::string& below);

  // Of a graph with fixed places. `html` stands in the middle; the tooltip is plain text, "" for none. Later boxes are
  // drawn over earlier ones.
  void add_box(const Box& box, const std::string& html = {}, const std::string& tooltip = {});

  std::string render(Format format) const;

 private:
  struct Close {
    void operator()(Agraph_s* graph) const;
  };
  std::unique_lock<std::mutex> alone_;
  std::unique_ptr<Agraph_s, Close> graph_;
  std::string title_;
  Places places_;
  std::size_t boxes_ = 0;
};

}  // namespace ssd::draw

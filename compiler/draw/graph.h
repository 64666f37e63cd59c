// A graph for Graphviz to lay out. The only part of the room that knows the library; frees what the library hands out.
//
// Invariant: labels are HTML-like and well formed, so all text in them has gone through escape_label() of text.h. Names of nodes
// need no escaping: they reach the library as strings, never as DOT text.
#pragma once
#include <memory>
#include <string>

#include "compiler/draw/draw.h"

struct Agraph_s;

namespace ssd::draw {

class Graph {
 public:
  // The title is what a browser or a screen reader calls the picture.
  explicit Graph(const std::string& title);

  void set(const char* attribute, const char* value);  // of the graph
  void set_heading(const std::string& html);
  void add_node(const std::string& name, const std::string& html);
  // From the right side of a port of one node to the left side of a port of another; both nodes have been added before. A straight one
  // decides how the nodes stand to each other.
  void add_branch(const std::string& from, const std::string& from_port, const std::string& to, const std::string& to_port, bool straight);
  // Sets `below` under `above`, their left sides in one line: for text over a table, each as wide as it needs to be.
  void stack(const std::string& above, const std::string& below);

  std::string render(Format format) const;

 private:
  struct Close {
    void operator()(Agraph_s* graph) const;
  };
  std::unique_ptr<Agraph_s, Close> graph_;
  std::string title_;
};

}  // namespace ssd::draw

// A file as a list of atoms: its tokens and comments in order, each with the line breaks before it, the bracket around
// it, and whether it begins an item. Everything that the layout must know about the language is determined here.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "compiler/syntax/ast/ast.h"
#include "runtime/base/source.h"

namespace ssd::format {

inline constexpr std::size_t kTop = std::numeric_limits<std::size_t>::max();

// The form of an item, for the alignment of columns: where its head ends.
enum class Shape : std::uint8_t {
  kPlain,   // no head: nothing is aligned
  kColon,   // `key: …`, `vary axis: …`
  kBrace,   // `key { … }`, `design NAME from OTHER { … }`
  kAssign,  // `const a = …`
};

struct Atom {
  enum class Kind : std::uint8_t { kToken, kLineComment, kBlockComment };
  std::string text;
  Kind kind = Kind::kToken;
  unsigned breaks = 0;       // line breaks before it; 2 means a blank line
  bool starts_item = false;  // begins a declaration, item, statement or `let`, or the value after the `let`s
  Shape shape = Shape::kPlain;
  bool applied = false, negates = false;
  std::size_t partner = 0;   // for a bracket: the other one
  std::size_t frame = kTop;  // the bracket around it

  bool comment() const { return kind != Kind::kToken; }
  bool is(std::string_view sign) const { return kind == Kind::kToken && text == sign; }
  bool opens() const { return is("{") || is("(") || is("["); }
  bool closes() const { return is("}") || is(")") || is("]"); }
};

std::vector<Atom> atoms(const ast::File& tree, const SourceMap& sources);

}  // namespace ssd::format

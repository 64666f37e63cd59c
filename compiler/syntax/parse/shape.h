// The shape of a mistake: the tokens around the one where the parser stopped, written as a row of words, such as
// `let|const#word NAME @:`.
// - `let`, `=`, `->`: a token as it is spelled. `-` is the operator, NEGATE the sign; `(` touches nothing before it,
// CALL touches the function.
// - `NAME`, `LITERAL`, …: a class of tokens (kClasses in shape.cpp). ANY includes the end of the file, TOKEN does not.
// - `a|b`: one of several.
// - A sign before a word: `@` where the parser stopped, `^` the first token of the statement, `~` touches the token
// before it, `_` is not the first on its line.
// - `#word` after it: its text replaces `{word}` in the texts of the row.
// - `…`: any tokens. The part to the left of it is anchored at `^`, the part to the right at `@`.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

// The texts of tokens by their names.
using Texts = std::map<std::string, std::string, std::less<>>;

class Shape {
 public:
  explicit Shape(std::string_view written);
  // Whether the tokens have this shape, if the statement begins at `start` and the parser stopped at `at`. Adds the
  // texts that have names.
  bool matches(const TokenList& tokens, std::size_t start, std::size_t at, Texts& texts) const;
  // The token at which the shape is anchored: where the parser stopped, unless the shape names only the first token of
  // the statement.
  std::size_t anchor(std::size_t start, std::size_t at) const { return parts_.back().by_start ? start : at; }

 private:
  struct Element {
    std::vector<bool (*)(const TokenList& tokens, std::size_t at)> classes;
    std::vector<std::uint16_t> kinds;
    bool stopped = false, first = false, touches = false, same_line = false;
    std::string name;
    bool fits(const TokenList& tokens, std::size_t at) const;
  };
  // A row of adjacent tokens, one of which is the anchor.
  struct Part {
    std::vector<Element> elements;
    std::size_t anchor = 0;
    bool by_start = false;  // the anchor is the first token of the statement; otherwise it is where the parser stopped
  };
  static Element element(std::string_view written);

  std::vector<Part> parts_;
};

// The text with `{name}` replaced; other braces stay.
std::string filled(std::string_view text, const Texts& texts);

}  // namespace ssd::parse

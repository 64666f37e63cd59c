// The shape of a slip: the tokens around the one where the parser stopped, written as a row of words, such as
// `let|const#word NAME @:`.
//   let  =  ->       a token as it is spelled; `-` is the operator, NEGATE the sign; `(` touches nothing, CALL what it
//   is applied to NAME LITERAL …   a class of tokens (kClasses of shape.cpp); ANY is also the end of the file, TOKEN
//   any other one a|b              one of several
//   @  ^  ~  _       before it: where the parser stopped; the first token of the statement; touches the token before
//   it; not first on its line #word            behind it: its text is `{word}` in the row's texts …                any
//   tokens; left of it the shape goes by `^`, right of it by `@`
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

// By their names.
using Texts = std::map<std::string, std::string, std::less<>>;

class Shape {
 public:
  explicit Shape(std::string_view written);
  // Whether the tokens have this shape, if the statement begins at `start` and the parser stopped at `at`. Adds the
  // texts that have names.
  bool matches(const TokenList& tokens, std::size_t start, std::size_t at, Texts& texts) const;
  // The token that the shape goes by: where the parser stopped, unless its words name the statement's first token
  // alone.
  std::size_t anchor(std::size_t start, std::size_t at) const { return parts_.back().by_start ? start : at; }

 private:
  struct Element {
    std::vector<bool (*)(const TokenList& tokens, std::size_t at)> classes;
    std::vector<std::uint16_t> kinds;
    bool stopped = false, first = false, touches = false, same_line = false;
    std::string name;
    bool fits(const TokenList& tokens, std::size_t at) const;
  };
  // A row of neighbours, of which one is anchored.
  struct Part {
    std::vector<Element> elements;
    std::size_t anchor = 0;
    bool by_start = false;  // the anchor is the statement's first token, else the one where the parser stopped
  };
  static Element element(std::string_view written);

  std::vector<Part> parts_;
};

// The text with `{name}` replaced; other braces stay.
std::string filled(std::string_view text, const Texts& texts);

}  // namespace ssd::parse

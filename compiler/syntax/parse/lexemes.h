// The tokens of a text for those who show or rewrite it: places and how they hang together, without the lexer's
// numbering. And the words that the grammar knows.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/source.h"

namespace ssd::parse {

struct Lexeme {
  std::uint32_t begin = 0, end = 0;
  bool ends_operand = false;    // a name, a literal or a closing bracket
  bool begins_operand = false;  // an expression may begin so
  bool applied = false;  // the `(` of a call or of parameters, the `[` of an index: it touches what it belongs to
  bool negates = false;  // a `-` with no operand before it
};

// Of a text that parse_file accepted, in order. Comments and documentation are what lies between.
std::vector<Lexeme> lexemes(FileId file, const SourceMap& sources);

std::vector<std::string> reserved_words();  // of no other use
std::vector<std::string> soft_words();      // that may be names too

}  // namespace ssd::parse

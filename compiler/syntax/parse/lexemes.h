// The tokens of a text for code that shows or rewrites it: their places and how they relate, without the lexer's
// numbering. Also the words of the grammar.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/source.h"

namespace ssd::parse {

struct Lexeme {
  std::uint32_t begin = 0, end = 0;
  bool ends_operand = false;    // a name, a literal or a closing bracket
  bool begins_operand = false;  // an expression may begin with it
  bool applied = false;  // the `(` of a call or of parameters, the `[` of an index: it touches what it belongs to
  bool negates = false;  // a `-` without an operand before it
};

// The tokens, in order, of a text that parse_file accepted. Comments and documentation are between them.
std::vector<Lexeme> lexemes(FileId file, const SourceMap& sources);

std::vector<std::string> reserved_words();  // cannot be names
std::vector<std::string> soft_words();      // can also be names

}  // namespace ssd::parse

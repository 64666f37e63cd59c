// The tokens of a file for the rest of the parser: a flat list of our own, so that the passes between lexing and
// parsing (joining `MB` and `/s`, balancing brackets) can look around, insert and drop. Invariant: the last token is
// the end of the file.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/syntax/parse/errors.h"
#include "runtime/base/source.h"

namespace ssd::parse {

struct Token {
  std::uint16_t kind = 0;  // in the numbering of SsdLexer
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t indent = 0;  // bytes of white space at the beginning of its line
  bool first_on_line = false;
  bool touches_previous = false;  // without a space or a comment between them
  bool reported =
      false;  // something here was already reported: a message of the parser about it would only repeat that
};

struct DocLine {
  std::size_t before_token = 0;  // the token that follows it
  std::uint32_t begin = 0;       // of the text after the slashes
  std::uint32_t end = 0;
  std::uint32_t line = 0;
};

struct TokenList {
  FileId file = kNoFile;
  std::string_view text;
  std::vector<Token> tokens;
  std::vector<DocLine> docs;

  const Token& operator[](std::size_t i) const { return tokens[i]; }
  std::size_t last() const { return tokens.size() - 1; }
  std::string_view text_of(std::size_t i) const {
    return text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
  }
  Span span_of(std::size_t i) const { return {file, tokens[i].begin, tokens[i].end}; }
};

// What comes after the slash of a rate, as in `40MB/s`.
inline constexpr std::string_view kPerSecond = "s";

// Reads a text that check_text() has accepted. Reports characters that are not a token and leaves them out.
// Returns false if the file has too many tokens to go on.
bool read_tokens(const SourceFile& file, FileId id, TokenList& list, Errors& errors);

bool is_name(std::uint16_t kind);  // an identifier or a soft word
bool is_reserved(std::uint16_t kind);
bool is_literal(std::uint16_t kind);
bool is_opener(std::uint16_t kind);
bool is_closer(std::uint16_t kind);
bool ends_operand(std::uint16_t kind);    // a name, a literal or a closing bracket
bool begins_operand(std::uint16_t kind);  // an expression may begin with it

}  // namespace ssd::parse

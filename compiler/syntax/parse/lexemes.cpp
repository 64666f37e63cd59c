// Implements lexemes.h.
#include "compiler/syntax/parse/lexemes.h"

#include "SsdLexer.h"
#include "compiler/syntax/parse/code_points.h"
#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {
namespace {

using grammar::SsdLexer;

// The lexer lists its words as `'import'`.
std::vector<std::string> words(std::size_t first, std::size_t last) {
  CodePoints nothing({});
  const SsdLexer lexer(&nothing);
  std::vector<std::string> list;
  for (std::size_t kind = first; kind <= last; ++kind) {
    const std::string quoted = lexer.getVocabulary().getLiteralName(kind);
    list.push_back(quoted.substr(1, quoted.size() - 2));
  }
  return list;
}

}  // namespace

std::vector<Lexeme> lexemes(FileId file, const SourceMap& sources) {
  diag::Sink sink;
  Errors errors(sink);
  TokenList tokens;
  std::vector<Lexeme> result;
  if (!read_tokens(sources.file(file), file, tokens, errors)) return result;
  for (std::size_t i = 0; i < tokens.last(); ++i) {
    const Token& token = tokens[i];
    result.push_back({.begin = token.begin,
                      .end = token.end,
                      .ends_operand = ends_operand(token.kind),
                      .begins_operand = begins_operand(token.kind),
                      .applied = token.kind == SsdLexer::CALL || token.kind == SsdLexer::INDEX,
                      .negates = token.kind == SsdLexer::NEGATE});
  }
  return result;
}

std::vector<std::string> reserved_words() { return words(SsdLexer::KW_IMPORT, SsdLexer::KW_FALSE); }
std::vector<std::string> soft_words() { return words(SsdLexer::KW_NAND, SsdLexer::KW_PLOT); }

}  // namespace ssd::parse

// Implements slips.h.
#include "compiler/syntax/parse/slips.h"

#include <algorithm>

#include "SsdLexer.h"
#include "compiler/syntax/parse/brackets.h"
#include "compiler/syntax/parse/foreign_words.h"
#include "compiler/syntax/parse/slip.h"
#include "runtime/base/suggest.h"

namespace ssd::parse {
namespace {

using diag::Code;
using grammar::SsdLexer;

std::size_t partner(const TokenList& tokens, std::size_t opener) {
  int depth = 0;
  for (std::size_t i = opener; i < tokens.last(); ++i) {
    if (is_opener(tokens[i].kind)) ++depth;
    if (is_closer(tokens[i].kind) && --depth == 0) return i;
  }
  return tokens.last();
}

// Whether this is `key:`, `key {`, `key(x):`, `let`, or a statement of an experiment.
bool begins_item(const TokenList& tokens, std::size_t at) {
  const std::uint16_t kind = tokens[at].kind;
  if (kind == SsdLexer::KW_LET) return true;
  if (!is_name(kind) || at == tokens.last()) return false;
  const std::uint16_t next = tokens[at + 1].kind;
  if (next == SsdLexer::COLON || next == SsdLexer::LBRACE) return true;
  if (next == SsdLexer::CALL)
    return tokens[std::min(partner(tokens, at + 1) + 1, tokens.last())].kind == SsdLexer::COLON;
  if (!tokens[at].first_on_line) return false;
  if (kind >= SsdLexer::KW_VARY && kind <= SsdLexer::KW_PLOT) return true;
  return at > 0 && ends_operand(tokens[at - 1].kind) && begins_operand(next) &&
         !tokens[at + 1].first_on_line;  // a forgotten `:`
}

// A statement with a repaired bracket or a dropped character often fails to parse for that reason alone.
bool already_reported(const TokenList& tokens, const Failure& failure) {
  std::size_t end = failure.offending + 1;
  if (failure.where == Where::kDeclaration) {
    end = std::max(end, next_declaration(tokens, failure.start + 1));
  } else {
    end = std::max(end, resume_point(tokens, failure.start, failure.offending));
  }
  end = std::min(end, tokens.tokens.size());
  for (std::size_t i = failure.start; i < end; ++i) {
    if (tokens[i].reported) return true;
  }
  return false;
}

// Whether JSON, XML or YAML may begin with the token.
bool begins_foreign_text(std::uint16_t kind) {
  return kind == SsdLexer::LBRACE || kind == SsdLexer::LBRACKET || kind == SsdLexer::LESS || kind == SsdLexer::MINUS ||
         kind == SsdLexer::NEGATE;
}

}  // namespace

std::size_t resume_point(const TokenList& tokens, std::size_t start, std::size_t offending) {
  std::size_t at = start;
  while (at < tokens.last()) {
    if (tokens[at].kind == SsdLexer::RBRACE) return at;
    if (at > start && at >= offending && begins_item(tokens, at)) return at;
    at = is_opener(tokens[at].kind) ? partner(tokens, at) + 1 : at + 1;
  }
  return std::min(at, tokens.last());
}

bool begins_declaration(const TokenList& tokens, std::size_t at) {
  const std::uint16_t kind = tokens[at].kind;
  if (kind >= SsdLexer::KW_IMPORT && kind <= SsdLexer::KW_FN) return true;
  if (kind < SsdLexer::KW_NAND || kind > SsdLexer::KW_EXPERIMENT || at == tokens.last()) return false;
  const std::uint16_t next = tokens[at + 1].kind;
  return next != SsdLexer::COLON && next != SsdLexer::CALL && next != SsdLexer::DOT;
}

std::size_t next_declaration(const TokenList& tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.last(); ++at) {
    const std::uint16_t kind = tokens[at].kind;
    if (is_opener(kind)) ++depth;
    if (is_closer(kind)) --depth;
    if (depth > 0 || !tokens[at].first_on_line) continue;
    const bool named = is_name(kind) && at + 2 < tokens.last() && is_name(tokens[at + 1].kind) &&
                       tokens[at + 2].kind == SsdLexer::LBRACE;
    if (begins_declaration(tokens, at) || named) return at;
  }
  return tokens.last();
}

void report_slip(const TokenList& tokens, const Failure& failure, Errors& errors) {
  if (already_reported(tokens, failure)) return;
  Slip(tokens, failure, errors).report();
}

void report_no_declaration(const TokenList& tokens, std::size_t at, Errors& errors) {
  if (tokens[at].reported) return;
  const Slip slip(tokens, {Where::kDeclaration, at, at}, errors);
  static const std::vector<std::string> kDeclarations = {"import", "param",  "const",    "fn",
                                                         "nand",   "design", "workload", "experiment"};
  diag::Diagnostic& d = errors.report(Code::E0034, tokens.span_of(at), slip.described(at));
  const std::optional<std::string> near =
      is_name(tokens[at].kind) ? nearest(tokens.text_of(at), kDeclarations) : std::nullopt;
  const std::uint16_t next = tokens[std::min(at + 1, tokens.last())].kind;
  const bool named = is_name(next) || next == SsdLexer::STRING;
  const std::string name = is_name(next) ? std::string(tokens.text_of(at + 1)) : "NAME";
  const std::string foreign =
      named || next == SsdLexer::LBRACE || next == SsdLexer::CALL ? declaration_instead(tokens.text_of(at), name) : "";
  const bool own_word = tokens[at].kind >= SsdLexer::KW_NAND && tokens[at].kind <= SsdLexer::KW_EXPERIMENT;
  if (!foreign.empty()) {
    d.help(foreign);
  } else if (near && named) {
    d.help(fmt::format("did you mean `{}`?", *near));
  } else if (own_word && next == SsdLexer::COLON) {  // as in YAML
    const bool value = at + 2 < tokens.last() && is_name(tokens[at + 2].kind);
    d.help(fmt::format("write `{} {} {{ … }}`", tokens.text_of(at), value ? tokens.text_of(at + 2) : "NAME"));
  } else if (next == SsdLexer::ASSIGN ||
             (is_name(next) && at + 2 < tokens.last() && tokens[at + 2].kind == SsdLexer::ASSIGN)) {
    d.help(
        "write parameters of a drive in its design: `design NAME { geometry { channels: 4 } }`; write a value of the "
        "file as "
        "a `const`");
  } else if (begins_foreign_text(tokens[at].kind)) {
    d.help(
        "a .ssd file contains declarations such as `design NAME { geometry { channels: 4 } }`: this looks like another "
        "format");
  } else if (is_name(tokens[at].kind) &&
             (next == SsdLexer::COLON || next == SsdLexer::LBRACE || next == SsdLexer::CALL)) {
    const bool behind_block = at > 0 && tokens[at - 1].kind == SsdLexer::RBRACE;
    if (behind_block) d.note(tokens.span_of(at - 1), "the declaration before it ends here: is this `}` too early?");
    d.help(fmt::format("`{}` belongs inside a block such as `design NAME {{ … }}`", tokens.text_of(at)));
  } else {
    d.help("a declaration begins with `import`, `param`, `const`, `fn`, `nand`, `design`, `workload` or `experiment`");
  }
}

}  // namespace ssd::parse

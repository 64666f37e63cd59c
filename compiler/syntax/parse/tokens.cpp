// Implements tokens.h.
#include "compiler/syntax/parse/tokens.h"

#include <algorithm>
#include <utility>

#include <antlr4-runtime.h>

#include "SsdLexer.h"
#include "compiler/syntax/parse/code_points.h"
#include "compiler/syntax/parse/parse.h"
#include "compiler/syntax/parse/unknown.h"

namespace ssd::parse {
namespace {

using grammar::SsdLexer;

std::uint16_t word_of_sign(std::uint16_t logic_sign) {
  if (logic_sign == SsdLexer::AND_SIGN) return SsdLexer::KW_AND;
  return logic_sign == SsdLexer::OR_SIGN ? SsdLexer::KW_OR : SsdLexer::KW_NOT;
}

// Converts positions: ANTLR counts code points, and this program counts bytes.
class Offsets {
 public:
  Offsets(std::string_view text, std::uint32_t base) : base_(base) {
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80U; })) return;
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) bytes_.push_back(i);
    }
    bytes_.push_back(static_cast<std::uint32_t>(text.size()));
  }
  std::uint32_t byte(std::size_t code_point) const {
    return base_ +
           (bytes_.empty() ? static_cast<std::uint32_t>(code_point) : bytes_[std::min(code_point, bytes_.size() - 1)]);
  }

 private:
  std::vector<std::uint32_t> bytes_;  // empty if all characters are ASCII
  std::uint32_t base_;
};

class Reader {
 public:
  Reader(const SourceFile& file, TokenList& list, Errors& errors) : file_(file), list_(list), errors_(errors) {}
  bool read();

 private:
  bool take(std::uint16_t kind, std::uint32_t begin, std::uint32_t end);
  void add(Token token);
  std::uint32_t reach_line(std::uint32_t offset);
  void place_on_line(Token& token);
  void add_doc(Token token);
  void join_or_add(Token token);
  bool joins_unit(const Token& token) const;
  bool is_glued_ratio(const Token& token);
  bool is_too_long(const Token& token);
  bool first_of_line(std::uint32_t offset);
  void end_unknown();
  void report_foreign_signs();

  const SourceFile& file_;
  TokenList& list_;
  Errors& errors_;
  Token unknown_;                  // a run of characters that begin no token; empty if there is none
  bool apart_ = false;             // there was a `;` just before the next token; without it the text may be correct
  bool dropped_ = false;           // something just before the next token was reported and left out
  std::uint32_t bom_ = 0;          // bytes of the byte order mark
  std::uint32_t line_ = 1;         // of the latest place that was looked up
  std::uint32_t indent_line_ = 0;  // the line whose indent is known
  std::uint32_t indent_ = 0;
  std::uint32_t told_line_ = 0;  // the line of the latest report about an invalid word or character
  std::vector<Span> semicolons_;
  std::vector<Span> logic_signs_;  // `&&`, `||`, `!`
};

bool Reader::read() {
  bom_ = list_.text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  const std::string_view body = list_.text.substr(bom_);
  const Offsets offsets(body, bom_);
  CodePoints input(body);
  SsdLexer lexer(&input);
  lexer.removeErrorListeners();
  for (;;) {
    const std::unique_ptr<antlr4::Token> token = lexer.nextToken();
    if (token->getType() == antlr4::Token::EOF) break;
    const auto kind = static_cast<std::uint16_t>(token->getType());
    if (!take(kind, offsets.byte(token->getStartIndex()), offsets.byte(token->getStopIndex() + 1))) break;
    if (list_.tokens.size() > kMostTokens) {
      errors_.report(diag::Code::E0011, list_.span_of(list_.last()), kMostTokens)
          .help("split the file and `import` its parts");
      return false;
    }
  }
  end_unknown();
  report_foreign_signs();
  const auto end = static_cast<std::uint32_t>(list_.text.size());
  Token last{.kind = 0, .begin = end, .end = end, .first_on_line = true};
  last.reported = dropped_;
  list_.tokens.push_back(last);
  return true;
}

// Returns false if nothing after it can be read.
bool Reader::take(std::uint16_t kind, std::uint32_t begin, std::uint32_t end) {
  Token token{.kind = kind, .begin = begin, .end = end};
  if (kind != SsdLexer::UNKNOWN) end_unknown();
  switch (kind) {
    case SsdLexer::DOC: add_doc(token); return true;
    case SsdLexer::UNKNOWN:
      if (unknown_.end == begin && unknown_.begin != unknown_.end) {
        unknown_.end = end;
      } else {
        end_unknown();
        unknown_ = token;
      }
      return true;
    case SsdLexer::OPEN_COMMENT:
      errors_.report(diag::Code::E0006, {list_.file, begin, end}).label("opened here").help("close it with `*/`");
      dropped_ = true;
      return false;
    case SsdLexer::SEMICOLON:
      semicolons_.push_back({list_.file, begin, end});
      apart_ = true;
      return true;
    default: join_or_add(token); return true;
  }
}

// Stored separately from the tokens: documentation may be anywhere, so the grammar does not contain it.
void Reader::add_doc(Token token) {
  place_on_line(token);
  if (!token.first_on_line) return;  // a remark after code is not documentation
  std::uint32_t begin = token.begin + 3;
  if (begin < token.end && list_.text[begin] == ' ') ++begin;
  list_.docs.push_back({list_.tokens.size(), begin, token.end, line_});
}

// Tokens come in order, so lines are counted along with them. Looking up each position in the file would cost the
// length of the line each time.
std::uint32_t Reader::reach_line(std::uint32_t offset) {
  while (line_ < file_.line_count() && offset >= file_.line_begin(line_ + 1)) ++line_;
  return file_.line_begin(line_);
}

void Reader::place_on_line(Token& token) {
  const std::uint32_t line_begin = std::max(reach_line(token.begin), bom_);
  if (line_ != indent_line_) {
    indent_line_ = line_;
    indent_ = static_cast<std::uint32_t>(std::min(list_.text.find_first_not_of(" \t", line_begin), list_.text.size())) -
              line_begin;
  }
  token.indent = indent_;
  token.first_on_line = token.begin == line_begin + indent_;
}

// `40MB/s` arrives as `40MB`, `/`, `s`.
bool Reader::joins_unit(const Token& token) const {
  const std::size_t n = list_.tokens.size();
  if (token.kind != SsdLexer::IDENTIFIER || n < 2 ||
      list_.text.substr(token.begin, token.end - token.begin) != kPerSecond)
    return false;
  const Token& slash = list_.tokens[n - 1];
  const Token& quantity = list_.tokens[n - 2];
  const char last = list_.text[quantity.end - 1];
  return slash.kind == SsdLexer::SLASH && quantity.kind == SsdLexer::QUANTITY && slash.end == token.begin &&
         slash.begin == quantity.end && (last == 'B' || last == 'T');
}

// What is never correct is reported here, once, and replaced by what was meant, so that the parser does not report it
// again.
void Reader::join_or_add(Token token) {
  if (joins_unit(token)) {
    list_.tokens.pop_back();
    list_.tokens.back().end = token.end;
    return;
  }
  const Span span{list_.file, token.begin, token.end};
  switch (token.kind) {
    case SsdLexer::OPEN_STRING:
      errors_.report(diag::Code::E0005, span)
          .label("opened here")
          .help("close it with `\"` on the same line; a line break inside is written `\\n`");
      token.kind = SsdLexer::STRING;
      token.reported = true;
      break;
    case SsdLexer::BAD_HEX:
      if (first_of_line(token.begin))
        report_bad_hex(list_.text.substr(token.begin, token.end - token.begin), span, errors_);
      token.kind = SsdLexer::NUMBER;
      token.reported = true;
      break;
    case SsdLexer::AND_SIGN:
    case SsdLexer::OR_SIGN:
    case SsdLexer::NOT_SIGN:
      logic_signs_.push_back(span);
      token.kind = word_of_sign(token.kind);
      token.reported = true;
      break;
    default: break;
  }
  const bool glued = token.kind == SsdLexer::QUANTITY && is_glued_ratio(token);
  token.reported = token.reported || glued || is_too_long(token);
  add(token);
  dropped_ = glued;
}

// `10%3` could be a ratio and a number, or a remainder; it is rejected.
bool Reader::is_glued_ratio(const Token& token) {
  if (list_.text[token.end - 1] != '%' || token.end == list_.text.size()) return false;
  const std::string_view rest = list_.text.substr(token.end);
  constexpr std::string_view kMayFollow = " \t\r\n\f,:)]};";
  if (kMayFollow.find(rest[0]) != std::string_view::npos || rest.starts_with("//") || rest.starts_with("/*"))
    return false;
  if (first_of_line(token.begin)) {
    report_glued_ratio(list_.text.substr(token.begin, token.end - token.begin), rest,
                       {list_.file, token.begin, token.end}, errors_);
  }
  return true;
}

// Reported when the text is read, so that no later room meets such a token.
bool Reader::is_too_long(const Token& token) {
  const std::size_t length = token.end - token.begin;
  const bool is_literal_text = is_literal(token.kind);
  if (length <= (is_literal_text ? kLongestLiteral : kLongestName) ||
      (!is_literal_text && token.kind != SsdLexer::IDENTIFIER))
    return false;
  const Span span{list_.file, token.begin, token.end};
  if (is_literal_text)
    errors_.report(diag::Code::E0151, span, length, kLongestLiteral).help("write it shorter");
  else
    errors_.report(diag::Code::E0150, span, length, kLongestName).help("choose a shorter name");
  return true;
}

// Determines what depends on the token before: see `tokens { … }` in SsdLexer.g4. Tokens do not touch if something
// between them was left out.
void Reader::add(Token token) {
  place_on_line(token);
  const std::uint16_t before = list_.tokens.empty() ? std::uint16_t{0} : list_.tokens.back().kind;
  token.touches_previous =
      !std::exchange(apart_, false) && !list_.tokens.empty() && list_.tokens.back().end == token.begin;
  if (token.touches_previous && !dropped_) {
    const bool callee = is_name(before) || before == SsdLexer::RPAREN || before == SsdLexer::RBRACKET;
    if (callee && token.kind == SsdLexer::LPAREN) token.kind = SsdLexer::CALL;
    if (callee && token.kind == SsdLexer::LBRACKET) token.kind = SsdLexer::INDEX;
  }
  if (token.kind == SsdLexer::MINUS && !ends_operand(before)) token.kind = SsdLexer::NEGATE;
  if (token.kind == SsdLexer::KW_IF && before == SsdLexer::KW_ELSE) token.kind = SsdLexer::CHAINED_IF;
  token.reported = token.reported || dropped_;
  dropped_ = false;
  list_.tokens.push_back(token);
}

// True once for each line: an opening and a closing curly quote are a single mistake.
bool Reader::first_of_line(std::uint32_t offset) {
  reach_line(offset);
  return std::exchange(told_line_, line_) != line_;
}

void Reader::end_unknown() {
  if (unknown_.begin == unknown_.end) return;
  if (first_of_line(unknown_.begin)) {
    const std::size_t line_end = std::min(list_.text.find_first_of("\r\n", unknown_.end), list_.text.size());
    const std::string_view rest = list_.text.substr(unknown_.end, line_end - unknown_.end);
    report_unknown(list_.text.substr(unknown_.begin, unknown_.end - unknown_.begin), rest,
                   {list_.file, unknown_.begin, unknown_.end}, errors_);
  }
  unknown_ = {};
  dropped_ = true;
}

// A user who writes `;` or `&&` once usually writes it everywhere, so it is reported once for each file.
void Reader::report_foreign_signs() {
  if (!semicolons_.empty()) {
    diag::Diagnostic& d = errors_.report(diag::Code::E0027, semicolons_.front()).help("leave it out");
    if (semicolons_.size() > 1)
      d.note({}, fmt::format("the file has {} of them; the others are not listed", semicolons_.size()));
  }
  if (logic_signs_.empty()) return;
  const auto text = [&](Span s) { return list_.text.substr(s.begin, s.end - s.begin); };
  const auto word = [&](Span s) { return text(s) == "&&" ? "and" : text(s) == "||" ? "or" : "not"; };
  const Span first = logic_signs_.front();
  diag::Diagnostic& d =
      errors_.report(diag::Code::E0028, first, text(first), word(first)).help(fmt::format("write `{}`", word(first)));
  if (logic_signs_.size() == 1) return;
  d.note({}, fmt::format("the file has {} such signs; write `and`, `or`, `not` everywhere", logic_signs_.size()));
}

}  // namespace

bool read_tokens(const SourceFile& file, FileId id, TokenList& list, Errors& errors) {
  list.file = id;
  list.text = file.text();
  return Reader(file, list, errors).read();
}

bool is_name(std::uint16_t kind) {
  return kind == SsdLexer::IDENTIFIER || (kind >= SsdLexer::KW_NAND && kind <= SsdLexer::KW_PLOT);
}
bool is_reserved(std::uint16_t kind) { return kind >= SsdLexer::KW_IMPORT && kind <= SsdLexer::KW_FALSE; }
bool is_literal(std::uint16_t kind) {
  return kind == SsdLexer::NUMBER || kind == SsdLexer::QUANTITY || kind == SsdLexer::STRING ||
         kind == SsdLexer::KW_TRUE || kind == SsdLexer::KW_FALSE;
}
bool is_opener(std::uint16_t kind) {
  return kind == SsdLexer::LBRACE || kind == SsdLexer::LPAREN || kind == SsdLexer::LBRACKET || kind == SsdLexer::CALL ||
         kind == SsdLexer::INDEX;
}
bool is_closer(std::uint16_t kind) {
  return kind == SsdLexer::RBRACE || kind == SsdLexer::RPAREN || kind == SsdLexer::RBRACKET;
}
bool ends_operand(std::uint16_t kind) { return is_name(kind) || is_literal(kind) || is_closer(kind); }
bool begins_operand(std::uint16_t kind) {
  return is_name(kind) || is_literal(kind) || kind == SsdLexer::LBRACE || kind == SsdLexer::LPAREN ||
         kind == SsdLexer::LBRACKET || kind == SsdLexer::KW_IF || kind == SsdLexer::KW_NOT || kind == SsdLexer::NEGATE;
}

}  // namespace ssd::parse

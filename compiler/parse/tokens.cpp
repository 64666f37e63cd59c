// See tokens.h.
#include "compiler/parse/tokens.h"

#include <antlr4-runtime.h>

#include <algorithm>

#include "SsdLexer.h"
#include "compiler/parse/parse.h"
#include "compiler/parse/unknown.h"

namespace ssd::parse {
namespace {

using grammar::SsdLexer;

// ANTLR counts code points, we count bytes.
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
    return base_ + (bytes_.empty() ? static_cast<std::uint32_t>(code_point) : bytes_[std::min(code_point, bytes_.size() - 1)]);
  }

 private:
  std::vector<std::uint32_t> bytes_;  // empty: all ASCII
  std::uint32_t base_;
};

class Reader {
 public:
  Reader(const SourceFile& file, TokenList& list, diag::Sink& sink) : file_(file), list_(list), sink_(sink) {}
  bool read();

 private:
  bool take(std::uint16_t kind, std::uint32_t begin, std::uint32_t end);
  void add(Token token);
  void place_on_line(Token& token);
  void add_doc(Token token);
  void join_or_add(Token token);
  bool joins_unit(const Token& token) const;
  void check_ratio(const Token& token);
  void end_unknown();
  void report_semicolons();

  const SourceFile& file_;
  TokenList& list_;
  diag::Sink& sink_;
  Token unknown_;              // a run of characters that begin no token; none if empty
  bool dropped_ = false;       // something just before the next token was reported and left out
  std::uint32_t next_line_ = 0;  // lines counted so far
  std::uint32_t line_end_ = 0;
  std::uint32_t indent_ = 0;
  std::vector<Span> semicolons_;
};

bool Reader::read() {
  const std::uint32_t bom = list_.text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  const std::string_view body = list_.text.substr(bom);
  const Offsets offsets(body, bom);
  antlr4::ANTLRInputStream input(body.data(), body.size());
  SsdLexer lexer(&input);
  lexer.removeErrorListeners();
  for (;;) {
    const std::unique_ptr<antlr4::Token> token = lexer.nextToken();
    if (token->getType() == antlr4::Token::EOF) break;
    const auto kind = static_cast<std::uint16_t>(token->getType());
    if (!take(kind, offsets.byte(token->getStartIndex()), offsets.byte(token->getStopIndex() + 1))) break;
    if (list_.tokens.size() > kMostTokens) {
      sink_.report(diag::Code::E0011, list_.span_of(list_.last()), kMostTokens)
          .help("split the file and `import` its parts");
      return false;
    }
  }
  end_unknown();
  report_semicolons();
  const auto end = static_cast<std::uint32_t>(list_.text.size());
  Token last{.kind = 0, .begin = end, .end = end, .first_on_line = true};
  last.reported = dropped_;
  list_.tokens.push_back(last);
  return true;
}

// False if nothing after it can be read.
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
      sink_.report(diag::Code::E0006, {list_.file, begin, end}).label("opened here").help("close it with `*/`");
      dropped_ = true;
      return false;
    case SsdLexer::SEMICOLON:
      semicolons_.push_back({list_.file, begin, end});
      dropped_ = true;
      return true;
    default: join_or_add(token); return true;
  }
}

void Reader::add_doc(Token token) {
  place_on_line(token);
  if (!token.first_on_line) return;  // a remark behind code documents nothing
  std::uint32_t begin = token.begin + 3;
  if (begin < token.end && list_.text[begin] == ' ') ++begin;
  list_.docs.push_back({list_.tokens.size(), begin, token.end, next_line_});
}

void Reader::place_on_line(Token& token) {
  if (token.begin >= line_end_) {
    const Position at = file_.position(token.begin);
    next_line_ = at.line;
    const std::uint32_t line_begin = file_.line_begin(at.line);
    line_end_ = at.line < file_.line_count() ? file_.line_begin(at.line + 1) : static_cast<std::uint32_t>(list_.text.size());
    const std::size_t first = list_.text.find_first_not_of(" \t", line_begin);
    indent_ = static_cast<std::uint32_t>(first) - line_begin;
  }
  const std::uint32_t line_begin = file_.line_begin(next_line_);
  token.indent = indent_;
  token.first_on_line = token.begin == line_begin + indent_ || (line_begin == 0 && token.begin == 3 && list_.text.starts_with("\xEF\xBB\xBF"));
}

// `40MB/s` arrives as `40MB`, `/`, `s`.
bool Reader::joins_unit(const Token& token) const {
  const std::size_t n = list_.tokens.size();
  if (token.kind != SsdLexer::IDENTIFIER || n < 2 || list_.text.substr(token.begin, token.end - token.begin) != "s") return false;
  const Token& slash = list_.tokens[n - 1];
  const Token& quantity = list_.tokens[n - 2];
  const char last = list_.text[quantity.end - 1];
  return slash.kind == SsdLexer::SLASH && quantity.kind == SsdLexer::QUANTITY && slash.end == token.begin &&
         slash.begin == quantity.end && (last == 'B' || last == 'T');
}

void Reader::join_or_add(Token token) {
  if (joins_unit(token)) {
    list_.tokens.pop_back();
    list_.tokens.back().end = token.end;
    return;
  }
  const Span span{list_.file, token.begin, token.end};
  switch (token.kind) {
    case SsdLexer::OPEN_STRING:
      sink_.report(diag::Code::E0005, span).label("opened here").help("close it with `\"` on the same line; a line break inside is written `\\n`");
      token.kind = SsdLexer::STRING;
      token.reported = true;
      break;
    case SsdLexer::BAD_HEX: {
      report_bad_hex(list_.text.substr(token.begin, token.end - token.begin), span, sink_);
      token.kind = SsdLexer::NUMBER;
      token.reported = true;
      break;
    }
    case SsdLexer::AND_SIGN:
    case SsdLexer::OR_SIGN:
    case SsdLexer::NOT_SIGN: {
      const std::string_view word = token.kind == SsdLexer::AND_SIGN ? "and" : token.kind == SsdLexer::OR_SIGN ? "or" : "not";
      sink_.report(diag::Code::E0028, span, list_.text.substr(token.begin, token.end - token.begin), word).help(fmt::format("write `{}`", word));
      token.kind = token.kind == SsdLexer::AND_SIGN ? SsdLexer::KW_AND : token.kind == SsdLexer::OR_SIGN ? SsdLexer::KW_OR : SsdLexer::KW_NOT;
      token.reported = true;
      break;
    }
    case SsdLexer::QUANTITY: check_ratio(token); break;
    default: break;
  }
  add(token);
}

// `10%3` could be read as a ratio and a number or as a remainder: it is neither.
void Reader::check_ratio(const Token& token) {
  if (list_.text[token.end - 1] != '%' || token.end == list_.text.size()) return;
  const std::string_view rest = list_.text.substr(token.end);
  constexpr std::string_view kMayFollow = " \t\r\n\f,:)]};";
  if (kMayFollow.contains(rest[0]) || rest.starts_with("//") || rest.starts_with("/*")) return;
  report_glued_ratio(list_.text.substr(token.begin, token.end - token.begin), rest, {list_.file, token.begin, token.end}, sink_);
  dropped_ = true;
}

void Reader::add(Token token) {
  place_on_line(token);
  const bool follows = !list_.tokens.empty() && list_.tokens.back().end == token.begin;
  token.touches_previous = follows;
  if (follows && !dropped_) {
    const std::uint16_t before = list_.tokens.back().kind;
    const bool callee = is_name(before) || before == SsdLexer::RPAREN || before == SsdLexer::RBRACKET;
    if (callee && token.kind == SsdLexer::LPAREN) token.kind = SsdLexer::CALL;
    if (callee && token.kind == SsdLexer::LBRACKET) token.kind = SsdLexer::INDEX;
  }
  token.reported = token.reported || dropped_;
  dropped_ = false;
  list_.tokens.push_back(token);
}

void Reader::end_unknown() {
  if (unknown_.begin == unknown_.end) return;
  report_unknown(list_.text.substr(unknown_.begin, unknown_.end - unknown_.begin), {list_.file, unknown_.begin, unknown_.end}, sink_);
  unknown_ = {};
  dropped_ = true;
}

// Who writes one writes one after every property: told once a file.
void Reader::report_semicolons() {
  if (semicolons_.empty()) return;
  diag::Diagnostic& d = sink_.report(diag::Code::E0027, semicolons_.front()).help("leave it out");
  if (semicolons_.size() > 1) d.note({}, fmt::format("the file has {} of them; the others are not listed", semicolons_.size()));
}

}  // namespace

bool read_tokens(const SourceFile& file, FileId id, TokenList& list, diag::Sink& sink) {
  list.file = id;
  list.text = file.text();
  return Reader(file, list, sink).read();
}

bool is_name(std::uint16_t kind) {
  return kind == SsdLexer::IDENTIFIER || (kind >= SsdLexer::KW_NAND && kind <= SsdLexer::KW_PLOT);
}
bool is_reserved(std::uint16_t kind) { return kind >= SsdLexer::KW_IMPORT && kind <= SsdLexer::KW_FALSE; }
bool is_literal(std::uint16_t kind) {
  return kind == SsdLexer::NUMBER || kind == SsdLexer::QUANTITY || kind == SsdLexer::STRING || kind == SsdLexer::KW_TRUE ||
         kind == SsdLexer::KW_FALSE;
}
bool is_opener(std::uint16_t kind) {
  return kind == SsdLexer::LBRACE || kind == SsdLexer::LPAREN || kind == SsdLexer::LBRACKET || kind == SsdLexer::CALL || kind == SsdLexer::INDEX;
}
bool is_closer(std::uint16_t kind) { return kind == SsdLexer::RBRACE || kind == SsdLexer::RPAREN || kind == SsdLexer::RBRACKET; }
bool ends_operand(std::uint16_t kind) { return is_name(kind) || is_literal(kind) || is_closer(kind); }
bool begins_operand(std::uint16_t kind) {
  return is_name(kind) || is_literal(kind) || kind == SsdLexer::LBRACE || kind == SsdLexer::LPAREN || kind == SsdLexer::LBRACKET ||
         kind == SsdLexer::KW_IF || kind == SsdLexer::KW_NOT || kind == SsdLexer::MINUS;
}

}  // namespace ssd::parse

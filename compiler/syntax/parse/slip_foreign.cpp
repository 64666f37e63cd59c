// A part of slip.h: habits from C, Python, YAML, JSON and the parameter files of other simulators, where a shape alone
// cannot recognise them. What a help proposes can be parsed.
#include <algorithm>
#include <array>

#include "SsdLexer.h"
#include "compiler/syntax/parse/foreign_words.h"
#include "compiler/syntax/parse/slip.h"

namespace ssd::parse {
namespace {

using diag::Code;
using grammar::SsdLexer;

constexpr std::string_view kStart = "start";

}  // namespace

// The word was read as a value, so the parser stops after it: immediately, after what looked like its arguments
// (`switch(x) {`), or within the item that seemed to follow (`victim(b): return b.valid`).
bool Slip::foreign_statement() const {
  if (at_ == 0 || at_ >= tokens_.last()) return false;
  const bool item =
      (where_ == Where::kItem || where_ == Where::kBlock) && start_ >= 2 && kind(start_ - 2) == SsdLexer::COLON;
  return is_foreign_statement(before_arguments(at_ - 1)) || (item && is_foreign_statement(start_ - 1));
}

// Returns the token itself or, if the token closes a bracket, the token before that bracket.
std::size_t Slip::before_arguments(std::size_t at) const {
  if (kind(at) != SsdLexer::RPAREN) return at;
  int depth = 0;
  for (; at > start_; --at) {
    if (is_closer(kind(at))) ++depth;
    if (is_opener(kind(at)) && --depth == 0) return at - 1;
  }
  return at;
}

bool Slip::is_foreign_statement(std::size_t word) const {
  const std::uint16_t next = kind(word + 1);
  if (kind(word) != SsdLexer::IDENTIFIER || is_one_of(next, {SsdLexer::DOT, SsdLexer::COLON, SsdLexer::ASSIGN}))
    return false;
  const std::string help = statement_instead(tokens_.text_of(word), value_from(word + 1));
  if (help.empty()) return false;
  errors_.report(Code::E0053, tokens_.span_of(word), text(word)).help(help);
  return true;
}

bool Slip::comparison_for_value() const {
  if (at_ < 2 || kind(at_) != SsdLexer::EQUAL) return false;
  const bool key = after_key();
  const bool let = before(2) == SsdLexer::KW_LET;
  const bool valued = kind(start_) >= SsdLexer::KW_PARAM && kind(start_) <= SsdLexer::KW_FN;
  const bool head = where_ == Where::kDeclaration && !bracket_ && valued && !has_before(SsdLexer::ASSIGN);
  if (!key && !let && !head) return false;
  const std::string written = let ? "let " + text(at_ - 1) : text_so_far();
  const std::string name = let ? text(at_ - 1) : key ? text(start_) : text(start_ + 1);
  errors_.report(Code::E0055, tokens_.span_of(at_), name)
      .help(fmt::format("write `{}{} …`", written, key ? ":" : " ="));
  return true;
}

// `start { snapshot("f") }`: what was read as a key with parameters is a call.
bool Slip::value_without_key() const {
  if (where_ != Where::kItem || !is_name(kind(start_)) || kind(start_ + 1) != SsdLexer::CALL) return false;
  const bool empty = at_ == start_ + 3 && before() == SsdLexer::RPAREN;  // parameters have names
  if (bracket_ != start_ + 1 && !empty) return false;
  const std::string value = value_from(start_);
  const bool in_start = start_ >= 2 && kind(start_ - 1) == SsdLexer::LBRACE && tokens_.text_of(start_ - 2) == kStart;
  errors_.report(Code::E0057, tokens_.span_of(start_), value)
      .help(fmt::format("write `{}: {}`", in_start ? "state" : "KEY", value));
  return true;
}

// `design my-drive { … }`, `queue-depth: 32`.
bool Slip::name_with_sign() const {
  const std::size_t first = where_ == Where::kDeclaration ? start_ + 1 : start_;
  if (at_ != first + 1 || at_ >= tokens_.last() || !is_name(kind(first)) ||
      (where_ != Where::kDeclaration && !after_key()))
    return false;
  const bool sign = kind(at_) == SsdLexer::MINUS || (kind(at_) == SsdLexer::DOT && where_ == Where::kDeclaration);
  if (!sign || !tokens_[at_].touches_previous || !tokens_[at_ + 1].touches_previous) return false;
  std::size_t last = at_ + 1;
  while (last + 1 < tokens_.last() && tokens_[last + 1].touches_previous && !is_opener(kind(last + 1)) &&
         kind(last + 1) != SsdLexer::COLON)
    ++last;
  const Span whole = join(tokens_.span_of(first), tokens_.span_of(last));
  const std::string written(tokens_.text.substr(whole.begin, whole.end - whole.begin));
  std::string mended = written;
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  std::ranges::replace_if(mended, [&](char c) { return !is_part(c); }, '_');
  errors_.report(Code::E0051, whole, written).help(fmt::format("write `{}`", mended));
  return true;
}

// Recognises a block after an order, whose last level was read as the key of a section.
bool Slip::block_behind_order() const {
  if (kind(at_) != SsdLexer::LBRACE || at_ < 3 || at_ >= tokens_.last()) return false;
  std::size_t first = at_ - 1;  // the first of the levels
  while (first > 3 && is_name(kind(first)) && kind(first - 1) == SsdLexer::GREATER) first -= 2;
  const bool placement =
      is_one_of(kind(first - 1), {SsdLexer::KW_STATIC, SsdLexer::KW_DYNAMIC, SsdLexer::KW_WRITE_ORDER});
  if (!is_name(kind(first)) || !placement || kind(first - 2) != SsdLexer::COLON) return false;
  const Span order = join(tokens_.span_of(first), tokens_.span_of(at_ - 1));
  expected("another key or `}` after the order")
      .help(fmt::format("with more than an order, use braces: write `{} {{ order: {}  … }}`", text(first - 1),
                        tokens_.text.substr(order.begin, order.end - order.begin)));
  return true;
}

// Recognises `ceil (1.5)` with more after it: the bracket that touches nothing began the value of the block.
bool Slip::call_before_value() const {
  if (!bracket_ || kind(*bracket_) != SsdLexer::LBRACE || at_ >= tokens_.last()) return false;
  int depth = 0;
  for (std::size_t i = at_ - 1; i > *bracket_ + 1 && kind(i) != SsdLexer::KW_LET; --i) {
    if (is_closer(kind(i))) ++depth;
    if (is_opener(kind(i))) --depth;
    if (depth != 0 || kind(i) != SsdLexer::LPAREN || tokens_[i].touches_previous || !is_name(kind(i - 1))) continue;
    errors_.report(Code::E0037, tokens_.span_of(i), "(", described(i - 1))
        .help(fmt::format("write `{}(…)`, without a space", text(i - 1)));
    return true;
  }
  return false;
}

}  // namespace ssd::parse

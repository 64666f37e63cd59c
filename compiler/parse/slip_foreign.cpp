// What people bring along from C, Python, YAML, JSON and the parameter files of other simulators: a part of slip.h. Each recogniser says
// what stands for it here; what it proposes parses.
#include <algorithm>
#include <array>

#include "SsdLexer.h"
#include "compiler/parse/foreign_words.h"
#include "compiler/parse/slip.h"

namespace ssd::parse {
namespace {

using diag::Code;
using grammar::SsdLexer;

struct Operator {
  std::uint16_t first, second;
  std::string_view written, help;
};
// Pairs of signs that touch and cannot stand so; the second is the token that the parser stops at.
constexpr auto kOperators = std::to_array<Operator>({
    {SsdLexer::MINUS, SsdLexer::GREATER, "->", "a field of a record stands behind a dot: `b.valid`"},
    {SsdLexer::PLUS, SsdLexer::PLUS, "++", "nothing is counted up: write `x + 1`"},
    {SsdLexer::LESS, SsdLexer::LESS, "<<", "a shift is a product: write `x * 4` for two bits"},
    {SsdLexer::GREATER, SsdLexer::GREATER, ">>", "a shift is a quotient: write `x / 4` for two bits"},
    {SsdLexer::STAR, SsdLexer::STAR, "**", "a power is a product: write `x * x`"},
    {SsdLexer::LESS, SsdLexer::GREATER, "<>", "write `!=`"},
    {SsdLexer::EQUAL, SsdLexer::ASSIGN, "===", "write `==`"},
    {SsdLexer::NOT_EQUAL, SsdLexer::ASSIGN, "!==", "write `!=`"},
    {SsdLexer::PLUS, SsdLexer::ASSIGN, "+=", "nothing is assigned: name the new value, `let y = x + 1`"},
    {SsdLexer::MINUS, SsdLexer::ASSIGN, "-=", "nothing is assigned: name the new value, `let y = x - 1`"},
    {SsdLexer::STAR, SsdLexer::ASSIGN, "*=", "nothing is assigned: name the new value, `let y = x * 2`"},
    {SsdLexer::SLASH, SsdLexer::ASSIGN, "/=", "nothing is assigned: name the new value, `let y = x / 2`"},
    {SsdLexer::PERCENT, SsdLexer::ASSIGN, "%=", "nothing is assigned: name the new value, `let y = x % 2`"},
    {SsdLexer::COLON, SsdLexer::ASSIGN, ":=", "a property takes `:`; `const`, `param`, `let` and `fn` take `=`"},
    {SsdLexer::DOT, SsdLexer::DOT, "..", "there are no ranges: list the values, `[1, 2, 4]`"},
});

constexpr auto kConverting = std::to_array<std::string_view>({"int", "real"});  // types that are functions too
constexpr std::string_view kStart = "start";

}  // namespace

bool Slip::report_operator(std::size_t first, std::string_view written, std::string_view help) const {
  errors_.report(Code::E0052, join(tokens_.span_of(first), tokens_.span_of(first + 1)), written).help(std::string(help));
  return true;
}

// `=>` and `x--` stop the parser elsewhere than at their second sign.
bool Slip::foreign_operator() const {
  if (at_ == 0) return false;
  const bool touches = at_ < tokens_.last() && tokens_[at_].touches_previous;
  for (const Operator& o : kOperators) {
    if (touches && before() == o.first && kind(at_) == o.second) return report_operator(at_ - 1, o.written, o.help);
  }
  const bool two_ahead = at_ + 1 < tokens_.last() && tokens_[at_ + 1].touches_previous;
  if (two_ahead && kind(at_) == SsdLexer::ASSIGN && kind(at_ + 1) == SsdLexer::GREATER) {
    return report_operator(at_, "=>", "write the parameter at the key, `victim(b): …`, or name a function that `fn` declares");
  }
  const bool named = before(2) == SsdLexer::KW_LET || before(2) == SsdLexer::KW_CONST;
  if (two_ahead && named && kind(at_) == SsdLexer::COLON && kind(at_ + 1) == SsdLexer::ASSIGN) {
    return report_operator(at_, ":=", "write `=`");
  }
  if (two_ahead && kind(at_) == SsdLexer::COLON && kind(at_ + 1) == SsdLexer::COLON) {
    return report_operator(at_, "::", "a name stands alone, a field behind a dot");
  }
  const bool counts_down = before() == SsdLexer::NEGATE && before(2) == SsdLexer::MINUS && tokens_[at_ - 1].touches_previous;
  return counts_down && report_operator(at_ - 2, "--", "nothing is counted down: write `x - 1`");
}

// The word was read as a value, so the parser stops behind it: at once, behind what looked like its arguments (`switch(x) {`), or within the
// item that seemed to follow (`victim(b): return b.valid`).
bool Slip::foreign_statement() const {
  if (at_ == 0 || at_ >= tokens_.last()) return false;
  const bool item = (where_ == Where::kItem || where_ == Where::kBlock) && start_ >= 2 && kind(start_ - 2) == SsdLexer::COLON;
  return is_foreign_statement(before_arguments(at_ - 1)) || (item && is_foreign_statement(start_ - 1));
}

// The token itself, or the one before the bracket that it closes.
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
  if (kind(word) != SsdLexer::IDENTIFIER || is_one_of(next, {SsdLexer::DOT, SsdLexer::COLON, SsdLexer::ASSIGN})) return false;
  const std::string help = statement_instead(tokens_.text_of(word), value_from(word + 1));
  if (help.empty()) return false;
  errors_.report(Code::E0053, tokens_.span_of(word), text(word)).help(help);
  return true;
}

// `const int ways = 4`, `fn f(block b) = …`, `{ let int x = 4 … }`, `{ int x = 4 … }`.
bool Slip::type_before_name() const {
  if (at_ == 0 || at_ >= tokens_.last() || !is_name(kind(at_)) || !is_name(before())) return false;
  const std::string type = text(at_ - 1), name = text(at_);
  const Span place = join(tokens_.span_of(at_ - 1), tokens_.span_of(at_));
  const std::uint16_t owner = before(2);
  const bool parameter = bracket_ && kind(*bracket_) == SsdLexer::CALL && (owner == SsdLexer::CALL || owner == SsdLexer::COMMA) &&
                         *bracket_ >= 2 && kind(*bracket_ - 2) == SsdLexer::KW_FN;
  if (parameter) {
    const std::string_view ours = type_instead(type);
    errors_.report(Code::E0050, place, type, name).help(fmt::format("write `{}: {}`", name, ours.empty() ? type : ours));
    return true;
  }
  const bool declared = owner == SsdLexer::KW_LET || owner == SsdLexer::KW_CONST || owner == SsdLexer::KW_PARAM;
  const bool given = kind(at_ + 1) == SsdLexer::ASSIGN;
  if (!given || !names_type(type) || !(declared || bracket_)) return false;
  const std::string_view word = owner == SsdLexer::KW_CONST ? "const" : "let";
  errors_.report(Code::E0050, place, type, name)
      .help(owner == SsdLexer::KW_PARAM ? fmt::format("write `param {}: {} = …`", name, type_instead(type))
                                        : fmt::format("write `{} {} = …`; its type is that of the value", word, name));
  return true;
}

// `(float) b.valid`.
bool Slip::cast() const {
  if (at_ < 3 || at_ >= tokens_.last() || before() != SsdLexer::RPAREN || before(3) != SsdLexer::LPAREN || !begins_operand(kind(at_))) return false;
  const std::string_view type = type_instead(tokens_.text_of(at_ - 2));
  if (type.empty()) return false;
  const bool converts = std::ranges::count(kConverting, type) != 0;
  expected("an operator").help(converts ? fmt::format("a value is converted by a call: `{}({})`", type, converted_text())
                                        : "a value has its type already: leave it out");
  return true;
}

// The operand that begins at the token: a name with its fields, or a literal.
std::string Slip::converted_text() const {
  if (!is_name(kind(at_)) && !is_literal(kind(at_))) return "x";
  std::size_t last = at_;
  while (last + 2 < tokens_.last() && kind(last + 1) == SsdLexer::DOT && is_name(kind(last + 2))) last += 2;
  return std::string(tokens_.text.substr(tokens_[at_].begin, tokens_[last].end - tokens_[at_].begin));
}

// `victim: fn(b) = b.valid`.
bool Slip::function_as_value() const {
  if (at_ == 0 || at_ >= tokens_.last() || kind(at_) != SsdLexer::KW_FN || before() != SsdLexer::COLON || where_ != Where::kItem) return false;
  const bool named = at_ + 2 < tokens_.last() && is_opener(kind(at_ + 1)) && is_name(kind(at_ + 2));
  expected("a value").help(fmt::format("write the parameter at the key, `{}({}): …`", text(start_), named ? text(at_ + 2) : "x"));
  return true;
}

// `{ u = b.valid  u * 2 }`: at the begin of what a block holds, a comparison has nothing to decide.
bool Slip::assignment() const {
  if (at_ < 2 || kind(at_) != SsdLexer::ASSIGN || !bracket_ || kind(*bracket_) != SsdLexer::LBRACE || !is_name(before())) return false;
  if (at_ - 2 != *bracket_ && !ends_operand(before(2))) return false;
  errors_.report(Code::E0054, tokens_.span_of(at_ - 1), text(at_ - 1)).help(fmt::format("write `let {} = …`", text(at_ - 1)));
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
  errors_.report(Code::E0055, tokens_.span_of(at_), name).help(fmt::format("write `{}{} …`", written, key ? ":" : " ="));
  return true;
}

// `param xs: [int] = …`, `param xs: int[] = …`, and the same of a function's parameter.
bool Slip::list_type() const {
  if (at_ >= tokens_.last() || at_ < 2) return false;
  const bool before_type = kind(at_) == SsdLexer::LBRACKET && before() == SsdLexer::COLON && is_name(before(2));
  const bool behind_type = kind(at_) == SsdLexer::INDEX && is_name(before()) && before(2) == SsdLexer::COLON;
  if (!before_type && !behind_type) return false;
  const std::size_t name = at_ - (before_type ? 2 : 3);
  if (where_ == Where::kDeclaration && kind(start_) == SsdLexer::KW_PARAM && name == start_ + 1) {
    errors_.report(Code::E0056, tokens_.span_of(at_), "param").help(fmt::format("declare the list as `const {} = …`", text(name)));
    return true;
  }
  if (!bracket_ || kind(*bracket_) != SsdLexer::CALL || *bracket_ < 2 || kind(*bracket_ - 2) != SsdLexer::KW_FN) return false;
  errors_.report(Code::E0056, tokens_.span_of(at_), "parameter").help(fmt::format("leave the type out: `{}`", text(name)));
  return true;
}

// `start { snapshot("f") }`: what was read as a key with parameters is a call.
bool Slip::value_without_key() const {
  if (where_ != Where::kItem || !is_name(kind(start_)) || kind(start_ + 1) != SsdLexer::CALL) return false;
  const bool empty = at_ == start_ + 3 && before() == SsdLexer::RPAREN;  // parameters have names
  if (bracket_ != start_ + 1 && !empty) return false;
  const std::string value = value_from(start_);
  const bool in_start = start_ >= 2 && kind(start_ - 1) == SsdLexer::LBRACE && tokens_.text_of(start_ - 2) == kStart;
  errors_.report(Code::E0057, tokens_.span_of(start_), value).help(fmt::format("write `{}: {}`", in_start ? "state" : "KEY", value));
  return true;
}

// As in JSON: `"channels": 4`, `"geometry": { … }`, and `design "D" { … }`.
bool Slip::name_in_quotes() const {
  if (at_ + 1 >= tokens_.last() || kind(at_) != SsdLexer::STRING) return false;
  const std::uint16_t next = kind(at_ + 1);
  const bool key = where_ == Where::kBlock && (next == SsdLexer::COLON || next == SsdLexer::LBRACE);
  const bool declared = where_ == Where::kDeclaration && at_ == start_ + 1 && kind(start_) != SsdLexer::KW_IMPORT;
  if (!key && !declared) return false;
  const std::string bare(tokens_.text_of(at_).substr(1, tokens_.text_of(at_).size() - 2));
  const std::size_t behind = at_ + (next == SsdLexer::COLON ? 2 : 1);
  const std::string rest = next == SsdLexer::LBRACE || kind(behind) == SsdLexer::LBRACE ? " { … }" : ": …";
  errors_.report(Code::E0058, tokens_.span_of(at_), described(at_))
      .help(declared ? fmt::format("write `{} {}`", text(start_), bare) : fmt::format("write `{}{}`", bare, rest));
  return true;
}

// `design my-drive { … }`, `queue-depth: 32`.
bool Slip::name_with_sign() const {
  const std::size_t first = where_ == Where::kDeclaration ? start_ + 1 : start_;
  if (at_ != first + 1 || at_ >= tokens_.last() || !is_name(kind(first)) || (where_ != Where::kDeclaration && !after_key())) return false;
  const bool sign = kind(at_) == SsdLexer::MINUS || (kind(at_) == SsdLexer::DOT && where_ == Where::kDeclaration);
  if (!sign || !tokens_[at_].touches_previous || !tokens_[at_ + 1].touches_previous) return false;
  std::size_t last = at_ + 1;
  while (last + 1 < tokens_.last() && tokens_[last + 1].touches_previous && !is_opener(kind(last + 1)) && kind(last + 1) != SsdLexer::COLON) ++last;
  const Span whole = join(tokens_.span_of(first), tokens_.span_of(last));
  const std::string written(tokens_.text.substr(whole.begin, whole.end - whole.begin));
  std::string mended = written;
  const auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  std::ranges::replace_if(mended, [&](char c) { return !is_part(c); }, '_');
  errors_.report(Code::E0051, whole, written).help(fmt::format("write `{}`", mended));
  return true;
}

// `b.valid if b.valid > 3 else 0`.
bool Slip::value_before_if() const {
  if (at_ == 0 || at_ >= tokens_.last() || kind(at_) != SsdLexer::KW_IF || !ends_operand(before())) return false;
  expected("an operator").help("the condition stands first: `if a then b else c`");
  return true;
}

// Levels joined by something else than `>`, or a `:` behind the kind of placement.
bool Slip::order_of_levels() const {
  const auto is_kind = [&](std::uint16_t k) { return k == SsdLexer::KW_STATIC || k == SsdLexer::KW_DYNAMIC || k == SsdLexer::KW_WRITE_ORDER; };
  if (at_ < 2 || at_ >= tokens_.last()) return false;
  if (kind(at_) == SsdLexer::COLON && is_kind(before()) && before(2) == SsdLexer::COLON) {
    expected("an order").help(fmt::format("write `{} {}`, without a `:` between", text(at_ - 1), value_from(at_ + 1)));
    return true;
  }
  const std::uint16_t sign = kind(at_);
  const bool less = sign == SsdLexer::LESS || sign == SsdLexer::MINUS || sign == SsdLexer::SLASH;
  const bool second = where_ == Where::kItem && at_ == start_ + 1 && start_ >= 3 && kind(start_ - 1) == SsdLexer::COMMA;
  const bool comma = sign == SsdLexer::COMMA && second && is_kind(kind(start_ - 3));
  if (!comma && !(less && is_kind(before(2)))) return false;
  expected("`>`").help(fmt::format("levels are joined by `>`, as in `{} channel > die > plane > chip`", text(comma ? start_ - 3 : at_ - 2)));
  return true;
}

// The map was read as another property.
bool Slip::map_of_writes() const {
  if (where_ != Where::kItem || start_ < 2 || kind(start_) != SsdLexer::KW_MAP || kind(start_ - 2) != SsdLexer::COLON) return false;
  if (!is_one_of(kind(start_ - 1), {SsdLexer::KW_DYNAMIC, SsdLexer::KW_WRITE_ORDER})) return false;
  const std::string placement = text(start_ - 1);
  errors_.report(Code::E0059, join(tokens_.span_of(start_ - 1), tokens_.span_of(start_)), placement)
      .help(fmt::format("write `{} channel > die > plane > chip`, or `static map(…) {{ … }}`, which goes by the logical page", placement));
  return true;
}

// The last level was read as the key of a section.
bool Slip::block_behind_order() const {
  if (kind(at_) != SsdLexer::LBRACE || at_ < 3 || at_ >= tokens_.last()) return false;
  std::size_t first = at_ - 1;  // of the levels
  while (first > 3 && is_name(kind(first)) && kind(first - 1) == SsdLexer::GREATER) first -= 2;
  const bool placement = is_one_of(kind(first - 1), {SsdLexer::KW_STATIC, SsdLexer::KW_DYNAMIC, SsdLexer::KW_WRITE_ORDER});
  if (!is_name(kind(first)) || !placement || kind(first - 2) != SsdLexer::COLON) return false;
  const Span order = join(tokens_.span_of(first), tokens_.span_of(at_ - 1));
  expected("another key or `}` behind the order")
      .help(fmt::format("with more than an order all stands in braces: write `{} {{ order: {}  … }}`", text(first - 1),
                        tokens_.text.substr(order.begin, order.end - order.begin)));
  return true;
}

// A bracket that touches nothing began the value of the block, and behind that there is more.
bool Slip::call_before_value() const {
  if (!bracket_ || kind(*bracket_) != SsdLexer::LBRACE || at_ >= tokens_.last()) return false;
  int depth = 0;
  for (std::size_t i = at_ - 1; i > *bracket_ + 1 && kind(i) != SsdLexer::KW_LET; --i) {
    if (is_closer(kind(i))) ++depth;
    if (is_opener(kind(i))) --depth;
    if (depth != 0 || kind(i) != SsdLexer::LPAREN || tokens_[i].touches_previous || !is_name(kind(i - 1))) continue;
    errors_.report(Code::E0037, tokens_.span_of(i), "(", described(i - 1)).help(fmt::format("write `{}(…)`, without a space", text(i - 1)));
    return true;
  }
  return false;
}

// `zipf 0.99`, and a list's `-` of YAML.
bool Slip::argument_apart() const {
  if (where_ != Where::kBlock || at_ == 0 || at_ >= tokens_.last() || tokens_[at_].first_on_line) return false;
  if (is_name(before()) && (kind(at_) == SsdLexer::NUMBER || kind(at_) == SsdLexer::QUANTITY)) {
    expected("a property").help(fmt::format("if it belongs to `{0}`, write `{0}({1})`", text(at_ - 1), text(at_)));
    return true;
  }
  return false;
}

bool Slip::dashed_item() const {
  const bool dash = is_one_of(kind(at_), {SsdLexer::NEGATE, SsdLexer::MINUS});
  if (where_ != Where::kBlock || !dash || at_ + 1 >= tokens_.last() || !is_name(kind(at_ + 1))) return false;
  expected("a property").help(fmt::format("properties stand without a `-`: `{}`", text(at_ + 1)));
  return true;
}

// `trace: /data/hm_0.csv`.
bool Slip::path_without_quotes() const {
  const bool number = at_ + 1 < tokens_.last() && is_literal(kind(at_ + 1));  // `.5`
  const bool begins_path = is_one_of(kind(at_), {SsdLexer::SLASH, SsdLexer::DOT}) && !number;
  if (at_ == 0 || at_ >= tokens_.last() || before() != SsdLexer::COLON || !begins_path) return false;
  std::size_t last = at_;
  while (last + 1 < tokens_.last() && tokens_[last + 1].touches_previous) ++last;
  const Span path = join(tokens_.span_of(at_), tokens_.span_of(last));
  expected("a value").help(fmt::format("a path stands in quotes: `\"{}\"`", tokens_.text.substr(path.begin, path.end - path.begin)));
  return true;
}

}  // namespace ssd::parse

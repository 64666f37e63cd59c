// Implements slip.h.
#include "compiler/syntax/parse/slip.h"

#include <algorithm>

#include "SsdLexer.h"
#include "compiler/syntax/parse/foreign_words.h"
#include "compiler/syntax/parse/strings.h"

namespace ssd::parse {
namespace {

using diag::Code;
using grammar::SsdLexer;

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return fmt::format("`{}`", text);
  std::size_t cut = kLongest;
  while ((static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return fmt::format("`{}…`", text.substr(0, cut));
}

std::string_view closer_for(std::uint16_t opener) {
  if (opener == SsdLexer::LBRACE) return "`}`";
  return opener == SsdLexer::LBRACKET || opener == SsdLexer::INDEX ? "`]`" : "`)`";
}

bool is_statement_word(std::uint16_t kind) { return kind >= SsdLexer::KW_VARY && kind <= SsdLexer::KW_PLOT; }
// Whether it is a word that comes before an axis of a plot.
bool is_axis_word(std::uint16_t kind) { return kind >= SsdLexer::KW_OVER && kind <= SsdLexer::KW_GROUP; }

// Whether this bracket contains commas.
bool separated(std::uint16_t opener) { return opener == SsdLexer::CALL || opener == SsdLexer::LBRACKET; }

}  // namespace

// Finds the bracket and the `if` around the token by walking the statement once, because ANTLR's own stack is already
// unwound.
Slip::Slip(const TokenList& tokens, const Failure& failure, Errors& errors)
    : tokens_(tokens), errors_(errors), where_(failure.where), start_(failure.start), at_(failure.offending) {
  struct Open {
    std::optional<std::size_t> bracket;
    std::vector<std::pair<std::size_t, bool>> ifs = {};
  };
  std::vector<Open> open = {{std::nullopt}};
  for (std::size_t i = start_; i < at_; ++i) {
    std::vector<std::pair<std::size_t, bool>>& ifs = open.back().ifs;
    const std::uint16_t k = tokens_[i].kind;
    if (is_opener(k)) {
      open.push_back({i});
    } else if (is_closer(k) && open.size() > 1) {
      open.pop_back();
    } else if (k == SsdLexer::KW_IF || k == SsdLexer::CHAINED_IF) {
      ifs.emplace_back(i, false);
    } else if (k == SsdLexer::KW_THEN && !ifs.empty()) {
      ifs.back().second = true;
    } else if (k == SsdLexer::KW_ELSE && !ifs.empty()) {
      ifs.pop_back();
    }
  }
  bracket_ = open.back().bracket;
  if (!open.back().ifs.empty()) std::tie(if_.emplace(), then_seen_) = open.back().ifs.back();
}

bool Slip::is_at(unsigned where) const {
  constexpr unsigned kPlaces = kInBrackets - 1;
  unsigned here = bracket_ ? unsigned{kInBrackets} : unsigned{kOutside};
  if (at_ != start_) here |= kBehindFirst;
  if (bracket_ && kind(*bracket_) == SsdLexer::LBRACE) here |= kInBraces;
  if (bracket_ && kind(*bracket_) == SsdLexer::CALL && *bracket_ >= 2 && kind(*bracket_ - 2) == SsdLexer::KW_FN)
    here |= kInParameters;
  const unsigned others = where & ~kPlaces, places = where & kPlaces;
  return (others & ~here) == 0 && (places == 0 || (places & (1U << static_cast<unsigned>(where_))) != 0);
}

// Adds the names that a row's texts may use, besides those of the shape's tokens.
void Slip::add_texts(Texts& texts) const {
  texts["it"] = text(at_);
  texts["described"] = described(at_);
  texts["start"] = text(start_);
  texts["operand"] = operand_text();
  texts["touching"] = touching_text(at_);
  if (kind(at_) == SsdLexer::STRING) texts["it.bare"] = text(at_).substr(1, text(at_).size() - 2);
  if (at_ > start_) texts["so_far"] = text_so_far();
  if (at_ < tokens_.last()) texts["rest"] = value_from(at_ + 1);
  const std::string_view it = type_instead(tokens_.text_of(at_));
  texts["it.type"] = it.empty() ? "int" : it;
  if (const auto type = texts.find("type"); type != texts.end()) {
    const std::string_view ours = type_instead(type->second);
    texts["type.ours"] = ours.empty() ? type->second : std::string(ours);
  }
}

bool Slip::report_row(const SlipRow& row, const Shape& shape) const {
  Texts texts;
  if (!is_at(row.where) || !shape.matches(tokens_, start_, at_, texts)) return false;
  add_texts(texts);
  const auto token = [&](std::ptrdiff_t offset) {
    return tokens_.span_of(shape.anchor(start_, at_) + static_cast<std::size_t>(offset));
  };
  const Span about = row.code == Code::E0020 ? place() : join(token(row.from), token(row.to));
  errors_.report(row.code, about, filled(row.first, texts), filled(row.second, texts)).help(filled(row.help, texts));
  return true;
}

// The token and the following ones that touch each other, such as a path without quotes.
std::string Slip::touching_text(std::size_t at) const {
  std::size_t last = at;
  while (last + 1 < tokens_.last() && tokens_[last + 1].touches_previous) ++last;
  return std::string(tokens_.text.substr(tokens_[at].begin, tokens_[last].end - tokens_[at].begin));
}

// The operand that begins at the token: a name with its fields, or a literal.
std::string Slip::operand_text() const {
  if (!is_name(kind(at_)) && !is_literal(kind(at_))) return "x";
  std::size_t last = at_;
  while (last + 2 < tokens_.last() && kind(last + 1) == SsdLexer::DOT && is_name(kind(last + 2))) last += 2;
  return std::string(tokens_.text.substr(tokens_[at_].begin, tokens_[last].end - tokens_[at_].begin));
}

std::string Slip::described(std::size_t at) const {
  return at >= tokens_.last() ? "the end of the file" : quoted(tokens_.text_of(at));
}

diag::Diagnostic& Slip::expected(std::string_view what) const {
  return errors_.report(Code::E0020, place(), what, described(at_));
}

// Something that is missing at the end of a line is reported there and not at the beginning of the next line.
Span Slip::place() const {
  const Span here = tokens_.span_of(at_);
  if (at_ == 0 || (!tokens_[at_].first_on_line && at_ < tokens_.last()) || kind(at_) == SsdLexer::RBRACE) return here;
  const std::uint32_t end = tokens_[at_ - 1].end;
  return where_ == Where::kBlock || where_ == Where::kExperiment ? here : Span{here.file, end, end};
}

bool Slip::is_key(std::size_t at) const {
  if (at + 1 >= tokens_.last() || !is_name(kind(at))) return false;
  return kind(at + 1) == SsdLexer::COLON || kind(at + 1) == SsdLexer::LBRACE;
}

// The text from the beginning of the statement to the token before.
std::string Slip::text_so_far() const {
  return std::string(tokens_.text.substr(tokens_[start_].begin, tokens_[at_ - 1].end - tokens_[start_].begin));
}

// The value that seems to begin at the token, for a help that repeats it: up to the next key, the end of the line or a
// closing bracket.
std::string Slip::value_from(std::size_t at) const {
  constexpr std::size_t kLongest = 40;
  std::size_t last = at;
  int depth = is_opener(kind(at)) ? 1 : 0;
  for (std::size_t i = at + 1; i < tokens_.last() && !tokens_[i].first_on_line && !(depth == 0 && is_key(i)); ++i) {
    if (is_opener(kind(i))) ++depth;
    if (is_closer(kind(i)) && --depth < 0) break;
    if (tokens_[i].end - tokens_[at].begin > kLongest) return std::string(tokens_.text_of(at)) + " …";
    last = i;
  }
  return std::string(tokens_.text.substr(tokens_[at].begin, tokens_[last].end - tokens_[at].begin));
}

bool Slip::has_before(std::uint16_t wanted) const {
  for (std::size_t i = start_; i < at_; ++i) {
    if (kind(i) == wanted) return true;
  }
  return false;
}

bool Slip::is_one_of(std::uint16_t tested, std::initializer_list<std::uint16_t> kinds) {
  return std::ranges::count(kinds, tested) != 0;
}

// Whether the tokens before are the key of an item or statement, with its parameters if it has any.
bool Slip::after_key() const {
  if (where_ != Where::kItem && where_ != Where::kStatement) return false;
  if (!is_name(kind(start_)) || bracket_) return false;
  if (at_ == start_ + 1) return true;
  if (kind(start_ + 1) != SsdLexer::CALL || before() != SsdLexer::RPAREN) return false;
  return !has_before(SsdLexer::COLON);
}

// After a key a property was meant, after an operand a comparison.
bool Slip::equals_sign() const {
  if (kind(at_) != SsdLexer::ASSIGN || at_ >= tokens_.last()) return false;
  if (where_ == Where::kStatement && kind(start_) == SsdLexer::KW_EXPECT && !has_before(SsdLexer::COLON))
    return false;  // the missing `:` is reported instead
  if (after_key()) {
    errors_.report(Code::E0024, tokens_.span_of(at_), text(start_)).help(fmt::format("write `{}: …`", text_so_far()));
    return true;
  }
  if (!ends_operand(before())) return false;
  errors_.report(Code::E0029, tokens_.span_of(at_)).help("write `==`");
  return true;
}

// In `40 MB/s` the unit of the rate is three tokens: `MB`, `/`, `s`.
bool Slip::report_unit(std::size_t number, std::size_t unit) const {
  std::size_t end = unit;
  const bool rate = unit + 2 < tokens_.last() && kind(unit + 1) == SsdLexer::SLASH &&
                    tokens_.text_of(unit + 2) == kPerSecond && (text(unit).ends_with('B') || text(unit).ends_with('T'));
  if (rate) end = unit + 2;
  const std::string joined = text(number) + text(unit) + (rate ? "/s" : "");
  errors_.report(Code::E0030, join(tokens_.span_of(number), tokens_.span_of(end)))
      .help(fmt::format("write `{}`", joined));
  return true;
}

// Used only after an error, because `{ let d = 4  d }` is correct: a number, then a name that happens to be a unit.
bool Slip::unit_apart() const {
  const auto unit_at = [&](std::size_t i) {
    return i > 0 && i < tokens_.last() && kind(i) == SsdLexer::IDENTIFIER && kind(i - 1) == SsdLexer::NUMBER &&
           !tokens_[i].first_on_line && is_unit(tokens_.text_of(i));
  };
  if (unit_at(at_)) return report_unit(at_ - 1, at_);
  if (at_ > 0 && unit_at(at_ - 1)) return report_unit(at_ - 2, at_ - 1);
  // `15 % }`, or `15 %  victim:`, where the next key was read as the divisor.
  const auto ratio_at = [&](std::size_t i) {
    return i > 0 && kind(i) == SsdLexer::PERCENT && kind(i - 1) == SsdLexer::NUMBER;
  };
  if (at_ > 0 && ratio_at(at_ - 1) && !begins_operand(kind(at_))) return report_unit(at_ - 2, at_ - 1);
  const bool begins_item = kind(at_) == SsdLexer::COLON || kind(at_) == SsdLexer::LBRACE;
  return at_ > 1 && begins_item && is_name(before()) && ratio_at(at_ - 2) && report_unit(at_ - 3, at_ - 2);
}

// A bracket after a space begins a new expression, which is not possible here, so a call or an index was meant.
bool Slip::call_apart() const {
  if (at_ == 0 || at_ >= tokens_.last()) return false;
  const bool call = kind(at_) == SsdLexer::LPAREN;
  if (!call && kind(at_) != SsdLexer::LBRACKET) return false;
  if (is_literal(before()) && kind(at_ - 1) != SsdLexer::STRING && tokens_[at_].touches_previous) {
    expected("an operator")
        .help(call ? fmt::format("to multiply, write `{} * (…)`", text(at_ - 1)) : "a number has no elements");
    return true;
  }
  const bool list_item = bracket_ && separated(kind(*bracket_));
  const bool callee = is_name(before()) || (is_closer(before()) && before() != SsdLexer::RBRACE && !list_item);
  const bool statement_word = where_ == Where::kStatement && at_ == start_ + 1 && is_statement_word(kind(start_));
  const bool list_value = !call && (after_key() || before(2) == SsdLexer::KW_VARY);  // `sizes [1, 2]` has no colon
  if (!callee || tokens_[at_].touches_previous || statement_word || list_value) return false;
  const std::string before_it = is_name(before()) ? text(at_ - 1) : "…" + text(at_ - 1);
  errors_.report(Code::E0037, tokens_.span_of(at_), call ? "(" : "[", quoted(tokens_.text_of(at_ - 1)))
      .help(fmt::format("write `{}{}`, without a space", before_it, call ? "(…)" : "[…]"));
  return true;
}

// If the reserved word is between items, a declaration inside a block is a more likely reading than a bad name.
bool Slip::reserved_word() const {
  if (at_ >= tokens_.last() || !is_reserved(kind(at_))) return false;
  const std::uint16_t next = kind(at_ + 1);
  const bool between_items = where_ == Where::kBlock || where_ == Where::kExperiment;
  const bool declares = kind(at_) >= SsdLexer::KW_IMPORT && kind(at_) <= SsdLexer::KW_LET;
  if (between_items && declares && (is_name(next) || next == SsdLexer::STRING)) {
    const bool let = kind(at_) == SsdLexer::KW_LET;
    errors_.report(Code::E0042, tokens_.span_of(at_), text(at_), where_ == Where::kBlock ? "a block" : "an experiment")
        .help(let ? "declare it with `const` or `param` at the top level" : "declare it at the top level of the file");
    return true;
  }
  const bool key =
      between_items && is_one_of(next, {SsdLexer::COLON, SsdLexer::LBRACE, SsdLexer::LPAREN, SsdLexer::ASSIGN});
  const bool declared =
      is_one_of(before(), {SsdLexer::DOT, SsdLexer::KW_LET, SsdLexer::KW_PARAM, SsdLexer::KW_CONST, SsdLexer::KW_FN}) ||
      (where_ == Where::kDeclaration && at_ == start_ + 1);
  const bool parameter = bracket_ && kind(*bracket_) == SsdLexer::CALL &&
                         is_one_of(before(), {SsdLexer::CALL, SsdLexer::COMMA}) &&
                         is_one_of(next, {SsdLexer::RPAREN, SsdLexer::COMMA, SsdLexer::COLON});
  if (!key && !declared && !parameter) return false;
  errors_.report(Code::E0035, tokens_.span_of(at_), text(at_))
      .help(fmt::format("choose another name, such as `{}_1`", text(at_)));
  return true;
}

// Applies only after an operand. Elsewhere in an `if` a value is missing, which rows of the table report.
bool Slip::incomplete_if() const {
  if (!if_ || !ends_operand(before())) return false;
  const std::string_view missing = then_seen_ ? "else" : "then";
  errors_.report(Code::E0031, place(), missing, described(at_))
      .note(tokens_.span_of(*if_), "this `if`")
      .help(then_seen_ ? "an `if` is a value, so it always has an `else`: `if a then b else c`"
                       : "write `if a then b else c`");
  return true;
}

// A frequent mistake is `{ let u = a -u }`: a `-` with a space before it and none after it was meant as a sign.
bool Slip::block_value() const {
  if (!bracket_ || kind(*bracket_) != SsdLexer::LBRACE || kind(at_) != SsdLexer::RBRACE) return false;
  diag::Diagnostic& d =
      errors_.report(Code::E0045, tokens_.span_of(at_)).note(tokens_.span_of(*bracket_), "the block begins here");
  d.help("write the value after the last `let`: `{ let u = b.valid  u * 2 }`");
  for (std::size_t i = at_ - 1; i > *bracket_ && kind(i) != SsdLexer::KW_LET; --i) {
    const bool spaced_before_only =
        kind(i) == SsdLexer::MINUS && !tokens_[i].touches_previous && tokens_[i + 1].touches_previous;
    if (spaced_before_only) d.help("the `-` was read as a subtraction: write the value as `(-…)`");
  }
  return true;
}

// Between two adjacent operands a comma was forgotten in a call or list, and an operator in a group or index.
bool Slip::in_brackets() const {
  if (!bracket_ || kind(*bracket_) == SsdLexer::LBRACE || !ends_operand(before())) return false;
  const std::uint16_t opener = kind(*bracket_);
  if (separated(opener) && at_ < tokens_.last() && begins_operand(kind(at_))) {
    const Span end = tokens_.span_of(at_ - 1);
    errors_.report(Code::E0032, {end.file, end.end, end.end}, described(at_))
        .label("`,`")
        .help(fmt::format("write `, {}`", text(at_)));
    return true;
  }
  expected(fmt::format("{} or {}", separated(opener) ? "`,`" : "an operator", closer_for(opener)))
      .note(tokens_.span_of(*bracket_), "inside this bracket")
      .help(fmt::format("continue with {}, or close the bracket with {}", separated(opener) ? "a `,`" : "an operator",
                        closer_for(opener)));
  return true;
}

// If a value follows on the line, the colon was forgotten. Otherwise the key may have been meant as a section.
bool Slip::key_alone() const {
  if (!after_key()) return false;
  const std::string key = text_so_far();
  const bool statement = where_ == Where::kStatement;
  if (statement && (is_statement_word(kind(start_)) || is_axis_word(kind(start_)))) return false;
  if (kind(at_) == SsdLexer::DOT && at_ + 1 < tokens_.last() && is_name(kind(at_ + 1))) {
    const bool valued = at_ + 4 < tokens_.last() && kind(at_ + 2) == SsdLexer::COLON &&
                        (tokens_[at_ + 4].first_on_line || kind(at_ + 4) == SsdLexer::RBRACE);
    errors_.report(Code::E0155, join(tokens_.span_of(start_), tokens_.span_of(at_ + 1)), key, text(at_ + 1), key)
        .help(fmt::format("write `{} {{ {}: {} }}`", key, text(at_ + 1), valued ? text(at_ + 3) : "…"));
    return true;
  }
  if (at_ < tokens_.last() && begins_operand(kind(at_)) && !tokens_[at_].first_on_line && !is_key(at_)) {
    const Span end = tokens_.span_of(at_ - 1);
    errors_.report(Code::E0025, {end.file, end.end, end.end}, key)
        .label("`:`")
        .help(fmt::format("write `{}: {}`", key, value_from(at_)));
  } else {
    const bool may_be_section = !statement && at_ == start_ + 1;
    diag::Diagnostic& d = expected(fmt::format("`:` and a value{} after `{}`", may_be_section ? ", or `{`," : "", key));
    if (may_be_section && kind(at_) == SsdLexer::GREATER)
      d.help("write an order without braces, as in `allocation: static channel > die > plane > chip`");
    else if (may_be_section && kind(at_) == SsdLexer::RBRACE)
      d.help(fmt::format("a block contains keys: if `{0}` is a value, write its key before it, `KEY: {0}`", key));
    else if (is_name(kind(at_)) && is_key(at_) && kind(at_ + 1) == SsdLexer::COLON && !tokens_[at_].first_on_line)
      d.help(fmt::format("a key is one word, such as `{}_{}`", key, text(at_)));
    else
      d.help(fmt::format("write `{}: …`", key));
  }
  return true;
}

bool Slip::axes_of_claim() const {
  if (where_ != Where::kStatement || kind(start_) != SsdLexer::KW_EXPECT || !has_before(SsdLexer::KW_EACH) ||
      has_before(SsdLexer::COLON))
    return false;
  const bool name_missing = !is_name(before()) || (before() == SsdLexer::KW_EACH && at_ == start_ + 3);
  expected(name_missing ? "an axis of the experiment" : "`:` after the axes")
      .help("write `expect \"…\" each workload: mean(response.mean, A) < mean(response.mean, B)`");
  return true;
}

// White space has no meaning, so after `trigger:` the key of the next line is read as the value, and the parser stops
// only at its colon.
bool Slip::swallowed_key() const {
  if (at_ < 2 || at_ >= tokens_.last() || bracket_ || !is_key(at_ - 1)) return false;
  const std::uint16_t sign = before(2);
  if (ends_operand(sign) || is_opener(sign) || sign == SsdLexer::COMMA || is_reserved(sign)) return false;
  const Span end = tokens_.span_of(at_ - 2);
  const std::string value = fmt::format("a value after `{}`", text(at_ - 2));
  diag::Diagnostic& d =
      errors_.report(Code::E0020, {end.file, end.end, end.end}, value, fmt::format("the key `{}`", text(at_ - 1)));
  if (sign == SsdLexer::COLON && at_ >= 3 && is_statement_word(before(3))) {
    d.help(fmt::format("write `{} {}: …`, without a `:` between", text(at_ - 3), text(at_ - 1)));
    return true;
  }
  const bool may_be_section = sign == SsdLexer::COLON && at_ >= 3 && is_name(before(3)) &&
                              tokens_[at_ - 1].first_on_line &&
                              tokens_[at_ - 1].indent > tokens_[at_ - 3].indent;  // as in YAML
  d.help(may_be_section ? fmt::format("write the value of `{0}`; if it is a section, `{0} {{ {1}: … }}`", text(at_ - 3),
                                      text(at_ - 1))
         : sign == SsdLexer::COLON ? "write the value, or remove the key"
                                   : fmt::format("write the value, or remove the `{}`", text(at_ - 2)));
  return true;
}

}  // namespace ssd::parse

// Implements shape.h.
#include "compiler/syntax/parse/shape.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "SsdLexer.h"
#include "compiler/syntax/parse/code_points.h"
#include "compiler/syntax/parse/foreign_words.h"
#include "runtime/base/words.h"

namespace ssd::parse {
namespace {

using grammar::SsdLexer;

using Class = bool (*)(const TokenList&, std::size_t);

template <bool (*kIs)(std::uint16_t)>
bool is_token(const TokenList& tokens, std::size_t at) {
  return at < tokens.last() && kIs(tokens[at].kind);
}

constexpr auto kClasses = std::to_array<Word<Class>>({
    {"ANY", [](const TokenList&, std::size_t) { return true; }},
    {"TOKEN", [](const TokenList& tokens, std::size_t at) { return at < tokens.last(); }},
    {"NAME", is_token<is_name>},
    {"LITERAL", is_token<is_literal>},
    {"OPENER", is_token<is_opener>},
    {"BEGIN", is_token<begins_operand>},
    {"END", is_token<ends_operand>},
    {"SIGN",
     [](const TokenList& tokens, std::size_t at) { return at < tokens.last() && !ends_operand(tokens[at].kind); }},
    {"NO_LITERAL",
     [](const TokenList& tokens, std::size_t at) { return at >= tokens.last() || !is_literal(tokens[at].kind); }},
    {"TYPE", [](const TokenList& tokens, std::size_t at) { return names_type(tokens.text_of(at)); }},
    {"FUNCTION_TYPE", [](const TokenList& tokens, std::size_t at) { return names_function_type(tokens.text_of(at)); }},
});

constexpr auto kOtherKinds = std::to_array<Word<std::uint16_t>>({
    {"BAR", SsdLexer::BIT_OR},  // its sign separates kinds
    {"CALL", SsdLexer::CALL},
    {"INDEX", SsdLexer::INDEX},
    {"NEGATE", SsdLexer::NEGATE},
    {"NUMBER", SsdLexer::NUMBER},
    {"QUANTITY", SsdLexer::QUANTITY},
    {"STRING", SsdLexer::STRING},
});

// The lexer lists its words and signs as `'let'`.
std::map<std::string, std::uint16_t, std::less<>> spelled_kinds() {
  CodePoints nothing({});
  const SsdLexer lexer(&nothing);
  std::map<std::string, std::uint16_t, std::less<>> kinds;
  for (std::uint16_t kind = SsdLexer::KW_IMPORT; kind <= SsdLexer::NOT_EQUAL; ++kind) {
    const std::string quoted(lexer.getVocabulary().getLiteralName(kind));
    kinds.emplace(quoted.substr(1, quoted.size() - 2), kind);
  }
  return kinds;
}

std::uint16_t kind_of(std::string_view written) {
  static const auto kSpelled = spelled_kinds();
  const auto* other = find_word(kOtherKinds, written);
  return other != nullptr ? other->value : kSpelled.at(std::string(written));
}

}  // namespace

Shape::Element Shape::element(std::string_view written) {
  Element element;
  for (; std::string_view("@^~_").find(written[0]) != std::string_view::npos; written.remove_prefix(1)) {
    (written[0] == '@'   ? element.stopped
     : written[0] == '^' ? element.first
     : written[0] == '~' ? element.touches
                         : element.same_line) = true;
  }
  const std::size_t name = std::min(written.find('#'), written.size());
  if (name < written.size()) element.name = written.substr(name + 1);
  for (const auto part : std::views::split(written.substr(0, name), '|')) {
    const std::string_view one(part.begin(), part.end());
    if (const auto* known = find_word(kClasses, one))
      element.classes.push_back(known->value);
    else
      element.kinds.push_back(kind_of(one));
  }
  return element;
}

Shape::Shape(std::string_view written) : parts_(1) {
  for (const auto part : std::views::split(written, ' ')) {
    const std::string_view word(part.begin(), part.end());
    if (word == "…") {
      parts_.emplace_back();
      continue;
    }
    Part& here = parts_.back();
    here.elements.push_back(element(word));
    const Element& added = here.elements.back();
    const bool anchored = std::ranges::any_of(here.elements, &Element::stopped);
    here.by_start = !anchored;
    if (added.stopped || (added.first && !anchored)) here.anchor = here.elements.size() - 1;
  }
}

bool Shape::Element::fits(const TokenList& tokens, std::size_t at) const {
  if (at > tokens.last() || (touches && !tokens[at].touches_previous) || (same_line && tokens[at].first_on_line))
    return false;
  return std::ranges::any_of(classes, [&](Class is) { return is(tokens, at); }) ||
         (at < tokens.last() && std::ranges::count(kinds, tokens[at].kind) != 0);
}

bool Shape::matches(const TokenList& tokens, std::size_t start, std::size_t at, Texts& texts) const {
  std::size_t next = 0;  // the tokens before it belong to the parts before
  for (const Part& part : parts_) {
    const std::size_t anchor = part.by_start ? start : at;
    if (anchor < part.anchor + next) return false;
    for (std::size_t i = 0; i < part.elements.size(); ++i) {
      const Element& element = part.elements[i];
      next = anchor - part.anchor + i;
      if (!element.fits(tokens, next) || (element.first && next != start) || (element.stopped && next != at))
        return false;
      if (!element.name.empty()) texts[element.name] = tokens.text_of(next);
    }
    ++next;
  }
  return true;
}

std::string filled(std::string_view text, const Texts& texts) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text[0] == '{' ? text.find('}') : std::string_view::npos;
    const auto found = end == std::string_view::npos ? texts.end() : texts.find(text.substr(1, end - 1));
    result += found == texts.end() ? std::string(text.substr(0, 1)) : found->second;
    text.remove_prefix(found == texts.end() ? 1 : end + 1);
  }
  return result;
}

}  // namespace ssd::parse

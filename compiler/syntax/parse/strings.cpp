// Implements strings.h.
#include "compiler/syntax/parse/strings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ssd::parse {
namespace {

bool is_digit(char c) { return (c >= '0' && c <= '9') || c == '_'; }

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// Where the number ends and its unit begins. An `e` is an exponent only if digits follow; in `5eV` it begins the unit.
std::size_t end_of_digits(std::string_view text) {
  if (text.starts_with("0x")) return text.size();
  std::size_t at = skip_digits(text, 0);
  if (at + 1 < text.size() && text[at] == '.') at = skip_digits(text, at + 1);
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && text[exponent] >= '0' && text[exponent] <= '9') at = skip_digits(text, exponent);
  }
  return at;
}

void append_utf8(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr unsigned kLead[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(kLead[more] | (c >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80U | ((c >> (6 * i)) & 0x3FU));
}

// The text after `\u`: its length, 0 if it is not a number in braces; and the number, 0 if there is no such character.
struct CodePoint {
  std::size_t length = 0;
  std::uint32_t value = 0;
};
CodePoint code_point(std::string_view text) {
  const std::size_t close = text.find('}');
  constexpr std::size_t kMostDigits = 8;
  if (!text.starts_with("{") || close == std::string_view::npos || close < 2 || close > kMostDigits + 1) return {};
  const std::string_view digits = text.substr(1, close - 1);
  if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) return {};
  std::uint32_t value = 0;
  const bool fits = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16).ec == std::errc{};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return {close + 1, fits && value <= 0x10FFFF && !surrogate ? value : 0};
}

struct Escape {
  char written, character;
};
constexpr std::array kEscapes{Escape{'"', '"'}, Escape{'\\', '\\'}, Escape{'n', '\n'}, Escape{'t', '\t'}};

// `at` is the position in the string of the backslash's letter; `braces` is the length of a number after it, 0 if there
// is none.
void report_escape(const TokenList& tokens, std::size_t token, std::size_t at, std::size_t braces, Errors& errors) {
  const auto begin = static_cast<std::uint32_t>(tokens[token].begin + at);
  std::uint32_t end = begin + 2 + static_cast<std::uint32_t>(braces);
  while (end < tokens[token].end && (static_cast<unsigned char>(tokens.text[end]) & 0xC0U) == 0x80U) ++end;
  const std::string_view written = tokens.text.substr(begin, end - begin);
  const Span span{tokens.file, begin, end};
  if (braces != 0)
    errors.report(diag::Code::E0161, span, written)
        .help("characters have the numbers 1 to 10ffff, without d800 to dfff");
  else
    errors.report(diag::Code::E0007, span, written)
        .help(written.starts_with("\\u") ? "write the character's number in hex: `\\u{3bc}`"
                                         : "a string may contain `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{…}`");
}

}  // namespace

// Contains some units that do not exist (`sec`, `kB`): once the space is removed, the checker has a better message
// about the unit.
bool is_unit(std::string_view word) {
  constexpr std::array<std::string_view, 32> kUnits = {
      "ns",  "us", "ms", "s",   "min", "h",   "d",  "B",  "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB",
      "bit", "MT", "Hz", "kHz", "MHz", "GHz", "pJ", "nJ", "uJ", "mJ", "J",  "uW", "mW",  "W",   "kB",  "sec"};
  return std::ranges::count(kUnits, word) != 0;
}

ast::NumberLit number(std::string_view text) {
  const std::size_t split = end_of_digits(text);
  ast::NumberLit result;
  for (const char c : text.substr(0, split)) {
    if (c != '_') result.digits += c;
  }
  result.unit = text.substr(split);
  return result;
}

std::string string_value(const TokenList& tokens, std::size_t token, Errors& errors) {
  const std::string_view text = tokens.text_of(token);
  const bool closed = text.size() > 1 && text.back() == '"';  // a string without its end was already reported
  const std::string_view body = text.substr(1, text.size() - (closed ? 2 : 1));
  std::string result;
  bool told = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\' || i + 1 == body.size()) {
      result += body[i];
      continue;
    }
    const char escape = body[++i];
    const CodePoint numbered = escape == 'u' ? code_point(body.substr(i + 1)) : CodePoint{};
    if (const auto plain = std::ranges::find(kEscapes, escape, &Escape::written); plain != kEscapes.end())
      result += plain->character;
    else if (numbered.value != 0)
      append_utf8(result, numbered.value);
    else if (!std::exchange(told, true))
      report_escape(tokens, token, i, numbered.length, errors);
    i += numbered.length;
  }
  return result;
}

}  // namespace ssd::parse

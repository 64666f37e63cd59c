// Implements new_name.h.
#include "compiler/syntax/parse/new_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiler/syntax/parse/lexemes.h"

namespace ssd::parse {
namespace {

bool is_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool begins_with_digit(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0;
}

bool is_reserved_word(const std::string& text) {
  const std::vector<std::string> reserved = reserved_words();
  return std::ranges::count(reserved, text) != 0;
}

std::string in_small_letters(std::string_view noun) {
  std::string result(noun);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

bool may_be_a_name(const std::string& text) {
  return !text.empty() && !begins_with_digit(text) && std::ranges::all_of(text, is_part) && !is_reserved_word(text);
}

std::string mended_name(const std::string& text, std::string_view noun, std::string_view otherwise) {
  std::string name;
  for (const char c : text) {
    if (is_part(c))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  if (begins_with_digit(name)) name = fmt::format("{}_{}", noun, name);
  if (is_reserved_word(name)) name += "_" + in_small_letters(noun);
  return name.find_first_not_of('_') == std::string::npos ? std::string(otherwise) : name;
}

void report_bad_name(diag::Sink& sink, std::string_view what, const std::string& name, const std::string& call) {
  const std::string_view why = is_reserved_word(name)
                                   ? "it is a reserved word"
                                   : "a name consists of letters, digits and `_`, and does not begin with a digit";
  sink.report(diag::Code::E0533, {}, what, name).help(fmt::format("{}: write `{}`", why, call));
}

}  // namespace ssd::parse

// Implements unknown.h.
#include "compiler/syntax/parse/unknown.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "compiler/syntax/parse/lexemes.h"
#include "compiler/syntax/parse/parse.h"
#include "compiler/syntax/parse/strings.h"

namespace ssd::parse {
namespace {

using diag::Code;

// The number of bytes of the UTF-8 sequence at the beginning of `text`; 0 for an invalid one: overlong forms,
// surrogates and code points beyond U+10FFFF.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool in_range = (lead != 0xE0 || byte(1) >= 0xA0) && (lead != 0xED || byte(1) <= 0x9F);
    return in_range && continues(1) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool in_range = (lead != 0xF0 || byte(1) >= 0x90) && (lead != 0xF4 || byte(1) <= 0x8F);
    return in_range && continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

struct LookAlike {
  std::string_view written, advice;
};
// Characters from word processors, data sheets and other languages; the first row that fits is used.
constexpr auto kLookAlikes = std::to_array<LookAlike>({
    {"\u00b5", "write micro as `u`: `20us`"},
    {"\u03bc", "write micro as `u`: `20us`"},
    {"\u201c", "write strings in straight quotes: `\"…\"`"},
    {"\u201d", "write strings in straight quotes: `\"…\"`"},
    {"\u2018", "write strings in straight quotes: `\"…\"`"},
    {"\u2019", "write strings in straight quotes: `\"…\"`"},
    {"'", "write a name without quotes, a path in double quotes: `\"…\"`"},
    {"`", "write a name without quotes, a path in double quotes: `\"…\"`"},
    {"\u2013", "write `-`"},
    {"\u2014", "write `-`"},
    {"\u2212", "write `-`"},
    {"\u00d7", "write `*`"},
    {"\u00b7", "write `*`"},
    {"\u00f7", "write `/`"},
    {"\u2264", "write `<=`"},
    {"\u2265", "write `>=`"},
    {"\u2260", "write `!=`"},
    {"\u00a0", "this is a no-break space: write a plain space"},
    {"\u2026", "write what the three dots stand for"},
    {"?", "write a choice as `if a then b else c`"},
    {"#include", "read another file with `import \"…\"`"},
    {"#define", "name a value with `const NAME = …`"},
    {"#", "begin a comment with `//`"},
    {"^", "write `xor` for the exclusive or of bits, `1 << x` for a power of two, and `x * x` for a square"},
    {"~", "write `not` before a condition, `-1 - x` for the complement of bits, and a path in quotes: `\"…\"`"},
    {"$", "write a param by its name: `ways`"},
    {"@", "remove it; begin a comment with `//`"},
    {"\\", "an expression continues on the next line without a sign"},
});

constexpr auto kTruths = std::to_array<std::string_view>({"true", "false"});  // reserved words that are values

std::string shown(std::string_view characters) {
  constexpr std::size_t kLongest = 24;
  if (characters.size() == 1 && std::iscntrl(static_cast<unsigned char>(characters[0]))) {
    return fmt::format("the control character 0x{:02x}",
                       static_cast<unsigned>(static_cast<unsigned char>(characters[0])));
  }
  if (characters == "\u00a0") return "a no-break space";
  if (characters.size() <= kLongest) return fmt::format("`{}`", characters);
  std::size_t cut = kLongest;
  while ((static_cast<unsigned char>(characters[cut]) & 0xC0U) == 0x80U) --cut;
  return fmt::format("`{}…`", characters.substr(0, cut));
}

}  // namespace

bool check_text(std::string_view text, FileId file, Errors& errors) {
  if (text.size() > kLargestFile) {
    errors.report(Code::E0002, {file, 0, 0}, text.size(), kLargestFile).help("split the file and `import` its parts");
    return false;
  }
  for (std::uint32_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text.substr(i, 4));
    if (length == 0) {
      const unsigned byte = static_cast<unsigned char>(text[i]);
      errors.report(Code::E0001, {file, i, i}, i, byte).help("save the file as UTF-8");
      return false;
    }
    if (text[i] == '\0') {
      errors.report(Code::E0003, {file, i, i}, i).help("is this a text file? if it is UTF-16, save it as UTF-8");
      return false;
    }
    i += static_cast<std::uint32_t>(length);
  }
  return true;
}

void report_unknown(std::string_view characters, std::string_view rest, Span span, Errors& errors) {
  diag::Diagnostic& d = errors.report(Code::E0004, span, shown(characters));
  const std::string written = std::string(characters) + std::string(rest);
  const auto known =
      std::ranges::find_if(kLookAlikes, [&](const LookAlike& l) { return written.starts_with(l.written); });
  const bool letter = static_cast<unsigned char>(characters[0]) >= 0x80U;
  if (known != kLookAlikes.end()) {
    d.help(std::string(known->advice));
  } else if (letter) {
    d.help("names consist of `a` to `z`, `A` to `Z`, digits and `_`; strings and comments may contain any character");
  } else {
    d.help("remove it");
  }
}

void report_bad_hex(std::string_view written, Span span, Errors& errors) {
  const std::size_t end = written.find_first_not_of("0123456789abcdefABCDEF_", 2);
  diag::Diagnostic& d = errors.report(Code::E0009, span, written);
  const std::string_view digits = written.substr(2, end == std::string_view::npos ? end : end - 2);
  if (digits.empty()) {
    d.help("hex digits follow `0x`: `0xff`");
  } else if (end == std::string_view::npos) {
    d.help(fmt::format("write `0x{}`", digits));
  } else if (is_unit(written.substr(end))) {
    d.help(fmt::format("hex takes no unit; write the number as a decimal, or multiply: `0x{} * 1{}`", digits,
                       written.substr(end)));
  } else {
    d.help("hex digits are `0` to `9` and `a` to `f`");
  }
}

void report_glued_ratio(std::string_view ratio, std::string_view rest, Span span, Errors& errors) {
  const std::string_view digits = ratio.substr(0, ratio.size() - 1);
  const char next = rest[0];
  diag::Diagnostic& d = errors.report(Code::E0008, span, ratio);
  if (std::isalnum(static_cast<unsigned char>(next)) != 0 || next == '_' || next == '(') {
    const std::size_t end = rest.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    const std::string_view right = next == '(' ? "(…)" : rest.substr(0, std::min<std::size_t>(end, 24));
    const std::vector<std::string> words = reserved_words();
    const bool word = std::ranges::count(words, right) != 0 && std::ranges::count(kTruths, right) == 0;
    d.help(word ? fmt::format("put a space after the ratio: `{} {}`", ratio, right)
                : fmt::format("for the remainder write `{} % {}`", digits, right));
  } else {
    d.help(fmt::format("put a space after the ratio: `{} `", ratio));
  }
}

}  // namespace ssd::parse

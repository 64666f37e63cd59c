// Keys that accept one of a list of words: which word was written, and what is reported otherwise. Invariant: word()
// returns a word of the key's row that this version simulates.
#include "compiler/check/sections/reader_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "compiler/check/helps/key_helps.h"
#include "compiler/check/sections/reader.h"

namespace ssd::check {
namespace {

using diag::Code;

}  // namespace

bool contains_word(std::string_view words, std::string_view word) {
  return std::ranges::count(split_words(words), word) != 0;
}

// Words are not names: `always` means the word, whatever the file declares. Only a name that is not a listed word is
// looked up.
std::string Reader::word(std::string_view name) {
  const Key& known = key(name);
  const Entry* found = entry(name);
  if (found == nullptr) {
    explain(name, std::string(known.fallback), {});
    return std::string(known.fallback);
  }
  const ast::Expr* expr = plain_expression(*found);
  const auto* written =
      expr == nullptr || found->property->has_params ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  std::string text = written == nullptr ? "" : written->text;
  std::string param;
  // A string param may stand for a word, so that it can be varied.
  if (written != nullptr && !contains_word(known.words, text) &&
      context_.evaluator.globals().names().find(Kind::kValue, text, expr->span.file) != nullptr) {
    const Scope::LastParam named(context_.evaluator.scope());
    const Value given = context_.evaluator.evaluate(*expr).value;
    param = named.name();
    if (!given.known()) {  // the mistake in the param was reported
      sound_ = false;
      return std::string(known.fallback);
    }
    text = given.text;
  }
  const bool simulated = known.simulated.empty() || contains_word(known.simulated, text);
  if (contains_word(known.words, text) && simulated) {
    explain(name, text, origin(found, param));
    return text;
  }
  if (!was_reported(*found)) report_word(*found, known, expr, text);
  sound_ = false;
  return std::string(known.fallback);
}

// Reports a value that is not a simulated word. The name of a function is not a misspelt word if the language accepts a
// function there but this version does not.
void Reader::report_word(const Entry& entry, const Key& known, const ast::Expr* expr, const std::string& text) {
  const auto* written =
      expr == nullptr || entry.property->has_params ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  const bool function =
      written != nullptr && !known.simulated.empty() && names_function(*written, expr->span, known.words);
  if (contains_word(known.words, text) || function)
    report_unsupported(entry, known, fmt::format("`{}: {}`", known.name, text));
  else if (expr != nullptr)
    report_unknown_word(known, expr->span, text.empty() ? excerpt(context_.evaluator.sources(), expr->span) : text);
  else if (const auto* variant =
               entry.property == nullptr ? nullptr : std::get_if<ast::VariantValue>(&entry.property->value.node))
    refuse_variant(entry, *variant);
  else if (const auto* above =
               entry.property == nullptr ? nullptr : std::get_if<ast::AboveValue>(&entry.property->value.node))
    report_unknown_word(known, above->word_span, excerpt(context_.evaluator.sources(), above->word_span));
  else
    report_unsupported(entry, known, fmt::format("`{}` in this form", known.name));
}

// Throws for a table in the sources that does not fit the key's row.
void Reader::report_lost_word(std::string_view name, const std::string& word) const {
  throw std::logic_error(fmt::format("the word `{}` of `{}.{}` has no value", word, section_, name));
}

// `migrate: any_idel { … }` is a misspelling; `migrate: same_plane { … }` has a block without keys to set.
void Reader::refuse_variant(const Entry& entry, const ast::VariantValue& variant) {
  const Key& known = key(entry.key->text);
  const std::string& word = variant.kind.text;
  sound_ = false;
  if (!contains_word(known.words, word)) return report_unknown_word(known, variant.kind.span, word);
  const bool later = !known.simulated.empty() && !contains_word(known.simulated, word);
  if (later) return report_unsupported(entry, known, fmt::format("`{}: {}`", known.name, word));
  context_.sink()
      .report(Code::E0261, variant.kind.span, known.name, word)
      .help(fmt::format("write `{}: {}`", known.name, word));
}

// A listed word is not a function, unless it is the name of a standard policy that the file has redefined.
bool Reader::names_function(const ast::NameRef& name, Span span, std::string_view words) const {
  const Names& names = context_.evaluator.globals().names();
  if (contains_word(words, name.text)) return names.redefined(Kind::kFunction, name.text, span.file);
  return names.find(Kind::kValue, name.text, span.file) == nullptr &&
         names.find(Kind::kFunction, name.text, span.file) != nullptr;
}

void Reader::report_unknown_word(const Key& known, Span span, const std::string& written) {
  const std::string help = unknown_word_help(known, written, context_.evaluator.globals().names(), span.file);
  context_.sink().report(Code::E0212, span, written, known.name).help(help);
}

bool Reader::is_policy(std::string_view name) const {
  const Entry* found = entry(name);
  if (found == nullptr || found->property == nullptr) return false;
  if (found->property->has_params) return true;
  const ast::Expr* expr = plain_expression(*found);
  const auto* written = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  return written != nullptr && names_function(*written, expr->span, key(name).words);
}

}  // namespace ssd::check

// One syntax error and the tokens around it, with a recogniser for each common slip. A recogniser returns false and says nothing if
// the slip is not its own; their order in slips.cpp goes from the most to the least particular.
#pragma once
#include <initializer_list>
#include <optional>
#include <string>

#include "compiler/parse/slips.h"

namespace ssd::parse {

class Slip {
 public:
  Slip(const TokenList& tokens, const Failure& failure, Errors& errors);

  bool equals_sign() const;       // `=` for `:` or `==`
  bool colon_for_equals() const;  // `let u: 3`
  bool unit_apart() const;        // `20 us`
  bool call_apart() const;        // `f (x)`
  bool reserved_word() const;     // `let if = 3`, `fn` inside a block
  bool incomplete_if() const;     // without `then` or `else`
  bool import_path() const;       // import without quotes
  bool block_value() const;       // `{ let u = 1 }`
  bool in_brackets() const;       // a missing comma, or what else cannot stand in brackets
  bool head() const;              // of a declaration
  bool states_result_type() const; // `fn f(x): int = …`
  bool key_alone() const;         // `channels 4`
  bool statement_part() const;    // `normalize m` without `to`
  bool swallowed_key() const;     // `a: 1 +  b: 2`, where `b` was read as a value
  bool value_missing() const;     // `a: }`, `1 + }`
  void anything_else() const;

  // A token as a message names it: "`x`", or "the end of the file".
  std::string described(std::size_t at) const;

 private:
  std::uint16_t kind(std::size_t at) const { return tokens_[at].kind; }
  std::uint16_t before(std::size_t n = 1) const { return at_ >= n ? tokens_[at_ - n].kind : std::uint16_t{0}; }
  std::string text(std::size_t at) const { return std::string(tokens_.text_of(at)); }
  std::string value_from(std::size_t at) const;
  Span place() const;
  bool is_key(std::size_t at) const;
  std::string text_so_far() const;
  bool after_key() const;
  bool has_before(std::uint16_t wanted) const;
  static bool is_one_of(std::uint16_t tested, std::initializer_list<std::uint16_t> kinds);
  bool report_unit(std::size_t number, std::size_t unit) const;
  diag::Diagnostic& expected(std::string_view what) const;

  const TokenList& tokens_;
  Errors& errors_;
  Where where_;
  std::size_t start_;
  std::size_t at_;                     // the token that cannot be
  std::optional<std::size_t> bracket_; // the innermost bracket that is open there, within the statement
  std::optional<std::size_t> if_;      // the innermost unfinished `if` in that bracket
  bool then_seen_ = false;             // of that `if`
};

}  // namespace ssd::parse

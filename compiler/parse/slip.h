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
  void block_head() const;        // of a `design`, `nand`, `workload` or `experiment`
  bool states_result_type() const; // `fn f(x): int = …`
  bool key_alone() const;         // `channels 4`
  bool statement_part() const;    // `normalize m` without `to`
  bool swallowed_key() const;     // `a: 1 +  b: 2`, where `b` was read as a value
  bool value_missing() const;     // `a: }`, `1 + }`
  // slip_foreign.cpp: what people bring along from other languages.
  bool foreign_operator() const;      // `b->valid`, `x++`, `1 << 2`
  bool foreign_statement() const;     // `return x`, `for`, `switch`
  bool type_before_name() const;      // `const int ways = 4`
  bool assignment() const;            // `{ u = 3 … }`
  bool comparison_for_value() const;  // `const x == 3`
  bool cast() const;                  // `(float) x`
  bool function_as_value() const;     // `victim: fn(b) = …`
  bool list_type() const;             // `param xs: [int] = …`
  bool value_without_key() const;     // `start { snapshot("f") }`
  bool name_in_quotes() const;        // `"channels": 4`
  bool name_with_sign() const;        // `design my-drive`
  bool value_before_if() const;       // `a if b else c`
  bool order_of_levels() const;       // `static channel, die, plane, chip`
  bool map_of_writes() const;         // `write_order map(lpn) { … }`
  bool block_behind_order() const;    // `dynamic channel > die > plane > chip { … }`
  bool call_before_value() const;     // `{ let u = ceil (1.5)  u }`
  bool argument_apart() const;        // `zipf 0.99`
  bool dashed_item() const;           // `- channels: 4`
  bool path_without_quotes() const;   // `trace: /data/hm_0.csv`
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
  bool report_operator(std::size_t first, std::string_view written, std::string_view help) const;
  std::string converted_text() const;
  std::size_t before_arguments(std::size_t at) const;
  bool is_foreign_statement(std::size_t word) const;
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

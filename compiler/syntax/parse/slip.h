// One syntax error and the tokens around it. slip_table.cpp determines which mistake it is. A mistake that needs more
// than a shape is recognised by a function here, which reports nothing and returns false if it is another mistake.
#pragma once
#include <initializer_list>
#include <optional>
#include <string>

#include "compiler/syntax/parse/shape.h"
#include "compiler/syntax/parse/slips.h"

namespace ssd::parse {

class Slip;

// Where a mistake can be: in one of the places (if any is set), and under all of the other conditions that are set.
enum Place : unsigned {
  kAnywhere = 0,
  kItem = 1U << static_cast<unsigned>(Where::kItem),
  kStatement = 1U << static_cast<unsigned>(Where::kStatement),
  kDeclaration = 1U << static_cast<unsigned>(Where::kDeclaration),
  kExpression = 1U << static_cast<unsigned>(Where::kExpression),
  kBlock = 1U << static_cast<unsigned>(Where::kBlock),
  kExperiment = 1U << static_cast<unsigned>(Where::kExperiment),
  kInBrackets = kExperiment << 1U,
  kOutside = kExperiment << 2U,
  kInBraces = kExperiment << 3U,
  kInParameters = kExperiment << 4U,  // the parameters of a `fn`
  kBehindFirst = kExperiment << 5U,   // the parser stopped after the first token
};

// The texts of a row may name those of the shape, and `{it}`, the token where the parser stopped; Slip::add_texts()
// lists the others.
struct SlipRow {
  std::string_view shape = {};
  unsigned where = kAnywhere;
  diag::Code code = diag::Code::E0020;                  // E0020 states what was expected and what was found
  std::string_view first = {}, second = "{described}";  // parts of the code's sentence
  std::string_view help = {};
  std::ptrdiff_t from = 0,
                 to = 0;  // the tokens that the message is about, counted from the anchor of the shape; E0020 has a
                          // place of its own
  bool (Slip::*own)() const = nullptr;  // recognised and reported by a function instead
};

class Slip {
 public:
  Slip(const TokenList& tokens, const Failure& failure, Errors& errors);

  void report() const;  // slip_table.cpp: reports by the first row of the table that fits

  bool equals_sign() const;    // `=` for `:` or `==`
  bool unit_apart() const;     // `20 us`
  bool call_apart() const;     // `f (x)`
  bool reserved_word() const;  // `let if = 3`, `fn` inside a block
  bool incomplete_if() const;  // without `then` or `else`
  bool import_path() const;    // import without quotes
  bool block_value() const;    // a block without a value, `{ let u = 1 }`
  bool in_brackets() const;    // a missing comma, or something else that is not allowed in brackets
  bool head() const;           // the head of a declaration
  bool key_alone() const;      // `channels 4`
  bool axes_of_claim() const;  // `expect "…" each`
  bool swallowed_key() const;  // `a: 1 +  b: 2`, where `b` was read as a value
  // slip_foreign.cpp: habits from other languages.
  bool foreign_statement() const;     // `return x`, `for`, `switch`
  bool comparison_for_value() const;  // `const x == 3`
  bool value_without_key() const;     // `start { snapshot("f") }`
  bool name_with_sign() const;        // `design my-drive`
  bool block_behind_order() const;    // `dynamic channel > die > plane > chip { … }`
  bool call_before_value() const;     // `{ let u = ceil (1.5)  u }`

  // A token as messages name it: "`x`", or "the end of the file".
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
  bool report_row(const SlipRow& row, const Shape& shape) const;
  void add_texts(Texts& texts) const;
  bool is_at(unsigned where) const;
  std::string operand_text() const;
  std::string touching_text(std::size_t at) const;
  void block_head() const;
  std::size_t before_arguments(std::size_t at) const;
  bool is_foreign_statement(std::size_t word) const;
  diag::Diagnostic& expected(std::string_view what) const;

  const TokenList& tokens_;
  Errors& errors_;
  Where where_;
  std::size_t start_;
  std::size_t at_;                      // the token that is not allowed
  std::optional<std::size_t> bracket_;  // the innermost bracket that is open there, within the statement
  std::optional<std::size_t> if_;       // the innermost unfinished `if` in that bracket
  bool then_seen_ = false;              // whether that `if` has its `then`
};

}  // namespace ssd::parse

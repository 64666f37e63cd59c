// What a constant expression is: a type, and a number in base units (seconds, bytes, joules), a truth, a text or an
// order. All arithmetic on constants is here, so that units are checked in one place.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/expr/rational.h"
#include "compiler/design/design.h"
#include "compiler/syntax/ast/ast.h"

namespace ssd::check {

enum class Type : std::uint8_t {
  kError,  // already reported: whatever is made of it stays silent
  kInt,
  kReal,
  kRatio,
  kBool,
  kTime,
  kSize,
  kRate,
  kFrequency,
  kEnergy,
  kPower,
  kString,
  kOrder,
  kList,
  kPageKind,
  kStream,  // one of a design's own names: nothing can be declared to be one
  kCell,
  kRecord,
};
std::string_view name(Type type);  // "time"
std::string_view noun(Type type);  // "a time"
std::optional<Type> find_type(std::string_view name);
std::vector<std::string> type_names();
bool is_number(Type type);    // int, real, ratio: no unit
bool is_quantity(Type type);  // anything with a number and a unit, or none
bool is_word(Type type);      // one of a list of words
struct Value;
Value any_value(Type type);  // some value of the type, where only the type counts; of a list none

using Order = std::array<design::Level, 4>;

struct Value {
  Type type = Type::kError;
  Rational number;
  bool truth = false;
  std::string text;
  Order order{};
  std::vector<Value> items = {};  // of a list

  static Value of(Type type, const Rational& number) {
    return {.type = type, .number = number, .truth = false, .text = {}};
  }
  static Value of_string(std::string text) {
    return {.type = Type::kString, .number = {}, .truth = false, .text = std::move(text)};
  }
  static Value of_order(const Order& order) {
    return {.type = Type::kOrder, .number = {}, .truth = false, .text = {}, .order = order};
  }
  // One of a list of words, such as `lsb`: its place in the list, and the word.
  static Value of_word(Type type, std::int64_t index, std::string word) {
    return {.type = type, .number = index, .truth = false, .text = std::move(word)};
  }
  static Value of_bool(bool truth) { return {.type = Type::kBool, .number = {}, .truth = truth, .text = {}}; }
  bool known() const { return type != Type::kError; }
};

struct Unit {
  std::string_view name;
  Type type;
  std::int64_t numerator, denominator;  // of base units
};
const Unit* find_unit(std::string_view name);
std::vector<std::string> unit_names();
Rational smallest_unit(Type type);  // of a type that has units: 1 ns, 1 bit, …

// The value of a literal as written in a table of defaults or bounds ("20us", "64", "15%", "true"); the text must be
// sound.
Value literal(std::string_view text);
// What is wrong with an operation on constants.
enum class Fault : std::uint8_t { kNone, kTypes, kOverflow, kInexact, kZero, kNoUnit };
struct Outcome {
  Value value;
  Fault fault = Fault::kNone;
};
Outcome apply(ast::BinaryOp op, const Value& a, const Value& b);
std::string_view symbol(ast::BinaryOp op);
bool is_comparison(ast::BinaryOp op);

// The value as one would write it: 20us, 2KiB, 40MB/s, 15%, channel > die > plane > chip.
std::string to_text(const Value& value);
std::string time_text(const Rational& seconds);
std::string size_text(const Rational& bytes);
std::string order_text(const Order& order);

// A whole number that fits into 64 bits.
std::optional<std::int64_t> as_int(const Rational& number);

}  // namespace ssd::check

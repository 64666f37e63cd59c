// The value of a constant expression: a type, and a number in base units (seconds, bytes, joules), a truth, a text or
// an order. All arithmetic on constants is here, so units are checked in one place.
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
  kError,  // already reported: everything computed from it reports nothing
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
  kStream,  // the name of one of a design's streams; nothing can be declared with this type
  kCell,
  kRecord,
  kTable,  // a table of the design (table.entries)
};
std::string_view name(Type type);  // "time"
std::string_view noun(Type type);  // "a time"
std::optional<Type> find_type(std::string_view name);
std::vector<std::string> type_names();
bool is_number(Type type);    // int, real, ratio: no unit
bool is_quantity(Type type);  // anything with a number, with or without a unit
bool is_word(Type type);      // one of a list of words
struct Value;
Value any_value(Type type);  // some value of the type, for checks of types only; an unknown one for a list or record

using Order = std::array<design::Level, 4>;

struct Value {
  Type type = Type::kError;
  Rational number;
  bool truth = false;
  std::string text;
  Order order{};
  std::vector<Value> items = {};  // for a list

  static Value of(Type type, const Rational& number) {
    return {.type = type, .number = number, .truth = false, .text = {}};
  }
  static Value of_string(std::string text) {
    return {.type = Type::kString, .number = {}, .truth = false, .text = std::move(text)};
  }
  static Value of_order(const Order& order) {
    return {.type = Type::kOrder, .number = {}, .truth = false, .text = {}, .order = order};
  }
  // A word of a list of words, such as `lsb`: its position in the list, and the word.
  static Value of_word(Type type, std::int64_t index, std::string word) {
    return {.type = type, .number = index, .truth = false, .text = std::move(word)};
  }
  static Value of_bool(bool truth) { return {.type = Type::kBool, .number = {}, .truth = truth, .text = {}}; }
  bool known() const { return type != Type::kError; }
};

struct Unit {
  std::string_view name;
  Type type;
  std::int64_t numerator, denominator;  // in base units
};
const Unit* find_unit(std::string_view name);
std::vector<std::string> unit_names();
Rational smallest_unit(Type type);  // for a type that has units: 1 ns, 1 bit, …

// The value of a literal in a table of defaults or bounds ("20us", "64", "15%", "true"). The text must be correct.
Value literal(std::string_view text);
// What can be wrong with an operation on constants.
enum class Fault : std::uint8_t { kNone, kTypes, kOverflow, kInexact, kZero, kNoUnit, kNoInts, kShift };
struct Outcome {
  Value value;
  Fault fault = Fault::kNone;
};
Outcome apply(ast::BinaryOp op, const Value& a, const Value& b);
std::string_view symbol(ast::BinaryOp op);
bool is_comparison(ast::BinaryOp op);
bool is_shift(ast::BinaryOp op);
// The operators on the bits of ints, which are in two's complement; shifts are among them.
bool is_of_bits(ast::BinaryOp op);

// The value as a person would write it: 20us, 2KiB, 40MB/s, 15%, channel > die > plane > chip.
std::string to_text(const Value& value);
std::string time_text(const Rational& seconds);
std::string size_text(const Rational& bytes);
std::string order_text(const Order& order);

// The number as an int; nothing if it is not whole or does not fit into 64 bits.
std::optional<std::int64_t> as_int(const Rational& number);

}  // namespace ssd::check

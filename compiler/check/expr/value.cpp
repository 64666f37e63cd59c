// Types, units and arithmetic of constants: see value.h.
#include "compiler/check/expr/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

namespace ssd::check {
namespace {

struct TypeRow {
  Type type;
  std::string_view name, noun;
  int seconds, bytes, joules;  // the exponents of its unit
};
constexpr std::array kTypes{
    TypeRow{Type::kError, "?", "?", 0, 0, 0},
    TypeRow{Type::kInt, "int", "an int", 0, 0, 0},
    TypeRow{Type::kReal, "real", "a real", 0, 0, 0},
    TypeRow{Type::kRatio, "ratio", "a ratio", 0, 0, 0},
    TypeRow{Type::kBool, "bool", "a bool", 0, 0, 0},
    TypeRow{Type::kTime, "time", "a time", 1, 0, 0},
    TypeRow{Type::kSize, "size", "a size", 0, 1, 0},
    TypeRow{Type::kRate, "rate", "a rate", -1, 1, 0},
    TypeRow{Type::kFrequency, "frequency", "a frequency", -1, 0, 0},
    TypeRow{Type::kEnergy, "energy", "an energy", 0, 0, 1},
    TypeRow{Type::kPower, "power", "a power", -1, 0, 1},
    TypeRow{Type::kString, "string", "a string", 0, 0, 0},
    TypeRow{Type::kOrder, "order", "an order", 0, 0, 0},
    TypeRow{Type::kList, "list", "a list", 0, 0, 0},
    TypeRow{Type::kPageKind, "page_kind", "a page kind", 0, 0, 0},
    TypeRow{Type::kStream, "stream", "a stream", 0, 0, 0},
    TypeRow{Type::kCell, "cell", "a cell", 0, 0, 0},
    TypeRow{Type::kRecord, "record", "a record", 0, 0, 0},
    TypeRow{Type::kTable, "table", "a table", 0, 0, 0},
};

// The types that a param or a function's parameter may be declared with.
bool declarable(const TypeRow& t) {
  return t.type == Type::kPageKind || t.type == Type::kCell || (t.type != Type::kError && t.type < Type::kList);
}

constexpr std::int64_t kKilo = 1000, kMega = 1'000'000, kGiga = 1'000'000'000, kTera = 1'000'000'000'000;
constexpr std::int64_t kKibi = 1LL << 10, kMebi = 1LL << 20, kGibi = 1LL << 30, kTebi = 1LL << 40;

constexpr std::array kUnits{
#define SSD_UNIT(name, type, numerator, denominator) Unit{name, Type::k##type, numerator, denominator},
#include "runtime/base/units.def"
#undef SSD_UNIT
};

const TypeRow& row(Type type) { return kTypes.at(static_cast<std::size_t>(type)); }

// Adds or subtracts the exponents of two units; a result without unit is a real.
std::optional<Type> combined(const TypeRow& a, const TypeRow& b, int direction) {
  const int seconds = a.seconds + direction * b.seconds, bytes = a.bytes + direction * b.bytes,
            joules = a.joules + direction * b.joules;
  if (seconds == 0 && bytes == 0 && joules == 0) return Type::kReal;
  const auto found = std::ranges::find_if(kTypes, [&](const TypeRow& t) {
    return t.seconds == seconds && t.bytes == bytes && t.joules == joules && is_quantity(t.type);
  });
  return found == kTypes.end() ? std::nullopt : std::optional(found->type);
}

// The type of a sum, of the arguments of min, and so on: numbers without a unit mix with each other, all other types
// only with themselves.
std::optional<Type> common_type(Type a, Type b) {
  if (a == b) return a;
  if (is_number(a) && is_number(b)) return a == Type::kRatio && b == Type::kRatio ? Type::kRatio : Type::kReal;
  return std::nullopt;
}

// An int must fit into 64 bits, every other number into a Rational.
Outcome number_outcome(Type type, const std::optional<Rational>& number) {
  if (!number) return {{}, type == Type::kInt ? Fault::kOverflow : Fault::kInexact};
  if (type == Type::kInt && !as_int(*number)) return {{}, Fault::kOverflow};
  return {Value::of(type, *number)};
}

Outcome multiply_values(const Value& a, const Value& b) {
  if (a.type == Type::kInt && b.type == Type::kInt) return number_outcome(Type::kInt, multiply(a.number, b.number));
  // A number times a share is a share: `2 * 5%` is 10%.
  const bool share = is_number(a.type) && is_number(b.type) && (a.type == Type::kRatio || b.type == Type::kRatio);
  const auto type = share ? std::optional(Type::kRatio) : combined(row(a.type), row(b.type), 1);
  if (!type) return {{}, Fault::kNoUnit};
  return number_outcome(*type, multiply(a.number, b.number));
}

// Ints truncate towards zero, because the formulas of the papers mean this.
Outcome divide_values(const Value& a, const Value& b) {
  if (b.number.sign() == 0) return {{}, Fault::kZero};
  const auto quotient = divide(a.number, b.number);
  if (a.type == Type::kInt && b.type == Type::kInt) {
    if (!quotient) return {{}, Fault::kOverflow};
    const Wide truncated = quotient->numerator() / quotient->denominator();
    return number_outcome(Type::kInt, Rational::make(truncated, 1));
  }
  const bool share = a.type == Type::kRatio && (b.type == Type::kInt || b.type == Type::kReal);
  const auto type = share ? std::optional(Type::kRatio) : combined(row(a.type), row(b.type), -1);
  if (!type) return {{}, Fault::kNoUnit};
  return number_outcome(*type, quotient);
}

// a - b * truncated(a / b): the result has the sign of the left operand, for ints and for all other types.
Outcome remainder_of(const Value& a, const Value& b) {
  const auto type = common_type(a.type, b.type);
  if (!type) return {{}, Fault::kTypes};
  if (b.number.sign() == 0) return {{}, Fault::kZero};
  const auto quotient = divide(a.number, b.number);
  if (!quotient) return {{}, Fault::kInexact};
  const auto truncated = Rational::make(quotient->numerator() / quotient->denominator(), 1);
  const auto whole_part = multiply(*truncated, b.number);
  return number_outcome(*type, whole_part ? subtract(a.number, *whole_part) : std::nullopt);
}

// `a << n` is a times 2^n, and `a >> n` the floor of a / 2^n, so `a >> 1` of -7 is -4.
Outcome on_bits(ast::BinaryOp op, const Value& a, const Value& b) {
  if (a.type != Type::kInt || b.type != Type::kInt) return {{}, Fault::kNoInts};
  const auto left = static_cast<std::int64_t>(a.number.numerator()),
             right = static_cast<std::int64_t>(b.number.numerator());
  if (is_shift(op) && (right < 0 || right > kMostShift)) return {{}, Fault::kShift};
  const auto int_of = [](std::int64_t bits) { return Outcome{Value::of(Type::kInt, bits)}; };
  switch (op) {
    case ast::BinaryOp::kShiftLeft: return number_outcome(Type::kInt, multiply(a.number, std::int64_t{1} << right));
    case ast::BinaryOp::kShiftRight: return int_of(left >> right);
    case ast::BinaryOp::kBitAnd: return int_of(left & right);
    case ast::BinaryOp::kBitOr: return int_of(left | right);
    default: return int_of(left ^ right);
  }
}

bool holds(ast::BinaryOp op, int order) {
  switch (op) {
    case ast::BinaryOp::kLess: return order < 0;
    case ast::BinaryOp::kLessEqual: return order <= 0;
    case ast::BinaryOp::kGreater: return order > 0;
    case ast::BinaryOp::kGreaterEqual: return order >= 0;
    case ast::BinaryOp::kEqual: return order == 0;
    default: return order != 0;
  }
}

// Quantities are compared by size; bools, words, strings and orders only for equality.
Outcome compare_values(ast::BinaryOp op, const Value& a, const Value& b) {
  const bool equality = op == ast::BinaryOp::kEqual || op == ast::BinaryOp::kNotEqual;
  if (is_quantity(a.type) && is_quantity(b.type)) {
    if (!common_type(a.type, b.type)) return {{}, Fault::kTypes};
    return {Value::of_bool(holds(op, compare(a.number, b.number)))};
  }
  if (!equality || a.type != b.type || a.type == Type::kRecord || a.type == Type::kList) return {{}, Fault::kTypes};
  if (is_word(a.type)) return {Value::of_bool(holds(op, compare(a.number, b.number)))};
  const bool same = a.truth == b.truth && a.text == b.text && a.order == b.order;
  return {Value::of_bool(same == (op == ast::BinaryOp::kEqual))};
}

struct Scaled {
  std::string_view unit;
  Rational size;
};
// In the largest unit in which the value is at least 1; in the smallest unit if there is none.
std::string in_largest(const Rational& value, std::span<const Scaled> units) {
  for (const Scaled& u : units) {
    const Rational magnitude = value.sign() < 0 ? *Rational::make(-value.numerator(), value.denominator()) : value;
    if (compare(magnitude, u.size) < 0 && &u != &units.back()) continue;
    const auto scaled = divide(value, u.size);
    if (scaled) return to_text(*scaled) + std::string(u.unit);
  }
  return to_text(value);
}

Rational fraction(std::int64_t numerator, std::int64_t denominator) { return *Rational::make(numerator, denominator); }

}  // namespace

std::string_view name(Type type) { return row(type).name; }
std::string_view noun(Type type) { return row(type).noun; }

std::optional<Type> find_type(std::string_view text) {
  const auto found = std::ranges::find_if(kTypes, [&](const TypeRow& t) { return t.name == text && declarable(t); });
  return found == kTypes.end() ? std::nullopt : std::optional(found->type);
}

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const TypeRow& t : kTypes) {
    if (declarable(t)) names.emplace_back(t.name);
  }
  return names;
}

bool is_number(Type type) { return type == Type::kInt || type == Type::kReal || type == Type::kRatio; }

bool is_quantity(Type type) { return type >= Type::kInt && type <= Type::kPower && type != Type::kBool; }

bool is_word(Type type) { return type == Type::kPageKind || type == Type::kStream || type == Type::kCell; }

Value any_value(Type type) {
  switch (type) {
    case Type::kBool: return Value::of_bool(true);
    case Type::kString: return Value::of_string({});
    case Type::kOrder:
      return Value::of_order(
          {design::Level::kChannel, design::Level::kChip, design::Level::kDie, design::Level::kPlane});
    case Type::kList:
    case Type::kRecord: return {};
    default: return is_word(type) ? Value::of_word(type, 0, {}) : Value::of(type, 1);
  }
}

const Unit* find_unit(std::string_view text) {
  const auto found = std::ranges::find(kUnits, text, &Unit::name);
  return found == kUnits.end() ? nullptr : &*found;
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const Unit& u : kUnits) names.emplace_back(u.name);
  return names;
}

Rational smallest_unit(Type type) {
  Rational smallest = 0;
  for (const Unit& u : kUnits) {
    const Rational size = fraction(u.numerator, u.denominator);
    if (u.type == type && (smallest.sign() == 0 || compare(size, smallest) < 0)) smallest = size;
  }
  return smallest;
}

Value literal(std::string_view text) {
  static constexpr std::array kTruths{Word{"true", true}, Word{"false", false}};
  if (const Word<bool>* truth = find_word(kTruths, text)) return Value::of_bool(truth->value);
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const Rational number = parse_digits(text.substr(0, end)).value_or(Rational(0));
  if (end == text.size()) return Value::of(number.whole() ? Type::kInt : Type::kReal, number);
  const Unit* unit = find_unit(text.substr(end));
  return Value::of(unit->type, *multiply(number, fraction(unit->numerator, unit->denominator)));
}

std::string_view symbol(ast::BinaryOp op) {
  static constexpr std::array<std::string_view, 18> kSymbols{"*", "/", "%",  "+", "-",  "<<", ">>", "&",   "xor",
                                                             "|", "<", "<=", ">", ">=", "==", "!=", "and", "or"};
  return kSymbols.at(static_cast<std::size_t>(op));
}

bool is_comparison(ast::BinaryOp op) { return op >= ast::BinaryOp::kLess && op <= ast::BinaryOp::kNotEqual; }
bool is_shift(ast::BinaryOp op) { return op == ast::BinaryOp::kShiftLeft || op == ast::BinaryOp::kShiftRight; }
bool is_of_bits(ast::BinaryOp op) { return op >= ast::BinaryOp::kShiftLeft && op <= ast::BinaryOp::kBitOr; }

Outcome apply(ast::BinaryOp op, const Value& a, const Value& b) {
  using enum ast::BinaryOp;
  if (!a.known() || !b.known()) return {};
  if (op == kAnd || op == kOr) {
    if (a.type != Type::kBool || b.type != Type::kBool) return {{}, Fault::kTypes};
    return {Value::of_bool(op == kAnd ? a.truth && b.truth : a.truth || b.truth)};
  }
  if (is_comparison(op)) return compare_values(op, a, b);
  if (is_of_bits(op)) return on_bits(op, a, b);
  if (!is_quantity(a.type) || !is_quantity(b.type)) return {{}, Fault::kTypes};
  if (op == kMul) return multiply_values(a, b);
  if (op == kDiv) return divide_values(a, b);
  if (op == kMod) return remainder_of(a, b);
  const auto type = common_type(a.type, b.type);
  if (!type) return {{}, Fault::kTypes};
  return number_outcome(*type, op == kAdd ? add(a.number, b.number) : subtract(a.number, b.number));
}

std::string time_text(const Rational& seconds) {
  static const std::array kScale{Scaled{"s", 1}, Scaled{"ms", fraction(1, kKilo)}, Scaled{"us", fraction(1, kMega)},
                                 Scaled{"ns", fraction(1, kGiga)}};
  return in_largest(seconds, kScale);
}

// Sizes are written in the largest power of 1024 that divides them, so no digit is lost.
std::string size_text(const Rational& bytes) {
  static constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> kScale{
      {{"TiB", kTebi}, {"GiB", kGibi}, {"MiB", kMebi}, {"KiB", kKibi}}};
  if (!bytes.whole()) {
    const auto bits = multiply(bytes, 8);
    return bits ? to_text(*bits) + "bit" : to_text(bytes) + "B";
  }
  for (const auto& [unit, size] : kScale) {
    if (bytes.sign() != 0 && bytes.numerator() % size == 0)
      return to_text(bytes.numerator() / size) + std::string(unit);
  }
  return to_text(bytes) + "B";
}

std::string order_text(const Order& order) {
  std::string text;
  for (const design::Level level : order) text += (text.empty() ? "" : " > ") + std::string(design::name(level));
  return text;
}

// Exact, in the unit that a person would choose: the printed text can be written back into a file.
std::string to_text(const Value& value) {
  static const std::array kRates{Scaled{"GB/s", kGiga}, Scaled{"MB/s", kMega}, Scaled{"KB/s", kKilo}, Scaled{"B/s", 1}};
  static const std::array kFrequencies{Scaled{"GHz", kGiga}, Scaled{"MHz", kMega}, Scaled{"kHz", kKilo},
                                       Scaled{"Hz", 1}};
  static const std::array kEnergies{Scaled{"J", 1}, Scaled{"mJ", fraction(1, kKilo)}, Scaled{"uJ", fraction(1, kMega)},
                                    Scaled{"nJ", fraction(1, kGiga)}, Scaled{"pJ", fraction(1, kTera)}};
  static const std::array kPowers{Scaled{"W", 1}, Scaled{"mW", fraction(1, kKilo)}, Scaled{"uW", fraction(1, kMega)}};
  switch (value.type) {
    case Type::kError: return "?";
    case Type::kBool: return value.truth ? "true" : "false";
    case Type::kString: return "\"" + value.text + "\"";
    case Type::kOrder: return order_text(value.order);
    case Type::kList: {
      std::string text;
      for (const Value& item : value.items) text += (text.empty() ? "" : ", ") + to_text(item);
      return "[" + text + "]";
    }
    case Type::kPageKind:
    case Type::kStream:
    case Type::kCell:
    case Type::kRecord:
    case Type::kTable: return value.text;
    case Type::kTime: return time_text(value.number);
    case Type::kSize: return size_text(value.number);
    case Type::kRate: return in_largest(value.number, kRates);
    case Type::kFrequency: return in_largest(value.number, kFrequencies);
    case Type::kEnergy: return in_largest(value.number, kEnergies);
    case Type::kPower: return in_largest(value.number, kPowers);
    case Type::kRatio: {
      const auto percent = multiply(value.number, 100);
      return percent ? to_text(*percent) + "%" : to_text(value.number);
    }
    case Type::kInt:
    case Type::kReal: return to_text(value.number);
  }
  return "";
}

std::optional<std::int64_t> as_int(const Rational& number) {
  if (!number.whole()) return std::nullopt;
  if (number.numerator() < std::numeric_limits<std::int64_t>::min() ||
      number.numerator() > std::numeric_limits<std::int64_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(number.numerator());
}

}  // namespace ssd::check

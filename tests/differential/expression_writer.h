// Random expressions as source text. Each comes with its own evaluation in exact fractions, which also knows which
// check fails and where. They cover everything with which the language can compute: units, scales, 64-bit ints, `let`,
// functions, lists, `and`, `or`, `if`.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "compiler/check/check.h"
#include "tests/differential/choices.h"
#include "tests/differential/fraction.h"

namespace ssd::differential {

using design::CheckKind;

// Thrown where a check of the expression fails: its kind, and the place in the source text.
struct Stopped {
  CheckKind kind;
  std::string place;
};

// One evaluation: the inputs by name, and whether two values came so close that the last bit of a real decides the
// result.
struct Situation {
  std::map<std::string, i64, std::less<>> inputs;
  std::map<std::string, Fraction> names;  // of `let` and of parameters
  double largest = 1;
  bool delicate = false;

  Fraction seen(const Fraction& value) {
    largest = std::max(largest, std::fabs(value.approximate()));
    return value;
  }
  void close_to(const Fraction& a, const Fraction& b) {
    delicate |= std::fabs((a - b).approximate()) <= 1e-9 * largest;
  }
};

// Times are in ns, sizes in bytes, energies in nJ; conditions are 0 or 1.
struct Expression {
  std::string text;
  std::function<Fraction(Situation&)> value;
};
enum class Sort { kInt, kReal, kTime, kSize, kEnergy };
bool is_quantity(Sort sort) { return sort != Sort::kInt && sort != Sort::kReal; }

struct Unit {
  const char* name;
  i64 numerator, denominator;
};
constexpr std::array kTimes{Unit{"ns", 1, 1}, Unit{"us", 1'000, 1}, Unit{"us", 1'000, 1}, Unit{"ms", 1'000'000, 1}};
constexpr std::array kSizes{Unit{"B", 1, 1}, Unit{"KB", 1'000, 1}, Unit{"KiB", 1'024, 1}, Unit{"MiB", 1'048'576, 1}};
constexpr std::array kEnergies{Unit{"pJ", 1, 1'000}, Unit{"nJ", 1, 1}, Unit{"uJ", 1'000, 1}, Unit{"uJ", 1'000, 1}};

inline Fraction as_int(const Fraction& value, const std::string& place) {
  if (value < Fraction(std::numeric_limits<i64>::min()) || Fraction(std::numeric_limits<i64>::max()) < value)
    throw Stopped{CheckKind::kOverflow, place};
  return value;
}

// Exact for powers of two; otherwise near enough where the result is not delicate.
inline Fraction logarithm(Fraction x) {
  Fraction whole(0);
  for (; x < Fraction(1); x = x * Fraction(2)) whole = whole - Fraction(1);
  for (; !(x < Fraction(2)); x = x / Fraction(2)) whole = whole + Fraction(1);
  constexpr i64 kSteps = i64{1} << 40;
  return whole + Fraction(std::llround(std::log2(x.approximate()) * static_cast<double>(kSteps)), kSteps);
}

class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {}

  // The functions that the expressions call.
  const std::string& declarations() const { return declarations_; }

  Expression truth(int depth) {
    if (depth == 0) return input(pick<const char*>(random_, {"is_read", "is_gc", "is_write"}));
    switch (between(random_, 0, 4)) {
      case 0: return both(truth(depth - 1), truth(depth - 1), chance(random_, 50));
      case 1: {
        const Expression a = truth(depth - 1);
        return {"(not " + a.text + ")", [=](Situation& s) { return Fraction(a.value(s).zero()); }};
      }
      default: return comparison(any_sort(), depth - 1);
    }
  }

  Expression number(Sort sort, int depth) {
    if (depth == 0) return leaf(sort);
    switch (between(random_, 0, 14)) {
      case 0:
      case 1: return sum(number(sort, depth - 1), number(sort, depth - 1), sort, chance(random_, 50));
      case 2: return extreme(number(sort, depth - 1), number(sort, depth - 1), chance(random_, 50));
      case 3: return choice(truth(depth - 1), number(sort, depth - 1), number(sort, depth - 1));
      case 4:
      case 5: return product(sort, depth - 1);
      case 6: return quotient(sort, depth - 1);
      case 7: return rounded(sort, depth - 1);
      case 8: return item(sort, depth - 1);
      case 9: return negative(number(sort, depth - 1), sort);
      case 10: return clamped(number(sort, depth - 1), number(sort, depth - 1), number(sort, depth - 1));
      case 11: return named(sort, depth - 1);
      case 12: return called(sort, depth - 1);
      case 13: return sort == Sort::kInt ? bits(depth - 1) : remainder(sort, depth - 1);
      default: return remainder(sort, depth - 1);
    }
  }

 private:
  Sort any_sort() {
    return pick(random_, {Sort::kInt, Sort::kInt, Sort::kReal, Sort::kReal, Sort::kTime, Sort::kTime, Sort::kSize,
                          Sort::kEnergy});
  }

  Expression input(const std::string& name) {
    return {record_ + "." + name, [=](Situation& s) { return s.seen(Fraction(s.inputs.at(name))); }};
  }

  // A name of this sort that is visible here.
  std::optional<Expression> known(Sort sort) {
    for (const auto& [name, its_sort] : names_) {
      if (its_sort == sort && chance(random_, 50))
        return Expression{name, [name = name](Situation& s) { return s.names.at(name); }};
    }
    return std::nullopt;
  }

  template <std::size_t n>
  Expression quantity(const std::array<Unit, n>& units, i64 hundredths) {
    const Unit unit = units.at(static_cast<std::size_t>(between(random_, 0, n - 1)));
    return {fmt::format("{}.{:02}{}", hundredths / 100, hundredths % 100, unit.name), [=](Situation& s) {
              return s.seen(Fraction(hundredths) * Fraction(unit.numerator, 100 * unit.denominator));
            }};
  }

  Expression leaf(Sort sort) {
    if (auto found = known(sort)) return *found;
    if (chance(random_, 55) && sort <= Sort::kTime) {
      if (sort == Sort::kTime) return input("waited");
      const Expression a = input(pick<const char*>(random_, {"pages", "unit.channel", "unit.plane", "unit.chip"}));
      return sort == Sort::kInt ? a : Expression{"real(" + a.text + ")", a.value};
    }
    const i64 whole = chance(random_, 15) ? between(random_, i64{1} << 30, i64{1} << 42) : between(random_, 0, 12),
              hundredths = between(random_, 1, 999);
    if (sort == Sort::kInt) return {std::to_string(whole), [=](Situation&) { return Fraction(whole); }};
    const std::string decimal = fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
    if (sort == Sort::kReal && chance(random_, 30))
      return {decimal + "%", [=](Situation&) { return Fraction(hundredths, 10'000); }};
    if (sort == Sort::kReal) return {decimal, [=](Situation&) { return Fraction(hundredths, 100); }};
    if (sort == Sort::kTime) return quantity(kTimes, hundredths);
    return sort == Sort::kSize ? quantity(kSizes, hundredths) : quantity(kEnergies, hundredths);
  }

  // `let`: the value has its name only in what follows.
  Expression named(Sort sort, int depth) {
    const Sort of = any_sort();
    const Expression value = number(of, depth);
    const std::string name = fmt::format("v{}", ++count_);
    names_.emplace_back(name, of);
    const Expression body = number(sort, depth);
    names_.pop_back();
    return {fmt::format("{{ let {} = {}  {} }}", name, value.text, body.text), [=](Situation& s) {
              s.names[name] = value.value(s);
              return body.value(s);
            }};
  }

  // A function sees only its parameters: the operation and a number.
  Expression called(Sort sort, int depth) {
    const Sort of = any_sort();
    const Expression argument = number(of, depth);
    const std::string function = fmt::format("f{}", ++count_), name = fmt::format("a{}", count_), record = record_;
    const auto outer_names = std::exchange(names_, {{name, of}});
    record_ = "o";
    const Expression body = number(sort, depth);
    names_ = outer_names;
    record_ = record;
    static constexpr std::array<const char*, 5> kTypes{"int", "real", "time", "size", "energy"};
    declarations_ +=
        fmt::format("fn {}(o: op, {}: {}) = {}\n", function, name, kTypes.at(static_cast<std::size_t>(of)), body.text);
    return {fmt::format("{}({}, {})", function, record, argument.text), [=](Situation& s) {
              s.names[name] = argument.value(s);
              return body.value(s);
            }};
  }

  static Expression negative(const Expression& a, Sort sort) {
    const std::string text = "(-" + a.text + ")";
    return {text, [=](Situation& s) {
              const Fraction result = Fraction(0) - a.value(s);
              return sort == Sort::kInt ? as_int(result, text) : result;
            }};
  }

  // If the bounds are in the wrong order, the upper one decides.
  static Expression clamped(const Expression& a, const Expression& low, const Expression& high) {
    return {fmt::format("clamp({}, {}, {})", a.text, low.text, high.text), [=](Situation& s) {
              const Fraction x = a.value(s), least = low.value(s), most = high.value(s), raised = x < least ? least : x;
              return most < raised ? most : raised;
            }};
  }

  static Expression sum(const Expression& a, const Expression& b, Sort sort, bool minus) {
    const std::string text = fmt::format("({} {} {})", a.text, minus ? "-" : "+", b.text);
    return {text, [=](Situation& s) {
              const Fraction x = a.value(s), y = b.value(s), result = minus ? x - y : x + y;
              return s.seen(sort == Sort::kInt ? as_int(result, text) : result);
            }};
  }

  static Expression extreme(const Expression& a, const Expression& b, bool least) {
    return {fmt::format("{}({}, {})", least ? "min" : "max", a.text, b.text), [=](Situation& s) {
              const Fraction x = a.value(s), y = b.value(s);
              return (x < y) == least ? x : y;
            }};
  }

  static Expression choice(const Expression& condition, const Expression& a, const Expression& b) {
    return {fmt::format("(if {} then {} else {})", condition.text, a.text, b.text),
            [=](Situation& s) { return condition.value(s).zero() ? b.value(s) : a.value(s); }};
  }

  static Expression both(const Expression& a, const Expression& b, bool is_and) {
    return {fmt::format("({} {} {})", a.text, is_and ? "and" : "or", b.text), [=](Situation& s) {
              const bool left = !a.value(s).zero();
              return left == is_and ? b.value(s) : Fraction(left);
            }};
  }

  Expression comparison(Sort sort, int depth) {
    const Expression a = number(sort, depth), b = number(sort, depth);
    const auto op = between(random_, 0, 5);
    static constexpr std::array<const char*, 6> kSymbols{"<", "<=", ">", ">=", "==", "!="};
    return {fmt::format("({} {} {})", a.text, kSymbols.at(static_cast<std::size_t>(op)), b.text), [=](Situation& s) {
              const Fraction x = a.value(s), y = b.value(s);
              if (sort != Sort::kInt) s.close_to(x, y);
              const bool less = x < y, equal = x == y;
              const std::array results{less, less || equal, !less && !equal, !less, equal, !equal};
              return Fraction(results.at(static_cast<std::size_t>(op)));
            }};
  }

  // A product of a time has one factor that is a time.
  Expression product(Sort sort, int depth) {
    const Expression a = number(sort, depth),
                     b = number(is_quantity(sort) ? pick(random_, {Sort::kInt, Sort::kReal}) : sort, depth);
    const std::string text = fmt::format("({} * {})", a.text, b.text);
    return {text, [=](Situation& s) {
              const Fraction x = a.value(s), y = b.value(s), result = x * y;
              return s.seen(sort == Sort::kInt ? as_int(result, text) : result);
            }};
  }

  // A quotient of ints is truncated; a quotient of times is a real.
  Expression quotient(Sort sort, int depth) {
    const bool of_quantities = sort == Sort::kReal && chance(random_, 40);
    const Sort dividend = of_quantities ? pick(random_, {Sort::kTime, Sort::kTime, Sort::kSize, Sort::kEnergy}) : sort;
    const Expression a = number(dividend, depth);
    const Expression b = number(of_quantities ? dividend : is_quantity(sort) ? Sort::kReal : sort, depth);
    const std::string text = fmt::format("({} / {})", a.text, b.text);
    return {text, [=](Situation& s) {
              const Fraction x = a.value(s), y = b.value(s);
              if (sort != Sort::kInt) s.close_to(y, Fraction(0));
              if (y.zero()) throw Stopped{CheckKind::kDivisor, text};
              return s.seen(sort == Sort::kInt ? as_int(Fraction((x / y).truncated()), text) : x / y);
            }};
  }

  Expression remainder(Sort sort, int depth) {
    const Expression a = number(sort, depth), b = number(sort, depth);
    const std::string text = fmt::format("({} % {})", a.text, b.text);
    return {text, [=](Situation& s) {
              const Fraction x = a.value(s), y = b.value(s);
              if (sort != Sort::kInt) s.close_to(y, Fraction(0));
              if (y.zero()) throw Stopped{CheckKind::kDivisor, text};
              const Fraction whole((x / y).truncated());
              if (sort != Sort::kInt) tips(s, x / y);
              return s.seen(x - y * whole);
            }};
  }

  // The bits of two ints, or a shift. The order of evaluation is: both sides, the count, the result.
  Expression bits(int depth) {
    const Expression a = number(Sort::kInt, depth);
    static constexpr std::array<const char*, 5> kSymbols{"&", "xor", "|", "<<", ">>"};
    const auto op = between(random_, 0, 4);
    const bool shifts = op > 2;
    const i64 count = between(random_, 0, 8);
    const Expression b = shifts && chance(random_, 60)
                             ? Expression{std::to_string(count), [=](Situation&) { return Fraction(count); }}
                             : number(Sort::kInt, depth);
    const std::string text = fmt::format("({} {} {})", a.text, kSymbols.at(static_cast<std::size_t>(op)), b.text);
    return {text, [=](Situation& s) {
              const i64 x = static_cast<i64>(a.value(s).truncated()), y = static_cast<i64>(b.value(s).truncated());
              if (shifts && (y < 0 || y > 62)) throw Stopped{CheckKind::kShift, text};
              if (op == 3) return s.seen(as_int(Fraction(x) * Fraction(i64{1} << y), text));
              return s.seen(Fraction(op == 0 ? x & y : op == 1 ? x ^ y : op == 2 ? x | y : x >> y));
            }};
  }

  static void tips(Situation& s, const Fraction& value) {
    s.seen(value);
    s.close_to(value, Fraction(value.floor()));
    s.close_to(value, Fraction(value.floor() + 1));
  }

  Expression rounded(Sort sort, int depth) {
    if (sort == Sort::kReal && chance(random_, 60)) {
      const Sort of = pick(random_, {Sort::kInt, Sort::kInt, Sort::kReal});
      const Expression a = number(of, depth);
      const std::string text = fmt::format("log2({})", a.text);
      return {text, [=](Situation& s) {
                const Fraction x = a.value(s);
                if (of != Sort::kInt) s.close_to(x, Fraction(0));
                if (!(Fraction(0) < x)) throw Stopped{CheckKind::kFinite, text};
                return logarithm(x);
              }};
    }
    if (sort != Sort::kInt) {
      const Expression a = number(sort, depth);
      return {fmt::format("abs({})", a.text), [=](Situation& s) {
                const Fraction x = a.value(s);
                return x < Fraction(0) ? Fraction(0) - x : x;
              }};
    }
    const Expression a = number(Sort::kReal, depth);
    const std::string name = pick<const char*>(random_, {"floor", "ceil", "int"}),
                      text = fmt::format("{}({})", name, a.text);
    return {text, [=](Situation& s) {
              const Fraction x = a.value(s), floor(x.floor());
              tips(s, x);
              const Fraction up = x == floor ? floor : floor + Fraction(1);
              return as_int(name == "floor" ? floor : name == "ceil" ? up : Fraction(x.truncated()), text);
            }};
  }

  // All items are evaluated before one is taken (policy.evaluation).
  Expression item(Sort sort, int depth) {
    const Expression a = number(sort, depth / 2), b = number(sort, depth / 2), c = leaf(sort),
                     index = number(Sort::kInt, depth / 2);
    const std::string text = fmt::format("[{}, {}, {}][{}]", a.text, b.text, c.text, index.text);
    return {text, [=](Situation& s) {
              const std::array items{a.value(s), b.value(s), c.value(s)};
              const Fraction at = index.value(s);
              if (at < Fraction(0) || Fraction(2) < at) throw Stopped{CheckKind::kIndex, text};
              return items.at(static_cast<std::size_t>(at.truncated()));
            }};
  }

  Random& random_;
  std::string record_ = "op", declarations_;
  std::vector<std::pair<std::string, Sort>> names_;
  int count_ = 0;
};

}  // namespace ssd::differential

// See random_program.h.
#include "tests/differential/random_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ssd::differential {
namespace {

constexpr int kSmall = 20;  // bits of the small inputs
constexpr int kAnyBits = 64;
constexpr u32 kConstants = 4;  // at the start of each program: three ints, a real
constexpr i64 kLowest = std::numeric_limits<i64>::min(), kHighest = std::numeric_limits<i64>::max();

enum class Sort : u8 { kInt, kTruth, kReal };

// What is known of a node: the magnitude of an int is below 2^bits; with kAnyBits nothing is known.
struct Made {
  Sort sort;
  int bits = kAnyBits;
  bool used = false;
};

double special_real(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                   kNone = std::numeric_limits<double>::quiet_NaN();
  return pick<double>(random, {0.0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               3,
                               0.1,
                               -0.3,
                               1e300,
                               -1e300,
                               1e-300,
                               5e-324,
                               -5e-324,
                               2.2250738585072014e-308,
                               kLargestReal,
                               -kLargestReal,
                               kInfinity,
                               -kInfinity,
                               kNone,
                               0x1p63,
                               -0x1p63,
                               0x1p62,
                               0x1p53,
                               9007199254740993.0,
                               1.4142135623730951,
                               0.7071067811865476});
}

i64 special_int(Random& random) {
  return pick<i64>(random, {0, 1, -1, 2, 7, -7, 10, 63, 1000, kLowest, kHighest, kLowest + 1, kHighest - 1,
                            i64{1} << 32, -(i64{1} << 53) - 1});
}

i64 random_word(Random& random, u32 input) {
  if (input < 2) return between(random, -(i64{1} << kSmall) + 1, (i64{1} << kSmall) - 1) >> between(random, 0, 20);
  if (input < 4) return chance(random, 60) ? special_int(random) : static_cast<i64>(random()) >> between(random, 0, 63);
  if (chance(random, 50)) return word_of(special_real(random));
  return word_of(
      std::ldexp(static_cast<double>(static_cast<i64>(random())), static_cast<int>(between(random, -90, 20))));
}

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  std::vector<Node> make() {
    for (u32 i = 0; i < kConstants - 1; ++i) {
      const bool small = chance(random_, 60);
      const i64 value = small ? between(random_, -100, 100) : special_int(random_);
      add({.op = Op::kConstant, .value = value}, {Sort::kInt, small ? 7 : kAnyBits});
    }
    add({.op = Op::kConstant, .value = word_of(special_real(random_))}, {Sort::kReal});
    for (u32 i = 0; i < kProgramInputs; ++i)
      add({.op = Op::kInput, .value = i}, {i < 4 ? Sort::kInt : Sort::kReal, i < 2 ? kSmall : kAnyBits});
    first_step_ = nodes_.size();
    const auto steps = between(random_, 4, 12);
    for (int64_t i = 0; i < steps; ++i) step();
    join();
    return std::move(nodes_);
  }

 private:
  u32 add(const Node& node, Made made) {
    const std::array inputs{node.a, node.b, node.c};
    for (int k = 0; k < operands(node.op); ++k) made_[inputs.at(static_cast<std::size_t>(k))].used = true;
    nodes_.push_back(node);
    made_.push_back(made);
    return static_cast<u32>(nodes_.size() - 1);
  }
  u32 any_input(u32 first, u32 last) { return kConstants + static_cast<u32>(between(random_, first, last)); }
  u32 constant(i64 value) { return add({.op = Op::kConstant, .value = value}, {Sort::kInt}); }

  // A node of this sort; later nodes are more frequent, so that programs become deep and few consist of constants
  // alone.
  u32 any(Sort sort) {
    for (int tries = 0; tries < 8; ++tries) {
      const auto i =
          static_cast<u32>(nodes_.size() - 1 -
                           static_cast<u64>(between(random_, 0, std::ssize(nodes_) - 1)) * (random_() % 1000) / 1000);
      if (made_[i].sort == sort) return i;
    }
    if (sort == Sort::kTruth)
      return add({.op = Op::kLess, .a = any(Sort::kInt), .b = any(Sort::kInt)}, {Sort::kTruth, 1});
    return sort == Sort::kInt ? any_input(0, 3) : any_input(4, 5);
  }

  // Replaces what is not a number by 0: which NaN an operation gives depends on the processor, and keys and results are
  // numbers only.
  u32 number(u32 real) {
    const u32 is_number = add({.op = Op::kRealEqual, .a = real, .b = real}, {Sort::kTruth, 1});
    const u32 zero = add({.op = Op::kConstant}, {Sort::kReal});
    return add({.op = Op::kSelect, .a = is_number, .b = real, .c = zero}, {Sort::kReal});
  }

  void step() {
    switch (between(random_, 0, 6)) {
      case 0:
      case 1: return int_step();
      case 2: return truth_step();
      case 3:
      case 4: return real_step();
      case 5: return choice();
      default: return conversion();
    }
  }

  void int_step() {
    const u32 a = any(Sort::kInt), b = any(Sort::kInt);
    const int bits = std::max(made_[a].bits, made_[b].bits);
    const auto plain = [&](Op op, Op wrapping, int needs) {
      const bool fits = needs <= 62;
      add({.op = fits ? op : wrapping, .a = a, .b = b}, {Sort::kInt, fits ? needs : kAnyBits});
    };
    switch (between(random_, 0, 11)) {
      case 0: return plain(Op::kAdd, Op::kWrapAdd, bits + 1);
      case 1: return plain(Op::kSub, Op::kWrapSub, bits + 1);
      case 2: return plain(Op::kMul, Op::kWrapMul, made_[a].bits + made_[b].bits);
      case 3: add({.op = Op::kMin, .a = a, .b = b}, {Sort::kInt, bits}); return;
      case 4: add({.op = Op::kMax, .a = a, .b = b}, {Sort::kInt, bits}); return;
      case 5:
      case 6: return division(chance(random_, 50) ? Op::kDiv : Op::kMod, a, b);
      case 7: return halves(a, b);
      case 8: {
        const Op op = pick(random_, {Op::kBitAnd, Op::kBitXor, Op::kBitOr});
        add({.op = op, .a = a, .b = b}, {Sort::kInt, bits});
        return;
      }
      case 9: return shift(a, b);
      default: {
        const u32 operand = with_negative(a);
        add({.op = chance(random_, 50) ? Op::kNegate : Op::kAbs, .a = operand}, {Sort::kInt, made_[a].bits});
      }
    }
  }

  // By any count, of which six bits are used, and by one of the language.
  void shift(u32 a, u32 count) {
    if (chance(random_, 50)) count = constant(between(random_, 0, kMostShift));
    if (chance(random_, 50))
      add({.op = Op::kShiftRight, .a = a, .b = count}, {Sort::kInt, made_[a].bits});
    else
      add({.op = Op::kPower, .a = count}, {Sort::kInt});
  }

  // Raises the lowest int by 1, because it has no negative.
  u32 with_negative(u32 a) {
    return made_[a].bits < kAnyBits ? a : add({.op = Op::kMax, .a = a, .b = constant(kLowest + 1)}, {Sort::kInt});
  }

  // Like the division that sema makes where the quotient of the lowest int and -1 is not excluded: 1 takes the place of
  // the divisor, with or without a check.
  void division(Op op, u32 a, u32 b) {
    if (made_[a].bits < kAnyBits) {
      add({.op = op, .a = a, .b = b}, {Sort::kInt, made_[a].bits});
      return;
    }
    const u32 lowest = add({.op = Op::kEqual, .a = a, .b = constant(kLowest)}, {Sort::kTruth, 1});
    const u32 minus = add({.op = Op::kEqual, .a = b, .b = constant(-1)}, {Sort::kTruth, 1});
    const u32 both = add({.op = Op::kAnd, .a = lowest, .b = minus}, {Sort::kTruth, 1});
    const u32 divisor = add({.op = Op::kSelect, .a = both, .b = constant(1), .c = b}, {Sort::kInt});
    const u32 quotient = add({.op = op, .a = a, .b = divisor}, {Sort::kInt});
    if (chance(random_, 50)) return;
    const u32 ok = add({.op = Op::kNot, .a = both}, {Sort::kTruth, 1});
    add({.op = Op::kRequire, .a = ok, .b = quotient, .value = sites_++}, {Sort::kInt});
  }

  // The plain operations with the largest operands that cannot overflow: sums of halves, and products with 1, 0 or -1.
  void halves(u32 a, u32 b) {
    if (chance(random_, 40)) {
      const u32 sign = add({.op = Op::kMod, .a = any_input(0, 1), .b = constant(2)}, {Sort::kInt, 1});
      add({.op = Op::kMul, .a = with_negative(a), .b = sign}, {Sort::kInt, made_[a].bits});
      return;
    }
    const u32 two = constant(2);
    const u32 left = add({.op = Op::kDiv, .a = a, .b = two}, {Sort::kInt, made_[a].bits});
    const u32 right = add({.op = Op::kDiv, .a = b, .b = two}, {Sort::kInt, made_[b].bits});
    // -2^62 - -2^62 and 2^62 - 1 - -2^62 fit, and so does every sum.
    add({.op = chance(random_, 50) ? Op::kAdd : Op::kSub, .a = left, .b = right}, {Sort::kInt});
  }

  void truth_step() {
    const Op op = pick(
        random_, {Op::kLess, Op::kLessEqual, Op::kEqual, Op::kNotEqual, Op::kAddFits, Op::kSubFits, Op::kMulFits,
                  Op::kRealLess, Op::kRealLessEqual, Op::kRealEqual, Op::kRealNotEqual, Op::kAnd, Op::kOr, Op::kNot});
    const bool of_reals = op >= Op::kRealLess && op <= Op::kRealNotEqual,
               of_truths = op == Op::kAnd || op == Op::kOr || op == Op::kNot;
    const Sort sort = of_reals ? Sort::kReal : of_truths ? Sort::kTruth : Sort::kInt;
    const u32 a = any(sort), b = any(sort);
    add({.op = op, .a = a, .b = b}, {Sort::kTruth, 1});
  }

  void real_step() {
    const Op op = pick(random_, {Op::kRealAdd, Op::kRealSub, Op::kRealMul, Op::kRealDiv, Op::kRealMin, Op::kRealMax,
                                 Op::kRealNegate, Op::kRealAbs, Op::kFloor, Op::kCeil, Op::kLog2});
    const u32 a = any(Sort::kReal), b = any(Sort::kReal);
    add({.op = op, .a = a, .b = b}, {Sort::kReal});
  }

  void choice() {
    const Sort sort = pick(random_, {Sort::kInt, Sort::kReal, Sort::kTruth});
    const u32 condition = any(Sort::kTruth), a = any(sort), b = any(sort);
    if (chance(random_, 60))
      add({.op = Op::kSelect, .a = condition, .b = a, .c = b}, {sort, std::max(made_[a].bits, made_[b].bits)});
    else
      add({.op = Op::kRequire, .a = condition, .b = a, .value = sites_++}, {sort, made_[a].bits});
  }

  void conversion() {
    const u32 real = any(Sort::kReal), whole = any(Sort::kInt);
    switch (between(random_, 0, 2)) {
      case 0: add({.op = Op::kToReal, .a = whole}, {Sort::kReal}); return;
      case 1: add({.op = Op::kToInt, .a = real}, {Sort::kInt}); return;
      default: add({.op = Op::kOrderKey, .a = number(real)}, {Sort::kInt});
    }
  }

  // Adds every result that is not used yet to the final result: a sum of words, each multiplied with an odd number of
  // its own, which loses no information.
  void join() {
    std::vector<u32> ends;
    for (std::size_t i = first_step_; i < nodes_.size(); ++i) {
      if (!made_[i].used && nodes_[i].op != Op::kConstant) ends.push_back(static_cast<u32>(i));
    }
    u32 result = 0;  // a constant
    for (const u32 end : ends) {
      const u32 word = made_[end].sort == Sort::kReal ? number(end) : end;
      const u32 product =
          add({.op = Op::kWrapMul, .a = result, .b = constant(static_cast<i64>(random_() | 1))}, {Sort::kInt});
      result = add({.op = Op::kWrapAdd, .a = product, .b = word}, {Sort::kInt});
    }
  }

  Random& random_;
  std::vector<Node> nodes_;
  std::vector<Made> made_;
  std::size_t first_step_ = 0;
  i64 sites_ = 0;
};

}  // namespace

std::vector<Node> random_program(Random& random) { return Maker(random).make(); }

// Sometimes gives both inputs of any size the lowest or highest ints, which is rare by chance.
ProgramRow random_row(Random& random) {
  ProgramRow row;
  for (u32 i = 0; i < kProgramInputs; ++i) row[i] = random_word(random, i);
  if (chance(random, 20)) {
    row[2] = pick(random, {kLowest, kHighest});
    row[3] = pick<i64>(random, {-1, -1, kLowest, kHighest, 0});
  }
  return row;
}

}  // namespace ssd::differential

// A compiled expression of a design (a formula of the map, a policy): a list of nodes, each of which refers to earlier
// nodes only. The native engine evaluates it here; codegen turns the same nodes into LLVM IR. The two must agree bit
// for bit.
//
// Every value is a word of 64 bits: an int, a truth (0 or 1), or a real (real.h). Invariant ensured by the checker:
// with the inputs in their declared ranges no node overflows 64 bits, no divisor in a branch that is taken is 0, and no
// real is infinite or not a number, unless a kRequire node above reports it before the value is used (policy.checks).
// Both branches of a selection are evaluated; a division by 0 in the branch not taken yields 0.
#pragma once
#include "runtime/abi/real.h"
#include "runtime/abi/tables.h"
#include "runtime/abi/units.h"

namespace ssd {

enum class Op : u8 {
  kConstant,  // value
  kInput,     // value = index of the input
  kNegate,
  kNot,
  kAdd,
  kSub,
  kMul,
  kDiv,
  kMod,
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
  kSelect,  // a ? b : c
  kMin,
  kMax,
  kAbs,
  // If the result may leave 64 bits: the result modulo 2^64, and whether it fits.
  kWrapAdd,
  kWrapSub,
  kWrapMul,
  kAddFits,
  kSubFits,
  kMulFits,
  // The bits of ints in two's complement. A shift uses the lowest six bits of its count.
  kBitAnd,
  kBitXor,
  kBitOr,
  kShiftRight,  // keeps the sign
  kPower,       // 1 shifted to the left by a; the lowest int for a count of 63
  // Reals. Comparisons yield truths; kToReal takes an int; kToInt and kOrderKey yield ints.
  kRealNegate,
  kRealAbs,
  kRealAdd,
  kRealSub,
  kRealMul,
  kRealDiv,
  kRealMin,
  kRealMax,
  kRealLess,
  kRealLessEqual,
  kRealEqual,
  kRealNotEqual,
  kFloor,
  kCeil,
  kLog2,
  kToReal,
  kToInt,
  kOrderKey,
  kRequire,  // b; if a is 0, the run has a fault at site `value`
  // Tables; `value` is the cell_id(). Programs run their nodes in order, so a load sees the stores before it.
  kLoad,   // the cell a; b is a store to the table that it follows, or a
  kStore,  // b, which becomes the cell a; c is the store that it follows, or a
};

struct Node {
  Op op;
  u32 a = 0, b = 0, c = 0;  // indices of earlier nodes
  i64 value = 0;
};

inline constexpr i64 kMostShift = 62;  // the greatest count of a shift in the language: 2^62 is an int

inline constexpr u32 kMostNodes = 512;  // of one program; the checker rejects longer ones

struct Program {
  const Node* nodes = nullptr;
  u32 count = 0;
  u32 result = 0;  // index of the node whose value is the result
};

// How many of a, b and c an operation reads.
constexpr int operands(Op op) {
  switch (op) {
    case Op::kConstant:
    case Op::kInput: return 0;
    case Op::kNegate:
    case Op::kNot:
    case Op::kAbs:
    case Op::kPower: return 1;
    case Op::kRealNegate:
    case Op::kRealAbs:
    case Op::kFloor:
    case Op::kCeil:
    case Op::kLog2: return 1;
    case Op::kToReal:
    case Op::kToInt:
    case Op::kOrderKey: return 1;
    case Op::kSelect:
    case Op::kStore: return 3;
    default: return 2;
  }
}

constexpr bool gives_real(Op op) {
  switch (op) {
    case Op::kRealLess:
    case Op::kRealLessEqual:
    case Op::kRealEqual:
    case Op::kRealNotEqual: return false;
    default: return op >= Op::kRealNegate && op <= Op::kToReal;
  }
}

constexpr i64 wrap_add(i64 a, i64 b) { return static_cast<i64>(static_cast<u64>(a) + static_cast<u64>(b)); }
constexpr i64 wrap_sub(i64 a, i64 b) { return static_cast<i64>(static_cast<u64>(a) - static_cast<u64>(b)); }
constexpr i64 wrap_mul(i64 a, i64 b) { return static_cast<i64>(static_cast<u64>(a) * static_cast<u64>(b)); }

inline i64 apply_real(Op op, i64 a_word, i64 b_word) {
  const double a = real_of(a_word), b = real_of(b_word);
  switch (op) {
    case Op::kRealNegate: return word_of(-a);
    case Op::kRealAbs: return word_of(__builtin_fabs(a));
    case Op::kRealAdd: return word_of(a + b);
    case Op::kRealSub: return word_of(a - b);
    case Op::kRealMul: return word_of(a * b);
    case Op::kRealDiv: return word_of(a / b);
    case Op::kRealMin: return a < b ? a_word : b_word;
    case Op::kRealMax: return a > b ? a_word : b_word;
    case Op::kRealLess: return a < b;
    case Op::kRealLessEqual: return a <= b;
    case Op::kRealEqual: return a == b;
    case Op::kRealNotEqual: return a != b;
    case Op::kFloor: return word_of(__builtin_floor(a));
    case Op::kCeil: return word_of(__builtin_ceil(a));
    case Op::kLog2: return word_of(log2_of(a));
    case Op::kToReal: return word_of(static_cast<double>(a_word));
    case Op::kToInt: return truncated(a);
    case Op::kOrderKey: return order_key(a);
    default: return 0;
  }
}

inline i64 apply(Op op, i64 a, i64 b, i64 c) {
  i64 ignored = 0;
  switch (op) {
    case Op::kConstant:
    case Op::kInput: return a;
    case Op::kNegate: return -a;
    case Op::kNot: return a == 0;
    case Op::kAdd: return a + b;
    case Op::kSub: return a - b;
    case Op::kMul: return a * b;
    case Op::kDiv: return b == 0 ? 0 : a / b;
    case Op::kMod: return b == 0 ? 0 : a % b;
    case Op::kLess: return a < b;
    case Op::kLessEqual: return a <= b;
    case Op::kEqual: return a == b;
    case Op::kNotEqual: return a != b;
    case Op::kAnd: return (a != 0) & (b != 0);
    case Op::kOr: return (a != 0) | (b != 0);
    case Op::kSelect: return a != 0 ? b : c;
    case Op::kMin: return a < b ? a : b;
    case Op::kMax: return a > b ? a : b;
    case Op::kAbs: return a < 0 ? -a : a;
    case Op::kWrapAdd: return wrap_add(a, b);
    case Op::kWrapSub: return wrap_sub(a, b);
    case Op::kWrapMul: return wrap_mul(a, b);
    case Op::kAddFits: return !__builtin_add_overflow(a, b, &ignored);
    case Op::kSubFits: return !__builtin_sub_overflow(a, b, &ignored);
    case Op::kMulFits: return !__builtin_mul_overflow(a, b, &ignored);
    case Op::kBitAnd: return a & b;
    case Op::kBitXor: return a ^ b;
    case Op::kBitOr: return a | b;
    case Op::kShiftRight: return a >> (b & 63);
    case Op::kPower: return static_cast<i64>(u64{1} << (a & 63));
    default: return apply_real(op, a, b);
  }
}

namespace interpreter {

// Without tables their operations do not occur, and the loop is shorter.
template <bool kTables>
inline i64 run(const Program& program, const i64* inputs, u32& fault, const Cells* tables) {
  i64 values[kMostNodes];
  for (u32 i = 0; i <= program.result; ++i) {
    const Node& n = program.nodes[i];
    if constexpr (kTables) {
      if (n.op == Op::kLoad) {
        values[i] = load_cell(tables[table_of(n.value)], bytes_log2_of(n.value), values[n.a]);
        continue;
      }
      if (n.op == Op::kStore) {
        values[i] = values[n.b];
        store_cell(tables[table_of(n.value)], bytes_log2_of(n.value), values[n.a], values[i]);
        continue;
      }
    }
    switch (n.op) {
      case Op::kConstant: values[i] = n.value; break;
      case Op::kInput: values[i] = inputs[n.value]; break;
      case Op::kRequire:
        if (values[n.a] == 0 && fault == 0) fault = static_cast<u32>(n.value) + 1;
        values[i] = values[n.b];
        break;
      default: values[i] = apply(n.op, values[n.a], values[n.b], values[n.c]); break;
    }
  }
  return values[program.result];
}

}  // namespace interpreter

// `fault` becomes 1 + the site of the first check that fails, unless it was set before.
inline i64 evaluate(const Program& program, const i64* inputs, u32& fault) {
  return interpreter::run<false>(program, inputs, fault, nullptr);
}

// The same for programs that may name tables, whose cells are given.
inline i64 evaluate(const Program& program, const i64* inputs, u32& fault, const Cells* tables) {
  return interpreter::run<true>(program, inputs, fault, tables);
}

// For programs whose faults do not matter: those of a map, which have none, or when a design is only examined.
inline i64 evaluate(const Program& program, const i64* inputs) {
  u32 fault = 0;
  return evaluate(program, inputs, fault);
}

}  // namespace ssd

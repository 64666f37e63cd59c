// A design's expression (a map formula, a predicate of a policy) as the compiler hands it on: a list of nodes in which each refers
// to earlier ones only. The native engine evaluates it here; codegen turns the same nodes into LLVM IR. The two must agree bit for bit.
//
// Invariant kept by sema: with the inputs in their declared ranges no node overflows 64 bits and no divisor of a branch that is taken is 0,
// so evaluation cannot fail. Both branches of a selection are evaluated; a division by 0 in the branch not taken gives 0.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

enum class Op : u8 {
  kConstant,  // value
  kInput,     // value = index of the input
  kNegate, kNot,
  kAdd, kSub, kMul, kDiv, kMod,
  kLess, kLessEqual, kEqual, kNotEqual,
  kAnd, kOr,
  kSelect,    // a ? b : c
  kMin, kMax, kAbs,
};

struct Node {
  Op op;
  u32 a = 0, b = 0, c = 0;  // indices of earlier nodes
  i64 value = 0;
};

inline constexpr u32 kMostNodes = 512;  // of one program; sema refuses more

struct Program {
  const Node* nodes = nullptr;
  u32 count = 0;
  u32 result = 0;  // index of the node whose value is the result
};

// How many of a, b and c an operation reads.
constexpr int operands(Op op) {
  switch (op) {
    case Op::kConstant: case Op::kInput: return 0;
    case Op::kNegate: case Op::kNot: case Op::kAbs: return 1;
    case Op::kSelect: return 3;
    default: return 2;
  }
}

constexpr i64 apply(Op op, i64 a, i64 b, i64 c) {
  switch (op) {
    case Op::kConstant: case Op::kInput: return a;
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
  }
  return 0;
}

constexpr i64 evaluate(const Program& program, const i64* inputs) {
  i64 values[kMostNodes];
  for (u32 i = 0; i <= program.result; ++i) {
    const Node& n = program.nodes[i];
    switch (n.op) {
      case Op::kConstant: values[i] = n.value; break;
      case Op::kInput: values[i] = inputs[n.value]; break;
      default: values[i] = apply(n.op, values[n.a], values[n.b], values[n.c]); break;
    }
  }
  return values[program.result];
}

}  // namespace ssd

// Implements features.h.
#include "compiler/jit/features.h"

#include <algorithm>
#include <cstring>

namespace ssd::jit {
namespace {

u64 value_of(const ConfigBytes& bytes, const ConfigRow& row) {
  u64 value = 0;
  std::memcpy(&value, &bytes[row.offset], row.bytes);  // in order of rising significance, as on every target of LLVM's
  return value;                                        // JIT that ssdc has
}

// Whether an operand of the operation costs the same from memory as from the instruction. A constant factor, divisor or
// truth, in contrast, becomes a cheaper instruction, or none.
bool takes_memory(Op op) {
  switch (op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kNotEqual:
    case Op::kMin:
    case Op::kMax:
    case Op::kBitAnd:
    case Op::kBitXor:
    case Op::kBitOr:
    case Op::kRealAdd:
    case Op::kRealSub:
    case Op::kRealMul:
    case Op::kRealLess:
    case Op::kRealLessEqual:
    case Op::kRealEqual:
    case Op::kRealNotEqual:
    case Op::kRealMin:
    case Op::kRealMax: return true;
    default: return false;
  }
}

// The operands of a node that cannot come from memory.
std::vector<u32> folded_operands(const Node& n) {
  if (takes_memory(n.op)) return {};
  if (n.op == Op::kSelect) return {n.a};
  const u32 all[] = {n.a, n.b, n.c};
  return {all, all + operands(n.op)};
}

}  // namespace

ConfigBytes features_of(const Config& config) {
  ConfigBytes bytes = bytes_of(config);
  for (const ConfigRow& row : kConfigRows) {
    if (!row.is_number) continue;
    const u64 shown = std::min(value_of(bytes, row), kLeastInMemory);
    std::memcpy(&bytes[row.offset], &shown, row.bytes);
  }
  return bytes;
}

bool is_in_memory(const ConfigBytes& features, const ConfigRow& row) {
  return row.is_number && value_of(features, row) >= kLeastInMemory;
}

std::vector<bool> constants_in_memory(const Program& program) {
  std::vector<bool> result(std::size_t{program.result} + 1);
  for (u32 i = 0; i <= program.result; ++i) {
    const Node& n = program.nodes[i];
    result[i] = n.op == Op::kConstant && i != program.result && n.value != 0 && n.value != 1;
    for (const u32 operand : folded_operands(n)) result[operand] = false;
  }
  return result;
}

Numbers numbers_of(const Plan& plan, Pass pass) {
  Numbers numbers{.config = bytes_of(config_of(plan, pass)), .constants = {}};
  for (std::size_t hook = 0; hook < kHooks; ++hook) {
    const Program program = plan.policies.program(static_cast<Hook>(hook));
    const std::vector<bool> in_memory = constants_in_memory(program);
    for (u32 i = 0; i <= program.result; ++i) {
      if (in_memory[i]) numbers.constants.push_back(program.nodes[i].value);
    }
  }
  return numbers;
}

}  // namespace ssd::jit

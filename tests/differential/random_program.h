// Random programs of abi/program.h, and rows of inputs for them. Invariants: a program satisfies the requirements of
// abi/program.h (no operation overflows for any input), and every operation affects the result, so that no difference
// is optimised away.
#pragma once
#include <array>
#include <vector>

#include "runtime/abi/program.h"
#include "tests/differential/choices.h"

namespace ssd::differential {

inline constexpr u32 kProgramInputs = 6;  // two small ints, two of any size, two reals
using ProgramRow = std::array<i64, kProgramInputs>;

std::vector<Node> random_program(Random& random);
ProgramRow random_row(Random& random);

inline Program program_of(const std::vector<Node>& nodes) {
  return {.nodes = nodes.data(), .count = static_cast<u32>(nodes.size()), .result = static_cast<u32>(nodes.size() - 1)};
}

}  // namespace ssd::differential

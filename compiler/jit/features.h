// What is constant in a specialised engine, and what it reads from memory. Features, topology and the shape of the
// expressions are constants: they determine what the code does at all. Numbers are read from memory, so that designs
// that differ only in numbers share one object: those of the rows that config.def marks, and the constants of
// expressions that are compared, added or chosen. A number of a row that is 0 or 1 is a constant too, because it often
// means that something is off or needs no division. The memory is part of the object and belongs to one design at a
// time.
#pragma once
#include <vector>

#include "runtime/abi/plan.h"

namespace ssd::jit {

// The memory's two parts, which are symbols of the object: a whole Config, and the constants in the order of hooks and
// nodes.
inline constexpr const char *kConfigSymbol = "ssd_config", *kConstantsSymbol = "ssd_constants";

struct Numbers {
  ConfigBytes config{};
  std::vector<i64> constants;
};
Numbers numbers_of(const Plan& plan, Pass pass);

// A number of a row from which on it is read from memory.
inline constexpr u64 kLeastInMemory = 2;

// The Config without the numbers that are read from memory: kLeastInMemory stands for each of these.
ConfigBytes features_of(const Config& config);
// Whether a row is read from memory, by the bytes that features_of() made.
bool is_in_memory(const ConfigBytes& features, const ConfigRow& row);
// Of each node up to the result: whether it is a constant that is read from memory.
std::vector<bool> constants_in_memory(const Program& program);

}  // namespace ssd::jit

// The policy hooks as a table, made from the rows of hooks.def. The checker binds the fields of the records
// (docs/reference/keys.md) to inputs by these names, codegen emits one function for each row, and the native engine
// evaluates the same rows with a small interpreter. All inputs are integers: times in ns, sizes in bytes, truths 0 or
// 1.
#pragma once
#include <array>
#include <string_view>

#include "runtime/abi/program.h"

namespace ssd {

enum class Hook : u8 {
#define SSD_HOOK_OF_MAP(id, name) k##id,
#define SSD_HOOK(id, name, section, key, record, yields, required, whole, asked, ...) k##id,
#include "runtime/abi/hooks.def"
};

// What the value at a hook must be.
enum class Yields : u8 {
  kScore,  // a number, a time or a size; only the order of scores matters
  kTruth,
  kTime,    // in ns
  kStream,  // a stream's number
  kKind,    // of a page: evaluated while a design is checked, so no hook yields it
  kPlace,   // a channel, chip, die or plane
  kEffect,  // nothing: it changes tables
};

inline constexpr std::size_t kMostInputs = 20;

struct HookInfo {
  const char* symbol;     // name of the function in a specialised module
  std::string_view name;  // name of the function in the engine
  std::string_view section,
      key;                  // where a design writes it; empty for the map's formulas, which may follow from an ORDER
  std::string_view record;  // what a design's function receives; "": it is a condition
  Yields yields;
  bool required;                  // every Plan has a program for it
  std::string_view whole, asked;  // see hooks.def
  std::size_t inputs;
  std::array<std::string_view, kMostInputs> names;
};

namespace hook_rows {

// Inputs that every policy may read (policy.inputs). No record has them, so they follow behind a policy's own inputs.
inline constexpr std::array<std::string_view, 3> kSurroundings{"now", "host_programs", "all_programs"};

template <class... Input>
constexpr HookInfo policy(HookInfo row, Input... inputs) {
  for (const std::string_view input : {std::string_view(inputs)...}) row.names[row.inputs++] = input;
  for (const std::string_view input : kSurroundings) row.names[row.inputs++] = input;
  return row;
}

}  // namespace hook_rows

inline constexpr std::array kHookTable{
#define SSD_HOOK_OF_MAP(id, name) HookInfo{"ssd_" #name, #name, {}, {}, {}, Yields::kPlace, true, {}, {}, 1, {"lpn"}},
#define SSD_HOOK(id, name, section, key, record, yields, required, whole, asked, ...)                          \
  hook_rows::policy(                                                                                           \
      HookInfo{"ssd_" #name, #name, section, key, record, Yields::yields, required != 0, whole, asked, 0, {}}, \
      __VA_ARGS__),
#include "runtime/abi/hooks.def"
};
inline constexpr std::size_t kHooks = kHookTable.size();

constexpr const HookInfo& info(Hook hook) { return kHookTable[static_cast<std::size_t>(hook)]; }

// The mask of some of a hook's inputs; a name that the hook does not have is a compile-time error.
template <class... Name>
consteval u32 input_mask(Hook hook, Name... names) {
  const auto bit = [&](std::string_view name) {
    u32 i = 0;
    while (info(hook).names.at(i) != name) ++i;
    return u32{1} << i;
  };
  return (bit(names) | ...);
}

// Times that expressions see are at most this many ns (a little over two years); the engine passes no larger ones.
inline constexpr i64 kMostVisibleTime = i64{1} << 56;

}  // namespace ssd

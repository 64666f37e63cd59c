// The words of the enumerations that a Plan contains, in the order of their values: for its listing, and to know which
// values exist.
#pragma once
#include <array>
#include <string_view>

#include "runtime/abi/config.h"
#include "runtime/abi/function.h"
#include "runtime/abi/tables.h"
#include "runtime/abi/workload.h"

namespace ssd {

template <class E>
inline constexpr auto kEnumNames = nullptr;

template <>
inline constexpr std::array<std::string_view, 4> kEnumNames<Placement>{"static", "write_order", "dynamic_order",
                                                                       "dynamic_cost"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumNames<Willing>{"never", "wise", "blind", "predicate"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumNames<CompleteWrite>{"programmed", "transferred", "buffered"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumNames<Evict>{"lru", "fifo", "score", "age"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumNames<Flush>{"full", "by_count", "idle", "condition"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumNames<Arbitration>{"round_robin", "weighted", "score"};
template <>
inline constexpr std::array<std::string_view, 5> kEnumNames<PriorityClass>{"constant", "by_kind", "fixed", "by_age",
                                                                           "general"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumNames<VictimClass>{"greedy", "by_valid", "oldest", "general"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumNames<FreeChoice>{"longest_free", "fewest_erases", "score"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumNames<Advance>{"by_run", "independent", "coupled"};
template <>
inline constexpr std::array<std::string_view, 7> kEnumNames<CheckKind>{"divisor", "overflow", "finite", "index",
                                                                       "latency", "cell",     "shift"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumNames<TableOf>{"drive", "page", "block", "stream"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumNames<workload::Fold>{"error", "modulo", "compact"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumNames<workload::Until>{"all", "first"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumNames<workload::FlowLoop>{"own", "shared"};
template <>
inline constexpr std::array<std::string_view, 51> kEnumNames<Op>{"constant",    "input",
                                                                 "negate",      "not",
                                                                 "add",         "sub",
                                                                 "mul",         "div",
                                                                 "mod",         "less",
                                                                 "less_equal",  "equal",
                                                                 "not_equal",   "and",
                                                                 "or",          "select",
                                                                 "min",         "max",
                                                                 "abs",         "wrap_add",
                                                                 "wrap_sub",    "wrap_mul",
                                                                 "add_fits",    "sub_fits",
                                                                 "mul_fits",    "bit_and",
                                                                 "bit_xor",     "bit_or",
                                                                 "shift_right", "power",
                                                                 "real_negate", "real_abs",
                                                                 "real_add",    "real_sub",
                                                                 "real_mul",    "real_div",
                                                                 "real_min",    "real_max",
                                                                 "real_less",   "real_less_equal",
                                                                 "real_equal",  "real_not_equal",
                                                                 "floor",       "ceil",
                                                                 "log2",        "to_real",
                                                                 "to_int",      "order_key",
                                                                 "require",     "load",
                                                                 "store"};
static_assert(kEnumNames<Op>.size() == static_cast<std::size_t>(Op::kStore) + 1);
static_assert(kEnumNames<Placement>.size() == static_cast<std::size_t>(Placement::kDynamicCost) + 1);
static_assert(kEnumNames<PriorityClass>.size() == static_cast<std::size_t>(PriorityClass::kGeneral) + 1);

}  // namespace ssd

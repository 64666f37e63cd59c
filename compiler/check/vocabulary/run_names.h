// Names that expressions of a run can read in addition to the geometry. No declaration may have one of these names,
// because it would silently hide the name.
#pragma once
#include <array>
#include <string_view>

#include "compiler/check/expr/value.h"

namespace ssd::check {

struct RunName {
  std::string_view name;
  Type type;
  std::string_view meaning;  // as in "already means …"
};
inline constexpr std::array kRunNames{
    RunName{"now", Type::kTime, "the simulated time"},
    RunName{"write_amplification", Type::kReal, "pages programmed for each page of the host"}};

// Names in the conditions of collection, where they take precedence over params and consts.
inline constexpr std::string_view kFreePagesName = "free_pages", kFreeBlocksName = "free_blocks", kIdleName = "idle";
struct ConditionName {
  std::string_view name, meaning, where;
};
inline constexpr std::array kConditionNames{
    ConditionName{kFreePagesName, "a count in the conditions of the collection", "`trigger`, `stop` or `hard`"},
    ConditionName{kFreeBlocksName, "a count in the conditions of the collection", "`trigger`, `stop` or `hard`"},
    ConditionName{kIdleName, "whether the host needs nothing from a unit, in the conditions of the collection",
                  "`trigger` or `stop`"}};

}  // namespace ssd::check

// Names that expressions of a run can read beside the geometry, and that no declaration may take: it would hide them without a word.
#pragma once
#include <array>
#include <string_view>

#include "compiler/sema/value.h"

namespace ssd::sema {

struct RunName {
  std::string_view name;
  Type type;                 // kError: this version does not simulate it
  std::string_view meaning;  // as in "already means …"; empty: a declaration may take it
};
inline constexpr std::array kRunNames{RunName{"now", Type::kTime, "the simulated time"},
                                      RunName{"write_amplification", Type::kReal, "pages programmed for each of the host's"},
                                      RunName{"idle", Type::kError, ""}};

// Of the collection's conditions, where they come before params and consts.
inline constexpr std::string_view kFreePagesName = "free_pages", kFreeBlocksName = "free_blocks";

}  // namespace ssd::sema

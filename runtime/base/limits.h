// Every limit of the front end as a constant, and all of them as a table. Each bounds memory, time or stack for any
// input text. The numbers are in limits.def only.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

namespace ssd {
namespace limits {

#define SSD_LIMIT(name, most, what, code, way_out) inline constexpr std::size_t name = most;
#include "runtime/base/limits.def"
#undef SSD_LIMIT

}  // namespace limits

struct Limit {
  std::string_view name;
  std::size_t most;
  std::string_view what, code, way_out;
};
inline constexpr std::array kLimits = {
#define SSD_LIMIT(name, most, what, code, way_out) Limit{#name, most, what, code, way_out},
#include "runtime/base/limits.def"
#undef SSD_LIMIT
};

}  // namespace ssd

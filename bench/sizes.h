// How large the benchmarks are: as they should be measured, or, with SSDC_BENCH=short in the environment, as small as their checks of results
// allow. (In the environment because Google Benchmark asks for sizes before main().)
#pragma once
#include <cstdlib>
#include <string_view>

#include "runtime/abi/units.h"

namespace ssd::bench {

inline bool short_form() {
  const char* asked = std::getenv("SSDC_BENCH");
  return asked != nullptr && std::string_view(asked) == "short";
}
inline u64 sized(u64 full, u64 small) { return short_form() ? small : full; }

}  // namespace ssd::bench

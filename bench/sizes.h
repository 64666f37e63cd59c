// The sizes of the benchmarks: full, or, with SSDC_BENCH=short in the environment, as small as their checks of results
// allow. (An environment variable, because Google Benchmark needs the sizes before main().)
#pragma once
#include <cstdlib>
#include <string_view>
#include <vector>

#include "runtime/abi/units.h"

namespace ssd::bench {

inline bool short_form() {
  const char* asked = std::getenv("SSDC_BENCH");
  return asked != nullptr && std::string_view(asked) == "short";
}
// The engines of benchmarks that measure more than one engine. The short form leaves the specialised engine to other
// benchmarks.
inline std::vector<i64> engines() { return short_form() ? std::vector<i64>{0} : std::vector<i64>{0, 1}; }
inline u64 sized(u64 full, u64 small) { return short_form() ? small : full; }

}  // namespace ssd::bench

// See random.h.
#include "runtime/trace/random.h"

#include "runtime/trace/exact_math.h"

namespace ssd::trace {

u64 Random::exponential(u64 mean) { return static_cast<u64>(-static_cast<double>(mean) * exact_log(unit()) + 0.5); }

}  // namespace ssd::trace

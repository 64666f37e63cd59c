// See random.h.
#include "runtime/workload/random.h"

#include "runtime/workload/exact_math.h"

namespace ssd::workload {

u64 Random::exponential(u64 mean) { return static_cast<u64>(-static_cast<double>(mean) * exact_log(unit()) + 0.5); }

}  // namespace ssd::workload

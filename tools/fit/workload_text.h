// Writes a generator in the language.
#pragma once
#include <string>

#include "runtime/abi/workload.h"

namespace ssd::fit {

// `workload NAME { … }`, with one key per line. Parsed again it gives the same workload.
std::string workload_text(const workload::Workload& workload);

}  // namespace ssd::fit

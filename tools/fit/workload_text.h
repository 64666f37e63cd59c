// A generator as the language writes it.
#pragma once
#include <string>

#include "runtime/abi/workload.h"

namespace ssd::fit {

// `workload NAME { … }`, a key a line; read again it is the same workload.
std::string workload_text(const workload::Workload& workload);

}  // namespace ssd::fit

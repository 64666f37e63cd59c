// Small drives of different kinds, for targets whose input is not a text: what they take is a drive and bytes.
#pragma once
#include <string>

#include "runtime/abi/plan.h"
#include "runtime/base/source.h"

namespace ssd::fuzz {

struct Drive {
  SourceMap sources;
  Plan plan;          // with the workloads of its text
  std::string bytes;  // of the Plan
};
// One of them; every number chooses one.
const Drive& drive(u64 number);

}  // namespace ssd::fuzz

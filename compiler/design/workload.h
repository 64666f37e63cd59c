// The checked workload: the description of its requests (runtime/abi/workload.h), and what explain shows of it.
#pragma once
#include <string>
#include <vector>

#include "compiler/design/property.h"
#include "runtime/abi/workload.h"

namespace ssd::design {

struct Workload : workload::Workload {
  std::string doc;
  std::vector<Property> properties;  // in the order of language.md
};

}  // namespace ssd::design

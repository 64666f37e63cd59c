// The designs whose engines are made when ssdc is built.
#pragma once
#include <string>
#include <vector>

#include "runtime/abi/plan.h"

namespace ssd::prebuilt {

// An engine that a run may need.
struct Wanted {
  Plan plan;
  Pass pass = Pass::kAll;
  std::string name;  // FILE:DESIGN, of the first one that needs it
};

// Every engine that a design of these files may need, with each workload and however it is called. Engines that are the
// same object may occur several times. Throws std::runtime_error if a file does not pass the check.
std::vector<Wanted> wanted_by(const std::vector<std::string>& files, const std::string& stdlib_directory);

}  // namespace ssd::prebuilt

// The objects of the engines of a design, and where each of them is.
#pragma once
#include <optional>
#include <vector>

#include "runtime/abi/plan.h"
#include "tools/api/known_objects.h"

namespace ssd {

struct EngineObject {
  Pass pass = Pass::kAll;
  cache::Key key;
  ObjectFrom from = ObjectFrom::kCompiled;  // that of the next run that needs it
  std::size_t bytes = 0;                    // 0: it does not exist yet
};
// The passes for which runs of a design need an engine of their own, with any workload and however they are called. The
// last one is that of most runs.
std::vector<Pass> passes_of(const Plan& plan);
std::vector<EngineObject> engine_objects(const Plan& plan, const KnownObjects& known);

}  // namespace ssd

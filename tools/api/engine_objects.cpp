// See engine_objects.h.
#include "tools/api/engine_objects.h"

#include "runtime/abi/functional_obstacle.h"
#include "tools/api/object_key.h"

namespace ssd {

std::vector<Pass> passes_of(const Plan& plan) {
  std::vector<Pass> passes;
  if (functional_obstacle(plan.config, Loop::kOpen, false).what.empty()) passes.push_back(Pass::kFunctional);
  if (plan.config.whole == 0) passes.push_back(Pass::kWhole);
  passes.push_back(Pass::kAll);
  return passes;
}

std::vector<EngineObject> engine_objects(const Plan& plan, const KnownObjects& known) {
  std::vector<EngineObject> objects;
  for (const Pass pass : passes_of(plan)) {
    EngineObject object{.pass = pass, .key = object_key(plan, pass)};
    if (const auto found = known.find(object.key)) {
      object.from = found->from;
      object.bytes = found->bytes.size();
    }
    objects.push_back(object);
  }
  return objects;
}

}  // namespace ssd

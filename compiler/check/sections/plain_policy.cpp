// Implements plain_policy.h.
#include "compiler/check/sections/plain_policy.h"

#include "compiler/check/sections/idle_policies.h"

namespace ssd::check {

bool read_plain_policy(Reader& reader, Hook hook, design::Design& design) {
  if (!reader.has(info(hook).key)) return false;
  Formula formula;
  auto policy = read_policy(reader, hook, formula, design);
  if (!policy) return false;
  look_at_answers(reader, hook, *policy);
  design.policies[hook] = std::move(policy->function);
  return true;
}

}  // namespace ssd::check

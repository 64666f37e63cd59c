// See plan.h.
#include "runtime/abi/plan.h"

namespace ssd {

PlaneAddress place(const Policies& policies, std::uint64_t lpn) {
  const auto input = static_cast<i64>(lpn);
  const auto at = [&](Hook hook) { return static_cast<std::uint64_t>(evaluate(policies[hook].program(), &input)); };
  return {at(Hook::kChannel), at(Hook::kChip), at(Hook::kDie), at(Hook::kPlane)};
}

std::uint64_t share_of_pages(std::uint64_t pages, std::uint64_t parts) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(pages) * parts / workload::kWhole);
}

Config config_of(const Plan& plan, Pass pass) {
  Config c = plan.config;
  if (c.whole == 0 && pass == Pass::kAllIndependent) c.advance = Advance::kIndependent;
  if (c.whole == 0 && pass == Pass::kAllCoupled) c.advance = Advance::kCoupled;
  if (pass == Pass::kWhole) c.whole = 1;
  if (pass != Pass::kFunctional) return c;
  c.functional_only = 1;
  c.whole = 0;  // the map of such a drive is the same as in a plain design
  return c;
}

}  // namespace ssd

// See copies.h.
#include "tests/differential/copies.h"

#include <fmt/format.h>

namespace ssd::differential {

CopiesChoices choose_copies(Random& random, const Choices& c) {
  const oracle::Placement placement = c.space.placement;
  const bool dynamic = placement == oracle::Placement::kDynamicOrder || placement == oracle::Placement::kDynamicCost;
  CopiesChoices copies;
  if (dynamic && chance(random, 75)) copies.slots = pick<int64_t>(random, {1, 2, 3, 8, 40});
  if (copies.slots == 0 || chance(random, 40)) copies.replicas = pick<int64_t>(random, {1, 1, 2, 5, 30});
  return copies;
}

std::string text_with_copies(const RandomCase& c, const CopiesChoices& copies) {
  std::string keys;
  if (copies.slots != 0) keys += fmt::format(" migrate: any_idle {{ buffer: {} }}", copies.slots);
  if (copies.replicas != 0) keys += fmt::format(" replicate {{ pages: {} }}", copies.replicas);
  return c.text() + "design Copies from Random { gc {" + keys + " } }\n";
}

}  // namespace ssd::differential

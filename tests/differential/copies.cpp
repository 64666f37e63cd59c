// See copies.h.
#include "tests/differential/copies.h"

#include <fmt/format.h>

namespace ssd::differential {

int64_t slots_of(const Choices& c) {
  const oracle::Placement placement = c.space.placement;
  return placement == oracle::Placement::kDynamicOrder || placement == oracle::Placement::kDynamicCost ? c.copies.slots
                                                                                                       : 0;
}

void choose_copies(Random& random, Choices& c) {
  if (chance(random, 75)) c.copies.slots = pick<int64_t>(random, {1, 2, 3, 8, 40});
  c.copies.always = chance(random, 40);
  if (slots_of(c) == 0 || chance(random, 40)) c.copies.replicas = pick<int64_t>(random, {1, 1, 2, 5, 30});
}

std::string copies_text(const Choices& c) {
  std::string text;
  if (slots_of(c) != 0)
    text += fmt::format(" migrate: any_idle {{ buffer: {}{} }}", slots_of(c), c.copies.always ? " when: always" : "");
  if (c.copies.replicas != 0) text += fmt::format(" replicate {{ pages: {} }}", c.copies.replicas);
  return text;
}

void set_copies(const Choices& c, oracle::Drive& d) {
  d.any_idle_slots = slots_of(c);
  d.any_idle_always = c.copies.always;
  d.replicas = c.copies.replicas;
}

}  // namespace ssd::differential

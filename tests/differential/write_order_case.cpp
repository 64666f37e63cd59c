// See write_order_case.h.
#include "tests/differential/write_order_case.h"

#include "tests/try_text.h"

namespace ssd::differential {
namespace {

bool is_plain(const RandomCase& c) {
  const TriedText compiled = try_text(c.text());
  return compiled.design && design::beyond_plain(*compiled.design).empty();
}

}  // namespace

RandomCase write_order_case(std::uint64_t seed) {
  for (std::uint64_t other = seed * 1000;; ++other) {
    RandomCase c = random_case(other);
    if (!is_plain(c)) continue;
    c.choices.space.placement = oracle::Placement::kWriteOrder;
    c.choices.space.map = Map::kOrder;
    if (seed % 3 == 0) c.choices.nand.endurance = 1 + static_cast<int64_t>(seed / 3 % 4);
    fit_workload(c);
    if (is_plain(c)) return c;
  }
}

}  // namespace ssd::differential

// See shrink.h. Removing one thing may make another one removable, so both passes are repeated until neither changes
// anything.
#include "tests/differential/shrink.h"

#include <algorithm>
#include <utility>

namespace ssd::differential {
namespace {

bool replace_if_failing(RandomCase& c, RandomCase smaller, const Check& check) {
  if (smaller.workload.requests.empty() || check(smaller).empty()) return false;
  c = std::move(smaller);
  return true;
}

// A feature had an effect if the case's texts changed.
bool same(const RandomCase& a, const RandomCase& b) { return file_texts(a) == file_texts(b); }

bool leave_out_requests(RandomCase& c, const Check& check) {
  const std::size_t before = c.workload.requests.size();
  for (std::size_t piece = std::max<std::size_t>(1, before / 2); piece >= 1; piece /= 2) {
    for (std::size_t first = 0; first + piece <= c.workload.requests.size();) {
      RandomCase smaller = c;
      const auto begin = smaller.workload.requests.begin() + static_cast<std::ptrdiff_t>(first);
      smaller.workload.requests.erase(begin, begin + static_cast<std::ptrdiff_t>(piece));
      if (!replace_if_failing(c, std::move(smaller), check)) first += piece;
    }
  }
  return c.workload.requests.size() != before;
}

bool switch_off_features(RandomCase& c, const Check& check) {
  bool changed = false;
  for (const Feature& feature : features()) {
    RandomCase smaller = c;
    feature.off(smaller);
    fit_workload(smaller);
    if (!same(smaller, c)) changed |= replace_if_failing(c, std::move(smaller), check);
  }
  return changed;
}

bool shorten_requests(RandomCase& c, const Check& check) {
  bool changed = false;
  for (std::size_t i = 0; i < c.workload.requests.size(); ++i) {
    if (c.workload.requests[i].sectors == 1) continue;
    RandomCase smaller = c;
    smaller.workload.requests[i].sectors /= 2;
    changed |= replace_if_failing(c, std::move(smaller), check);
  }
  return changed;
}

}  // namespace

RandomCase shrink(RandomCase failing, const Check& check) {
  leave_out_requests(failing, check);
  while (switch_off_features(failing, check) | shorten_requests(failing, check)) leave_out_requests(failing, check);
  return failing;
}

}  // namespace ssd::differential

// See kept_runs.h.
#include "tools/study/run/kept_runs.h"

namespace ssd::study {

std::optional<std::uint32_t> KeptRuns::number_of(const cache::Key& key) const {
  return numbers_.find(key, [this](std::uint32_t number) { return rows_.at(number).key; });
}

std::optional<KeptRun> KeptRuns::find(const cache::Key& key) const {
  const auto number = number_of(key);
  if (!number) return std::nullopt;
  const Row row = rows_.at(*number);
  return row.is_known ? std::optional(row.run) : std::nullopt;
}

void KeptRuns::put(const cache::Key& key, const KeptRun& run) {
  const auto known = number_of(key);
  const std::uint32_t number = known.value_or(count_);
  const bool is_again = known && rows_.at(number).is_known;
  rows_.put(number, {.key = key, .run = run, .is_known = true});
  size_ += is_again ? 0U : 1U;
  if (known) return;
  numbers_.add(key, number);
  ++count_;
}

void KeptRuns::forget_failed() {
  for (std::uint32_t number = 0; number < count_; ++number) {
    Row row = rows_.at(number);
    if (!row.is_known || row.run.done) continue;
    row.is_known = false;
    rows_.put(number, row);
    --size_;
  }
}

}  // namespace ssd::study

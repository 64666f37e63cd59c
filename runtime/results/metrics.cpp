// The expression of each metric in the table, over one run: see metrics.h.
#include "runtime/results/metrics.h"

namespace ssd::results {
namespace {

double mean_busy(const std::vector<Busy>& list) {
  double sum = 0;
  for (const Busy& busy : list) sum += busy.total();
  return list.empty() ? 0 : sum / static_cast<double>(list.size());
}

}  // namespace

double value(metrics::Metric metric, const Results& r) {
  switch (metric) {
#define SSD_METRIC(id, name, unit, from, meaning, key, value) \
  case metrics::Metric::id: return static_cast<double>(value);
#define SSD_MEAN(id, name, unit, from, meaning, key, list) \
  case metrics::Metric::id: return mean_busy(list);
#include "runtime/abi/metrics.def"
  }
  return 0;
}

}  // namespace ssd::results

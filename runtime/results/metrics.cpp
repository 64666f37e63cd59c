// The expressions of the table of metrics, each over one run: see metrics.h.
#include "runtime/results/metrics.h"

namespace ssd::results {
namespace {

double mean_busy(const std::vector<Busy>& list) {
  double sum = 0;
  for (const Busy& busy : list) sum += busy.total();
  return list.empty() ? 0 : sum / static_cast<double>(list.size());
}

double part_of(const Results& r, Direction direction, Part part) {
  return r.parts(direction)[static_cast<std::size_t>(part)];
}

}  // namespace

double value(metrics::Metric metric, const Results& r) {
  switch (metric) {
#define SSD_METRIC(id, name, unit, meaning, key, value) \
  case metrics::Metric::id: return static_cast<double>(value);
#include "runtime/abi/metrics.def"
#undef SSD_METRIC
  }
  return 0;
}

}  // namespace ssd::results

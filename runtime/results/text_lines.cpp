// Lines of the text report that show one metric each: see text_tables.h.
#include <fmt/format.h>

#include "runtime/base/quantity.h"
#include "runtime/results/metrics.h"
#include "runtime/results/text_tables.h"

namespace ssd::results {
namespace {

struct Line {
  LineGroup group;
  const char *label, *noun, *text;
  metrics::Metric metric;
};
constexpr std::array kLines{
#define SSD_LINE(group, label, noun, text, id) Line{LineGroup::group, label, noun, text, metrics::Metric::id},
#include "runtime/abi/metrics.def"
};

std::string number_text(metrics::Unit unit, double value) {
  switch (unit) {
    case metrics::Unit::kTime: return time_text(value);
    case metrics::Unit::kSize: return size_text(value);
    case metrics::Unit::kRate: return rate_text(value);
    case metrics::Unit::kEnergy: return energy_text(value);
    case metrics::Unit::kPower: return power_text(value);
    case metrics::Unit::kShare: return share_text(value);
    case metrics::Unit::kCount: return count_text(static_cast<u64>(value));
    case metrics::Unit::kFrequency:
    case metrics::Unit::kNumber: break;
  }
  return fmt::format("{:.3f}", value);
}

}  // namespace

void metric_lines(Out out, LineGroup group, const Results& results) {
  for (const Line& line : kLines) {
    const double number = value(line.metric, results);
    if (line.group != group || number == 0) continue;
    const std::string_view noun = line.noun;
    const std::string amount = noun.empty() ? number_text(metrics::row(line.metric).unit, number)
                                            : counted_text(static_cast<u64>(number), noun);
    fmt::format_to(out, "{:<21}{} {}\n", line.label, amount, line.text);
  }
}

}  // namespace ssd::results

// Every metric gives the number that is in the report's JSON, on a run in which as much as possible happens.
#include "runtime/results/metrics.h"

#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "runtime/results/report.h"
#include "runtime/run/simulation.h"
#include "runtime/trace/requests.h"
#include "tests/unit/sema_texts.h"
#include "tools/api/simulator.h"

namespace ssd {
namespace {

constexpr const char* kBusyDrive = R"(
nand Part { read: 40us  program: 300us  erase: 2ms  energy { read: 10nJ  program: 30nJ  erase: 90nJ  transfer_per_byte: 20pJ  idle: 2mW } }
design D {
  geometry { channels: 2  chips: 2  dies: 2  planes: 2  blocks: 16  pages: 32  page: 4KiB }
  nand: Part
  capacity { overprovision: 30% }
  allocation: dynamic channel > chip > die > plane
  commands { multiplane: blind  copyback: blind  suspend: always }
  gc { trigger: free_pages < 12%  migrate: any_idle { buffer: 16 } }
  host { queue: 16  command: 1us  ecc: 2us }
  buffer { size: 256KiB  latency: 1us  readahead { trigger: 2  pages: 4 } }
}
workload W { requests: 20_000  read: 40%  trim: 2%  flush_every: 100  size: mix(80%: 4KiB, 15%: 16KiB, 5%: 6KiB)  interval: exponential(60us)
  address: mix(70%: hotspot(20%: 80%), 30%: sequential) }
)";

const results::Report& busy_run() {
  static const auto texts = check_text(kBusyDrive);
  static const Plan plan = texts->checked.designs.front();
  static const results::Report report = [] {
    EXPECT_EQ(texts->codes(), "");
    results::Report result;
    result.plan = &plan;
    const auto requests = trace::requests_for(plan, texts->checked.workloads.front(), {}, texts->sources, texts->sink);
    const run::Load load{.requests = requests->list, .closed_depth = 0};
    result.results = run::run(plan, make_simulator(plan, EngineChoice::kGeneric, 0).entry, load, {}).results;
    return result;
  }();
  return report;
}

// The report lists each channel, chip, die and plane; the metric is their mean.
double number_at(const nlohmann::json& found) {
  if (!found.is_array()) return found.get<double>();
  double sum = 0;
  for (const nlohmann::json& busy : found) sum += busy["host"].get<double>() + busy["collection"].get<double>();
  return sum / static_cast<double>(found.size());
}

TEST(Metrics, EachIsTheNumberOfTheReport) {
  const results::Report& report = busy_run();
  const nlohmann::json json = nlohmann::json::parse(results::json(report));
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < metrics::metric_rows().size(); ++i) {
    const metrics::MetricRow& row = metrics::metric_rows()[i];
    const nlohmann::json::json_pointer key{std::string(row.key)};
    ASSERT_TRUE(json.contains(key)) << row.name << " at " << row.key;
    const double value = results::value(static_cast<metrics::Metric>(i), report.results);
    EXPECT_DOUBLE_EQ(value, number_at(json.at(key))) << row.name;
    zeros += value == 0 ? 1 : 0;
  }
  EXPECT_LT(zeros, metrics::metric_rows().size() / 5) << "too many metrics are 0 for a useful test";
}

// Two metrics with the same key would be the same number twice, the most likely mistake in the table.
TEST(Metrics, NamesAndKeysAreDifferent) {
  std::set<std::string_view> names, keys;
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(keys.insert(row.key).second) << row.key;
    EXPECT_TRUE(row.also.empty() || names.insert(row.also).second) << row.also;
    EXPECT_FALSE(row.meaning.empty());
  }
}

TEST(Metrics, AreFoundByEitherName) {
  EXPECT_EQ(metrics::find_metric("waf"), metrics::Metric::write_amplification);
  EXPECT_EQ(metrics::find_metric("write_amplification"), metrics::Metric::write_amplification);
  EXPECT_EQ(metrics::find_metric("response.p99"), metrics::Metric::response_p99);
  EXPECT_EQ(metrics::row(metrics::Metric::response_p99).unit, metrics::Unit::kTime);
  EXPECT_EQ(metrics::find_metric("response"), std::nullopt);
  EXPECT_EQ(metrics::find_metric(""), std::nullopt);
}

// The most important metrics, by their names.
TEST(Metrics, HasThoseOfTheLanguage) {
  for (const std::string of : {"response", "read", "write"}) {
    for (const std::string what : {"mean", "stddev", "min", "max", "p50", "p90", "p99", "p999", "p9999"}) {
      EXPECT_TRUE(metrics::find_metric(of + "." + what)) << of << what;
    }
  }
  for (const char* name : {"bandwidth", "iops", "waf", "write_amplification", "erases", "erases.stddev",
                           "channel.utilisation", "chip.utilisation", "die.utilisation", "plane.utilisation",
                           "gc.collections", "gc.moved_per_collection", "gc.conflicts"}) {
    EXPECT_TRUE(metrics::find_metric(name)) << name;
  }
}

}  // namespace
}  // namespace ssd

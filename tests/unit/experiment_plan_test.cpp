// The keys of planned runs: those of another version are other ones, so its results are not taken from the journal.
#include <gtest/gtest.h>

#include "tests/unit/experiment_texts.h"
#include "tools/study/run/plan.h"

namespace ssd::study {
namespace {

std::vector<std::string> keys_of(const std::string& version) {
  check::Options options;
  options.read = [](const std::string&) -> check::ReadResult {
    return {check::ReadResult::Status::kRead,
            std::string(kDeclarations) +
                "experiment E { vary design: [A, Loose]  vary workload: [W]  seeds: 2  measure iops }\n",
            {}};
  };
  Environment environment;
  const check::Checked checked = check::check("x.ssd", options, environment.sources, environment.sink);
  const design::Experiment& experiment = checked.experiments.at(0);
  trace::TraceShelf shelf;
  const auto plan = make_plan(environment, {.checked = checked, .experiment = experiment, .options = options},
                              std::vector<bool>(experiment.points(), true), {}, shelf, Unchosen::kCheck, version);
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < plan->size(); ++i) keys.push_back(plan->run(i).key.text());
  return keys;
}

TEST(StudyPlans, RunsOfAnotherVersionHaveOtherKeys) {
  const std::vector<std::string> own = keys_of(version_of_numbers()), others = keys_of("another");
  ASSERT_EQ(own.size(), 4U);
  EXPECT_EQ(keys_of(version_of_numbers()), own);
  for (const std::string& key : own) {
    EXPECT_EQ(std::ranges::count(own, key), 1);
    EXPECT_EQ(std::ranges::count(others, key), 0);
  }
}

}  // namespace
}  // namespace ssd::study

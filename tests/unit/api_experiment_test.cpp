// Experiments through the library: rows and claims as values, the texts and files of the command line, progress and
// cancelling, and a folder with which a later call continues.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/paths.h"
#include "tools/api/ssd.hpp"

namespace {

namespace api = ssd::api;
namespace fs = std::filesystem;

const std::string kExperiment =
    R"(param ways: int = 1
param gap: time = 200us
design Drive { geometry { channels: 2 chips: ways dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }
workload Writes { requests: 3000  write: 80%  size: 4KiB  address: uniform  interval: gap }
experiment Ways {
  vary ways: [1, 2, 4]
  seeds: 2
  measure response.mean, write_amplification
  normalize response.mean to ways == 1
  expect "more ways are faster": mean(response.mean, ways == 4) < mean(response.mean, ways == 1)
  expect "and never amplify": all(write_amplification < 1)
  plot lines(response.mean) over ways
}
)";

api::File experiment_file(const std::string& text = kExperiment,
                          std::vector<std::pair<std::string, std::string>> definitions = {}) {
  auto file = api::check("memory.ssd", {.files = {{"memory.ssd", text}},
                                        .definitions = std::move(definitions),
                                        .standard_library = (ssd::tests::source_dir() / "stdlib").string()});
  EXPECT_TRUE(file) << file.text;
  return *file;
}

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("ssd_api_experiment_" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string path() const { return path_.string(); }
  std::string text(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
    return text.str();
  }

 private:
  fs::path path_;
};

const api::ExperimentOptions kHere{.jobs = 2, .engine = api::Engine::kGeneric, .cache = false};

}  // namespace

TEST(ApiExperiment, PointsHaveTheNumbersOfPlainRuns) {
  const auto found = experiment_file().run_experiment("Ways", kHere);
  ASSERT_TRUE(found) << found.text;
  EXPECT_EQ(found->name(), "Ways");
  EXPECT_FALSE(found->partial());
  ASSERT_EQ(found->points().size(), 3U);
  const api::Point& point = found->points()[1];
  EXPECT_EQ(point.at.back().axis, "ways");
  EXPECT_EQ(point.at.back().value, "2");
  EXPECT_EQ(point.done, 2U);
  EXPECT_EQ(point.overloaded, 0U);
  const auto plan = experiment_file(kExperiment, {{"ways", "2"}}).plan("Drive", "Writes");
  for (const std::uint64_t seed : {1U, 2U}) {
    const auto run = api::run(*plan, {.seed = seed, .cache = false});
    EXPECT_EQ(found->value(1, seed, "response.mean"), run->metric("response.mean"));
    EXPECT_EQ(found->value(1, seed, "read.p99"), run->metric("read.p99"));  // not measured by the experiment
  }
  const api::Measurement& measured = point.measured.front();
  EXPECT_EQ(measured.metric, "response.mean");
  EXPECT_EQ(measured.unit, "time");
  EXPECT_EQ(measured.over_seeds.count, 2U);
  EXPECT_DOUBLE_EQ(measured.over_seeds.mean,
                   (*found->value(1, 1, "response.mean") + *found->value(1, 2, "response.mean")) / 2);
  EXPECT_TRUE(measured.over_seeds.half_width);
  EXPECT_TRUE(point.measured.back().normalized);
  EXPECT_LT(point.measured.back().over_seeds.mean, 1);
  EXPECT_FALSE(found->value(3, 1, "response.mean"));
  EXPECT_FALSE(found->value(1, 3, "response.mean"));
  EXPECT_FALSE(found->value(1, 1, "no such metric"));
}

TEST(ApiExperiment, ClaimsAreValues) {
  const auto found = experiment_file().run_experiment({}, kHere);
  ASSERT_TRUE(found) << found.text;
  ASSERT_EQ(found->claims().size(), 2U);
  const api::Claim &faster = found->claims()[0], &never = found->claims()[1];
  EXPECT_EQ(faster.title, "more ways are faster");
  EXPECT_EQ(faster.verdict, api::Verdict::kHolds);
  EXPECT_NE(faster.values.find('<'), std::string::npos);
  EXPECT_GT(*faster.margin, 0);
  EXPECT_EQ(faster.span.begin.line, 10U);
  EXPECT_EQ(never.verdict, api::Verdict::kFails);
  EXPECT_EQ(never.where.size(), 3U);
  EXPECT_TRUE(found->contradicts_a_claim());
  EXPECT_NE(found->text().find("more ways are faster"), std::string::npos);
  ASSERT_EQ(found->plots().size(), 1U);
  EXPECT_NE(found->plots().front().svg.find("<svg"), std::string::npos);
  const auto page = found->page();
  ASSERT_TRUE(page) << page.text;
  EXPECT_NE(page->find("more ways are faster"), std::string::npos);
}

TEST(ApiExperiment, AFolderHasTheFilesAndIsGoneOnFrom) {
  const Folder folder;
  api::ExperimentOptions options = kHere;
  options.folder = folder.path();
  options.points = "ways=1|2";
  std::vector<std::uint64_t> to_make;
  options.progress = [&](const api::ExperimentProgress& at) {
    to_make.push_back(at.runs);
    return true;
  };
  const auto part = experiment_file().run_experiment("Ways", options);
  ASSERT_TRUE(part) << part.text;
  EXPECT_EQ(part->points()[2].missing, 2U);
  EXPECT_EQ(part->claims()[0].verdict, api::Verdict::kUndecided);
  EXPECT_FALSE(part->claims()[0].reason.empty());
  EXPECT_EQ(to_make.front(), 4U);
  options.points = {};
  const auto listed = experiment_file().dry_run("Ways", options);
  ASSERT_TRUE(listed) << listed.text;
  EXPECT_NE(listed->find("6 runs: 2 to run, 4 in the journal"), std::string::npos) << *listed;
  to_make.clear();
  const auto whole = experiment_file().run_experiment("Ways", options);
  ASSERT_TRUE(whole) << whole.text;
  EXPECT_EQ(to_make.front(), 2U);
  EXPECT_EQ(folder.text("results.csv"), whole->csv());
  EXPECT_EQ(folder.text("results.json"), whole->json());
  EXPECT_EQ(folder.text("report.html"), *whole->page());
  EXPECT_EQ(folder.text("source/memory.ssd"), kExperiment);
  EXPECT_EQ(experiment_file().run_experiment("Ways", kHere)->csv(), whole->csv());
}

TEST(ApiExperiment, ProgressEndsIt) {
  api::ExperimentOptions options = kHere;
  std::uint64_t asked = 0;
  options.progress = [&](const api::ExperimentProgress& at) {
    EXPECT_EQ(at.runs, 6U);
    ++asked;
    return false;
  };
  const auto ended = experiment_file().run_experiment("Ways", options);
  ASSERT_TRUE(ended) << ended.text;
  EXPECT_EQ(asked, 1U);
  EXPECT_TRUE(ended->partial());
  EXPECT_EQ(ended->points()[0].missing, 2U);
  options.progress = [last = 0.0](const api::ExperimentProgress& at) mutable {
    EXPECT_LE(last, at.share);
    last = at.share;
    return at.share <= 1;
  };
  EXPECT_FALSE(experiment_file().run_experiment("Ways", options)->partial());
}

TEST(ApiExperiment, RunsThatFailAreToldBesideTheResults) {
  std::string text = kExperiment;
  const std::string asked = "requests: 3000  write: 80%  size: 4KiB  address: uniform";
  text.replace(text.find(asked), asked.size(), "requests: 50  size: ways * 512KiB  address: uniform over 10%");
  text.replace(text.find("chips: ways"), 11, "chips: 1");
  const auto found = experiment_file(text).run_experiment("Ways", kHere);
  ASSERT_TRUE(found) << found.text;
  EXPECT_EQ(found->points()[0].done, 2U);
  EXPECT_EQ(found->points()[2].failed, 2U) << found->text();
  EXPECT_FALSE(found->points()[2].failure.empty());
  EXPECT_FALSE(found->value(2, 1, "response.mean"));
  EXPECT_EQ(found.diagnostics.back().code, "E0610");
}

TEST(ApiExperiment, WhatCannotBeRunIsRefused) {
  const api::File file = experiment_file();
  EXPECT_NE(file.run_experiment("Wais", kHere).text.find("Ways"), std::string::npos);
  api::ExperimentOptions options = kHere;
  options.points = "ways=3";
  EXPECT_EQ(file.run_experiment("Ways", options).diagnostics.front().code, "E0603");
  const auto defined = experiment_file(kExperiment, {{"ways", "2"}}).run_experiment("Ways", kHere);
  EXPECT_EQ(defined.diagnostics.front().code, "E0602");
  EXPECT_EQ(defined.diagnostics.front().help, "run the points with this value: `points: ways=2`");
  options.points = {};
  options.folder = "/dev/null";
  EXPECT_FALSE(file.run_experiment("Ways", options));
  options.folder = {};
  options.memory = 4096;
  EXPECT_EQ(file.run_experiment("Ways", options).diagnostics.front().code, "E0609");
}

TEST(ApiExperiment, SettingsCanHaveTheNamesOfPython) {
  const api::CheckOptions wrong{.files = {{"x.ssd", kExperiment}},
                                .definitions = {{"ways", "8us"}},
                                .standard_library = (ssd::tests::source_dir() / "stdlib").string()};
  EXPECT_EQ(api::check("x.ssd", wrong).diagnostics.front().span.file, "definitions: ways");
  api::name_settings(api::Names::kPython);
  const auto defined = experiment_file(kExperiment, {{"ways", "2"}}).run_experiment("Ways", kHere);
  const auto unfit = api::check("x.ssd", wrong);
  api::name_settings(api::Names::kFields);
  EXPECT_EQ(defined.diagnostics.front().message, "`params={\"ways\": 2}` sets a param that `Ways` varies");
  EXPECT_EQ(defined.diagnostics.front().help, "run the points with this value: `points=\"ways=2\"`");
  EXPECT_EQ(unfit.diagnostics.front().span.file, "params[\"ways\"]");
  EXPECT_NE(unfit.text.find("--> params[\"ways\"]:1:1"), std::string::npos) << unfit.text;
}

TEST(ApiExperiment, RunsThatOthersMakeGiveTheSameResults) {
  std::string text = kExperiment;  // more ways, longer runs
  text.replace(text.find("3000"), 4, "1000 * ways");
  const auto here = experiment_file(text).run_experiment("Ways", kHere);
  auto elsewhere = experiment_file(text).runs_elsewhere("Ways", kHere);
  ASSERT_TRUE(here && elsewhere) << here.text << elsewhere.text;
  ASSERT_EQ(elsewhere->to_make(), 6U);
  std::vector<double> pages;
  for (std::uint64_t place = 0; place < 6; ++place) pages.push_back(elsewhere->pages(place));
  EXPECT_TRUE(std::ranges::is_sorted(pages, std::ranges::greater()));
  EXPECT_EQ(pages.front(), 4 * pages.back());
  for (std::uint64_t place = 0; place < 4; place += 2) {
    const auto given = elsewhere->give(place, 2, 2);
    EXPECT_EQ(given->runs, 2U);
    const auto made = api::make_runs(given->bytes);
    ASSERT_TRUE(made) << made.text;
    const auto taken = elsewhere->take(*made);
    ASSERT_TRUE(taken) << taken.text;
    EXPECT_EQ(taken->runs, 2U);
    EXPECT_EQ(taken->reached, 2U);
    EXPECT_EQ(taken->pages, pages[place] + pages[place + 1]);
  }
  const auto found = elsewhere->results();  // makes the last two
  ASSERT_TRUE(found) << found.text;
  EXPECT_FALSE(found->partial());
  EXPECT_EQ(found->csv(), here->csv());
  EXPECT_EQ(found->json(), here->json());
}

TEST(ApiExperiment, BytesHaveALimitAndWhatIsLeftIsGivenAgain) {
  auto elsewhere = experiment_file().runs_elsewhere("Ways", kHere);
  ASSERT_TRUE(elsewhere) << elsewhere.text;
  EXPECT_EQ(elsewhere->give(0, 6, 1, 1)->runs, 1U);
  EXPECT_EQ(elsewhere->give(4, 6, 1)->runs, 2U) << "there are no more";
  EXPECT_EQ(elsewhere->give(6, 1, 1)->runs, 0U);
  std::uint64_t asked = 0;
  const auto some = api::make_runs(elsewhere->give(0, 6, 1)->bytes, [&] { return ++asked < 4; });
  ASSERT_TRUE(some) << some.text;
  const auto taken = elsewhere->take(*some);
  ASSERT_TRUE(taken) << taken.text;
  EXPECT_EQ(taken->runs, taken->reached);
  ASSERT_LT(taken->reached, 6U);
  const auto rest = elsewhere->take(*api::make_runs(elsewhere->give(taken->reached, 6, 1)->bytes));
  EXPECT_EQ(taken->runs + rest->runs, 6U);
  EXPECT_EQ(elsewhere->results(true)->csv(), experiment_file().run_experiment("Ways", kHere)->csv());
}

TEST(ApiExperiment, AJournalAloneHoldsTheRuns) {
  const Folder folder;
  api::ExperimentOptions options = kHere;
  options.journal = folder.path() + "/new/ways.journal";
  const auto homeless = experiment_file().runs_elsewhere("Ways", options);
  ASSERT_FALSE(homeless);
  EXPECT_EQ(homeless.diagnostics.front().code, "E0606");
  EXPECT_FALSE(fs::exists(folder.path() + "/new")) << "a slip in a path makes no folders";
  fs::create_directories(folder.path() + "/new");
  {
    auto elsewhere = experiment_file().runs_elsewhere("Ways", options);
    ASSERT_TRUE(elsewhere) << elsewhere.text;
    const auto made = api::make_runs(elsewhere->give(0, 1, 1)->bytes);
    ASSERT_TRUE(elsewhere->take(*made));
    const auto second = experiment_file().run_experiment("Ways", options);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.diagnostics.front().code, "E0605");
    const auto stopped = elsewhere->results(true);
    ASSERT_TRUE(stopped) << stopped.text;
    EXPECT_TRUE(stopped->partial());
    elsewhere->close();
  }
  std::uint64_t runs = 0;
  options.progress = [&](const api::ExperimentProgress& at) { return runs = at.runs, true; };
  const auto rest = experiment_file().run_experiment("Ways", options);
  ASSERT_TRUE(rest) << rest.text;
  EXPECT_EQ(runs, 5U);
  EXPECT_FALSE(fs::exists(folder.path() + "/new/results.csv"));
  EXPECT_EQ(rest->csv(), experiment_file().run_experiment("Ways", kHere)->csv());
}

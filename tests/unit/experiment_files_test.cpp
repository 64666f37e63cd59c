// results.csv and results.json: every byte of small ones, and a proof that no text of a user or of a run can break
// them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/experiment_tables.h"
#include "tools/study/csv.h"
#include "tools/study/json.h"

namespace ssd::study {
namespace {

using metrics::Metric;

// Small, because order of two kinds makes long files: two designs, two numbers, two seeds.
HandMadeTable small() {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W]  vary latency: [20us, 1ms]  seeds: 2  measure response.mean, waf\n"
      "normalize waf to design == A\n"
      "expect \"less is more\": mean(waf, A) < mean(waf, B)\n"
      "expect \"needs all\": mean(response.mean) < 1ms known: \"says \\\"so\\\"\"");
  made.set(Metric::response_mean, {1000, 2000.5, 3000, 4000, 1.0 / 3, 6000, 7000, 8000})
      .set(Metric::write_amplification, {1, 2, 4, 4, 2, 3, 1, kNothing});
  made.runs[5].overload = 81'000;
  made.lose(0).fail(6, "E0513: full, at \"x\"");
  return made;
}

TEST(ResultsCsv, OneRowARun) {
  EXPECT_EQ(
      csv(small().table()),
      R"(point,design,workload,latency,seed,state,response.mean [ns],write_amplification,normalized(write_amplification),failure,overload [ns]
0,A,W,20us,1,missing,,,,,
0,A,W,20us,2,done,2000.5,2,1,,
1,A,W,1ms,1,done,3000,4,1,,
1,A,W,1ms,2,done,4000,4,1,,
2,B,W,20us,1,done,0.3333333333333333,2,,,
2,B,W,20us,2,done,6000,3,1.5,,81000
3,B,W,1ms,1,failed,,,,"E0513: full, at ""x""",
3,B,W,1ms,2,done,8000,,,,
)");
}

// The column of a param that has the name of another column is marked as a param.
TEST(ResultsCsv, ColumnsDiffer) {
  const auto texts = check_text(
      "param seed: int = 1\nparam erases: int = 1\ndesign D { geometry { chips: seed  dies: erases } }\n"
      "experiment E { vary seed: [1, 2]  vary erases: [1]  measure erases }");
  ASSERT_EQ(texts->codes(), "");
  const Table table(texts->checked.experiments.front(), {});
  EXPECT_EQ(
      csv(table),
      "point,design,workload,param seed,param "
      "erases,seed,state,erases,failure,overload [ns]\n0,D,Default,1,1,1,missing,,,\n1,D,Default,2,1,1,missing,,,\n");
}

std::string json_of(const HandMadeTable& made, const std::vector<std::pair<std::string, std::string>>& facts) {
  std::vector<Outcome> outcomes;
  for (const design::Expectation& claim : made.experiment().expectations)
    outcomes.push_back(evaluate(made.table(), claim));
  return json(made.table(), outcomes, listed(facts));
}

TEST(ResultsJson, HasEveryNumber) {
  const auto read = nlohmann::json::parse(json_of(small(), {{"version", "1.2"}, {"hash of A", "0a"}}));
  EXPECT_EQ(read["schema"], "ssdc.experiment");
  EXPECT_EQ(read["version"], 1);
  EXPECT_EQ(read["facts"], nlohmann::json::parse(R"({"version": "1.2", "hash of A": "0a"})"));
  const auto& experiment = read["experiment"];
  EXPECT_EQ(experiment["name"], "E");
  EXPECT_EQ(experiment["seeds"], 2);
  EXPECT_EQ(experiment["points"], 4);
  EXPECT_EQ(experiment["axes"][0]["values"][1],
            nlohmann::json::parse(R"({"text": "B", "alias": null, "number": null})"));
  EXPECT_EQ(experiment["axes"][2],
            nlohmann::json::parse(R"({"name": "latency", "kind": "param", "type": "time", "unit": "ns", "varied": true,
    "values": [{"text": "20us", "alias": null, "number": 20000}, {"text": "1ms", "alias": null, "number": 1000000}]})"));
  EXPECT_EQ(experiment["measures"],
            nlohmann::json::parse(R"([{"metric": "response.mean", "unit": "ns", "normalized_to": null},
    {"metric": "write_amplification", "unit": "number", "normalized_to": {"axis": "design", "value": "A"}}])"));
  EXPECT_EQ(read["units"].size(), metrics::metric_rows().size());
  EXPECT_EQ(read["units"]["channel.utilisation"], "share");

  ASSERT_EQ(read["runs"].size(), 8U);
  const auto& run = read["runs"][5];
  EXPECT_EQ(run["point"], 2);
  EXPECT_EQ(run["seed"], 2);
  EXPECT_EQ(run["state"], "done");
  EXPECT_EQ(run["at"], nlohmann::json::parse(R"({"design": "B", "workload": "W", "latency": "20us"})"));
  EXPECT_EQ(run["values"].size(), metrics::metric_rows().size());
  EXPECT_EQ(run["values"]["response.mean"], 6000);
  EXPECT_EQ(run["overload"], 81'000);
  EXPECT_EQ(read["runs"][4]["overload"], nullptr);
  EXPECT_EQ(read["runs"][4]["values"]["response.mean"].get<double>(), 1.0 / 3);
  EXPECT_EQ(run["normalized"], nlohmann::json::parse(R"({"write_amplification": 1.5})"));
  EXPECT_EQ(read["runs"][7]["values"]["write_amplification"], nullptr);
  EXPECT_EQ(read["runs"][0]["values"], nullptr);
  EXPECT_EQ(read["runs"][6]["failure"], "E0513: full, at \"x\"");
}

// response.mean is 3000 and 4000: mean 3500, deviation 707.107, half width 12.7062 of that over sqrt(2).
TEST(ResultsJson, SumsUpAndJudges) {
  const auto read = nlohmann::json::parse(json_of(small(), {}));
  EXPECT_EQ(read["points"][1]["metrics"]["response.mean"],
            nlohmann::json::parse(R"({"count": 2, "mean": 3500, "stddev": 707.107, "half_width": 6353.1})"));
  EXPECT_EQ(read["points"][0]["metrics"]["write_amplification"],
            nlohmann::json::parse(R"({"count": 1, "mean": 2, "stddev": null, "half_width": null})"));
  EXPECT_EQ(read["points"][3]["normalized"]["write_amplification"],
            nlohmann::json::parse(R"({"count": 0, "mean": null, "stddev": null, "half_width": null})"));
  EXPECT_EQ(read["expectations"][0],
            nlohmann::json::parse(
                R"j({"title": "less is more", "claim": "mean(waf, A) < mean(waf, B)", "verdict": "undecided",
    "values": "", "margin": null, "reason": "A, W, latency 20us, seed 1 has not run", "where": [], "known": null})j"));
  EXPECT_EQ(read["expectations"][1]["known"], "says \"so\"");
}

TEST(ResultsJson, SameBytesAgainAndALineARun) {
  const std::string text = json_of(small(), {});
  EXPECT_EQ(text, json_of(small(), {}));
  EXPECT_NE(text.find("\n{\"point\":2,\"seed\":1,\"state\":\"done\",\"at\":{\"design\":\"B\",\"workload\":\"W\","
                      "\"latency\":\"20us\"},\"values\":{\"response.count\":"),
            std::string::npos);
  EXPECT_NE(text.find(",\"response.mean\":0.3333333333333333,"), std::string::npos);
  EXPECT_NE(text.find(",\"write_amplification\":2,"), std::string::npos);
}

// The bytes of a failure's text may come from a file name.
TEST(ResultsJson, BytesThatAreNoTextAreReplaced) {
  HandMadeTable made = small();
  made.fail(6, "no such file: \xff.csv");
  EXPECT_EQ(nlohmann::json::parse(json_of(made, {}))["runs"][6]["failure"], "no such file: \xEF\xBF\xBD.csv");
}

}  // namespace
}  // namespace ssd::study

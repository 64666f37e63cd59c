// Fuzz target: any bytes as the text of a file, from there to a Plan, and from the Plan to a run of 200 requests on the
// generic engine. A Plan is written to bytes and read as the same Plan, without a contradiction. A run has a report,
// all of its requests are completed unless the drive's life ended, and the conservation laws hold; otherwise there is
// an error with a code. Drives and requests that would take seconds are left out, and files are not read.
#include <fmt/format.h>

#include <numeric>

#include <nlohmann/json.hpp>

#include "runtime/abi/plan_bytes.h"
#include "runtime/run/whole_run.h"
#include "tests/fuzz/checked_text.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

constexpr u64 kRequests = 200, kMostFirst = 1000;  // of the measured workload, and of that of `start`
constexpr u64 kMostPages = u64{1} << 16;           // of a drive
constexpr u64 kMostPageRequests = u64{1} << 14;    // pages of all requests of a workload
constexpr u64 kMemory = u64{1} << 27;              // bytes
constexpr std::size_t kMostDesigns = 2, kMostWorkloads = 2;

bool is_generated(const workload::Workload& workload) {
  return std::holds_alternative<workload::Generator>(workload.source);
}

// The workload for files without one.
workload::Workload plain_workload(const Plan& plan) {
  workload::Generator generator;
  generator.read_parts = 400'000;
  generator.size = {workload::Constant{plan.geometry.page_bytes}};
  generator.interval = {workload::Constant{50'000}};
  workload::Workload workload;
  workload.name = "Plain";
  workload.source = generator;
  workload.requests = kRequests;
  return workload;
}

// Whether so many of its requests are few pages.
bool is_small(const Plan& plan, const workload::Workload& workload, u64 requests) {
  SourceMap sources;
  diag::Sink sink;
  if (!is_generated(workload)) return false;
  const auto made = trace::requests_for(plan, workload, {.requests = requests}, sources, sink);
  return !made || (made->bytes_read + made->bytes_written) / plan.geometry.page_bytes <= kMostPageRequests;
}

bool is_small(const Plan& plan) {
  if (plan.geometry.physical_pages() > kMostPages || !plan.start.snapshot.empty()) return false;
  const workload::Workload* first = plan.start.workload.get();
  return first == nullptr ||
         (first->requests.value_or(0) <= kMostFirst && is_small(plan, *first, first->requests.value_or(1)));
}

std::string broken_bytes(const Plan& plan, const SourceMap& sources) {
  SourceMap others;
  const DecodedPlan read = decoded_plan(encoded(plan, sources), others);
  if (!read.plan) return "the Plan of a checked design is rejected: " + read.fault;
  return *read.plan == plan ? "" : "a Plan is read as another one";
}

u64 completed_requests(const results::Results& numbers) {
  return std::accumulate(std::begin(numbers.host.completed), std::end(numbers.host.completed), u64{0});
}

// The requests that a run completed, those of phases that it does not count (account.phases) among them.
u64 all_completed_requests(const results::Results& results) {
  u64 completed = completed_requests(results);
  for (const results::FlowResults& flow : results.flows)
    if (flow.is_phase && !flow.counted) completed += completed_requests(flow.numbers);
  return completed;
}

std::string broken_results(const run::Ran& ran) {
  const results::Report& report = ran.report;
  results::text(report);
  const auto json = nlohmann::json::parse(results::json(report), nullptr, false);
  if (json.is_discarded()) return "the results are no JSON";
  if (ran.outcome.status != Status::kDone || report.results.partial) return "";
  const u64 completed = all_completed_requests(report.results);
  return completed == report.requests ? ""
                                      : fmt::format("{} of {} requests were completed", completed, report.requests);
}

std::string broken_run(const Plan& plan, const workload::Workload& workload, Environment& environment) {
  if (!is_small(plan, workload, kRequests)) return "";
  run::Wanted wanted;
  wanted.requests = kRequests;
  wanted.check = true;
  wanted.memory = kMemory;
  const auto simulators = [](const Plan&, std::uint64_t, Pass) { return run::generic_simulator(); };
  const auto again = [](const std::string&) { return std::string("the input"); };
  const auto ran = run::run_whole(environment, plan, workload, wanted, simulators, again);
  diag::render_text(environment.sink, environment.sources, false);
  if (!ran) return environment.sink.has_errors() ? "" : "a run was refused without a word";
  return environment.sink.has_errors() ? "a run has results in spite of an error" : broken_results(*ran);
}

}  // namespace

std::string broken_by_plan_run(std::string_view text) {
  CheckedText made = check_text(text);
  if (made.sink.has_errors()) return "";
  std::vector<workload::Workload> workloads(made.checked.workloads.begin(), made.checked.workloads.end());
  Environment environment;
  environment.sources = std::move(made.sources);
  for (const design::Design& design : made.checked.designs | std::views::take(kMostDesigns)) {
    const Plan plan = design::plan_of(design, workloads);
    if (std::string broken = broken_bytes(plan, environment.sources); !broken.empty()) return broken;
    if (!is_small(plan)) continue;
    std::vector<workload::Workload> run(
        workloads.begin(), workloads.begin() + static_cast<std::ptrdiff_t>(std::min(workloads.size(), kMostWorkloads)));
    if (run.empty()) run.push_back(plain_workload(plan));
    for (const workload::Workload& workload : run) {
      environment.sink = diag::Sink{};
      if (std::string broken = broken_run(plan, workload, environment); !broken.empty()) return broken;
    }
  }
  return "";
}

}  // namespace ssd::fuzz

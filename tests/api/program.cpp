// The program that docs/library.md shows: a design in memory is checked, run and drawn without the command line.
// tests/api.py builds it against an installed ssdc. It prints the report of a run as JSON; its exit code is the number
// of the check that failed, or 0.
#include <cstdio>
#include <string>

#include <ssdc/ssd.hpp>

namespace api = ssd::api;

// [check]
int print_mistakes(const std::string& path, const api::CheckOptions& options) {
  const auto checked = api::check(path, options);
  for (const api::Diagnostic& d : checked.diagnostics) {
    std::fprintf(stderr, "%s:%u:%u: %s %s\n", d.span.file.c_str(), d.span.begin.line, d.span.begin.column,
                 d.code.c_str(), d.message.c_str());
    if (!d.help.empty()) std::fprintf(stderr, "  help: %s\n", d.help.c_str());
  }
  return checked ? 0 : 1;
}
// [end]

// [text]
const api::CheckOptions kTexts{.files = {{"drive.ssd", R"(
    param ways: int = 2
    param gap: time = 200us
    design Drive { geometry { channels: 2 chips: ways dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }
    workload Writes { requests: 20_000  write: 80%  size: 4KiB  address: uniform  interval: gap }
    experiment Load {
      vary gap: [100us, 200us, 400us]
      seeds: 2
      measure response.mean
      expect "more load, longer waits": mean(response.mean, gap == 400us) < mean(response.mean, gap == 100us)
    }
)"}},
                               .definitions = {{"ways", "4"}}};
// [end]

// [run]
int print_report(std::uint64_t seed) {
  const auto file = api::check("drive.ssd", kTexts);
  if (!file) return 2;
  const auto plan = file->plan("Drive", "Writes");
  if (!plan) return 3;
  api::RunOptions options{.seed = seed, .requests = 10'000};
  options.progress = [](const api::Progress& at) { return at.share <= 1; };  // false would end the run
  const auto run = api::run(*plan, options);
  if (!run) return std::fputs(run.text.c_str(), stderr), 4;
  const double waf = run->metric("write_amplification").value_or(0);
  if (waf < 1) return 5;
  std::fputs(run->json().c_str(), stdout);
  return 0;
}
// [end]

// [experiment]
// Runs are kept in the folder as they end: a call that was ended goes on there.
int run_experiment(const std::string& folder) {
  const auto file = api::check("drive.ssd", kTexts);
  if (!file) return 14;
  api::ExperimentOptions options{.folder = folder};
  options.progress = [](const api::ExperimentProgress& at) { return at.failed == 0; };  // false ends it
  const auto found = file->run_experiment("Load", options);
  if (!found) return std::fputs(found.text.c_str(), stderr), 15;
  for (const api::Point& point : found->points()) {
    for (const api::Coordinate& at : point.at) std::fprintf(stderr, "%s %s  ", at.axis.c_str(), at.value.c_str());
    for (const api::Measurement& m : point.measured)
      std::fprintf(stderr, "%s %.0f ns +- %.0f\n", m.metric.c_str(), m.over_seeds.mean, *m.over_seeds.half_width);
  }
  for (const api::Claim& claim : found->claims()) {
    const char* const verdict = claim.verdict == api::Verdict::kHolds ? "holds" : "does not hold";
    std::fprintf(stderr, "%s: %s (%s)\n", claim.title.c_str(), verdict, claim.values.c_str());
  }
  return found->contradicts_a_claim() ? 16 : 0;
}
// [end]

// [picture]
int draw(const std::string& path) {
  const auto file = api::check("drive.ssd", kTexts);
  const auto picture = file ? file->draw("Drive", api::DesignView::kTree) : api::Result<api::Picture>{};
  if (!picture) return 6;
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return 7;
  std::fwrite(picture->bytes.data(), 1, picture->bytes.size(), out);
  return std::fclose(out) == 0 ? 0 : 8;
}
// [end]

// [elsewhere]
// A Plan as bytes can be kept, or run on another machine: equal bytes, equal numbers.
int send(const api::Plan& plan) {
  const std::string bytes = plan.bytes();
  const auto received = api::plan_of_bytes(bytes);
  return received && *received == plan && received->hash() == plan.hash() ? 0 : 9;
}
// [end]

// [trace]
int copy_trace(const std::string& from, const std::string& to) {
  const auto trace = api::open_trace(from);
  if (!trace) return std::fputs(trace.text.c_str(), stderr), 10;
  const auto records = trace->records();
  return records && api::write_trace(to, *records, "ssdsim") ? 0 : 11;
}
// [end]

int main(int count, char** words) {
  if (count != 2) return 12;
  if (const int failed = print_mistakes("drive.ssd", kTexts)) return failed;
  if (const int failed = draw(std::string(words[1]) + "/tree.svg")) return failed;
  const auto file = api::check("drive.ssd", kTexts);
  if (const int failed = send(*file->plan())) return failed;
  const std::string trace = std::string(words[1]) + "/writes.csv";
  const auto written = api::write_trace(trace, *api::requests_of(*file->plan(), {.requests = 100}), "msr");
  if (!written || written->records != 100) return 13;
  if (const int failed = copy_trace(trace, std::string(words[1]) + "/writes.ssdsim")) return failed;
  const auto built = file->build("Drive", {.output = std::string(words[1]) + "/sim"});
  if (!built) return std::fputs(built.text.c_str(), stderr), 17;
  if (file->build("Drive", {.output = std::string(words[1]) + "/sim", .target_cpu = "none"})) return 18;
  if (const int failed = run_experiment(std::string(words[1]) + "/by_library")) return failed;
  return print_report(3);
}

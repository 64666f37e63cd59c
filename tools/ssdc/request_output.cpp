// See request_output.h.
#include "tools/ssdc/request_output.h"

#include <fmt/format.h>

#include <cerrno>

#include "runtime/results/request_times.h"
#include "tools/ssdc/output_file.h"

namespace ssd::cli {
namespace {

results::RequestTimes times_of(const simulation::Outcome& outcome) {
  return {.arrivals = outcome.arrivals, .completions = outcome.completions, .splits = outcome.splits,
          .all_complete = !outcome.results.partial && !outcome.results.lifetime.ended};
}

// The system's error, or 0.
int write_rows(std::FILE* file, const StagedRun& run, const simulation::Outcome& outcome) {
  const auto emit = [file](std::string_view text) { return std::fwrite(text.data(), 1, text.size(), file) == text.size(); };
  const bool written = results::requests_csv(run.stages.back().requests.list, run.design.geometry.sector_bytes, times_of(outcome), emit);
  return written && std::fflush(file) == 0 ? 0 : errno;
}

}  // namespace

bool write_requests(Session& session, const std::string& path, const StagedRun& run, const simulation::Outcome& outcome) {
  return write_through(path, [&](std::FILE* file) { return write_rows(file, run, outcome); }, session.sink, kRequestsOut);
}

void print_blame(Session& session, const StagedRun& run, const results::Report& report, const simulation::Outcome& outcome) {
  const auto blames = results::blame(run.stages.back().requests.list, times_of(outcome));
  const bool to_screen = session.output != kStandardOutput;
  if (to_screen) print_result(session.format, session.format == Rendering::kJson ? results::blame_json(report, blames) : results::blame_text(report, blames));
  session.printed = true;
  if (!session.output.empty()) write_file(session.output, results::blame_json(report, blames), session.sink);
}

}  // namespace ssd::cli

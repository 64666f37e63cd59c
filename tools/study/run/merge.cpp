// See merge.h.
#include "tools/study/run/merge.h"

#include <fmt/format.h>

#include <cstring>

#include "tools/study/run/run_points.h"

namespace ssd::study {
namespace {

using diag::Code;

// Returns 0 or errno.
int take_runs(const StudyPlan& plan, const Journal& from, Journal& into) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const PlannedRun run = plan.run(i);
    const auto found = run.sound() ? from.find(run.key) : std::nullopt;
    const auto known = found ? into.find(run.key) : std::nullopt;
    if (!found || (known && (known->done || !found->done))) continue;
    if (const int error = into.take(run.key, from); error != 0) return error;
  }
  return into.sync();
}

// The points that still have to be run, for the message: the first few of them.
std::string first_points(const StudyPlan& plan, const std::vector<std::uint32_t>& runs) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> points;
  for (const std::size_t run : runs) {
    const std::uint64_t point = run / plan.experiment->seeds;
    std::string name = fmt::format("{} ({})", point, text(*plan.experiment, places_of(*plan.experiment, point)));
    if (!points.empty() && points.back() == name) continue;
    if (points.size() == kMost) return fmt::format("{}, …", fmt::join(points, ", "));
    points.push_back(std::move(name));
  }
  return fmt::format("{}", fmt::join(points, ", "));
}

bool has_all_runs(const StudyPlan& plan, const Journal& journal, diag::Sink& sink) {
  std::vector<std::uint32_t> missing = runs_to_make(plan, journal.runs(), Failed::kKeep);
  std::erase_if(missing, [&](std::size_t run) { return !plan.run(run).sound(); });
  if (missing.empty()) return true;
  sink.report(Code::E0612, plan.experiment->span, missing.size(), plan.size())
      .note({}, fmt::format("missing: point {}", first_points(plan, missing)))
      .help(
          "name the other folders, too; or run the experiment with the same `-o`: what was merged is kept there, and "
          "only the missing runs are made");
  return false;
}

}  // namespace

bool merge_journals(Environment& environment, const StudyPlan& plan, const std::string& subject,
                    const std::vector<std::string>& folders, Journal& into) {
  for (const std::string& folder : folders) {
    const auto found = Journal::part(folder, subject, environment.sink);
    if (!found) return false;
    const int error = take_runs(plan, *found, into);
    if (error == 0) continue;
    environment.sink.report(Code::E0607, {}, into.place(), std::strerror(error))
        .help("make room there and call it again: it continues where it stopped");
    return false;
  }
  return has_all_runs(plan, into, environment.sink);
}

}  // namespace ssd::study

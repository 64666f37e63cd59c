// See dry_run.h.
#include "tools/study/run/dry_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runtime/base/quantity.h"
#include "tools/study/run/run_points.h"

namespace ssd::study {
namespace {

// Used if the journal has no run to derive the rate from. A page takes about 0.3 us in the plain loops, and 1 to 3 us
// in the whole-drive loop.
constexpr double kSecondsPerPage = 1e-6, kSecondsPerRun = 1e-3;

struct Known {
  std::uint64_t done = 0, failed = 0, to_make = 0, refused = 0;
};

// Counts a run, by what is known of it.
void count(const PlannedRun& run, const Journal::Contents& journal, Known& known) {
  known.refused += run.sound() ? 0U : 1U;
  if (!run.sound()) return;
  const auto found = journal.runs.find(run.key);
  const bool is_done = found && found->done;
  known.done += is_done ? 1U : 0U;
  known.failed += found && !is_done ? 1U : 0U;
  known.to_make += is_done ? 0U : 1U;
}

std::string text_of(const Known& known) {
  std::string text = fmt::format("{} to run", known.to_make);
  if (known.refused != 0) text += fmt::format(", {} certain to fail", known.refused);
  if (known.done != 0) text += fmt::format(", {} in the journal", known.done);
  if (known.failed != 0) text += fmt::format(", {} of them failed before", known.failed);
  return text;
}

double seconds_per_page(const StudyPlan& plan, const Journal::Contents& journal) {
  double seconds = 0, pages = 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const PlannedRun run = plan.run(i);
    const auto found = run.chosen && run.sound() ? journal.runs.find(run.key) : std::nullopt;
    if (!found || !found->done) continue;
    seconds += found->seconds;
    pages += run.pages;
  }
  return pages == 0 ? kSecondsPerPage : seconds / pages;
}

// The estimated seconds for all missing runs. A run cannot be divided, so the estimate is at least the longest one.
double estimate(const StudyPlan& plan, const Journal::Contents& journal, std::size_t jobs) {
  const double per_page = seconds_per_page(plan, journal);
  double all = 0, longest = 0;
  for (const std::size_t i : runs_to_make(plan, journal.runs)) {
    const double seconds = plan.run(i).pages * per_page + kSecondsPerRun;
    all += seconds;
    longest = std::max(longest, seconds);
  }
  return std::max(all / static_cast<double>(jobs), longest);
}

std::string estimate_text(double seconds) {
  return seconds < 1 ? "less than a second" : "about " + duration_text(seconds);
}

}  // namespace

std::string dry_run_text(const StudyPlan& plan, const Journal::Contents& journal, std::size_t jobs) {
  const design::Experiment& experiment = *plan.experiment;
  std::string text = fmt::format("{}: {}, each with {}\n", experiment.name, counted_text(experiment.points(), "point"),
                                 counted_text(experiment.seeds, "seed"));
  const auto out = std::back_inserter(text);
  Known all;
  std::uint64_t chosen = 0;
  for (std::uint64_t point = 0; point < experiment.points(); ++point) {
    const PlannedRun first = plan.run(point * experiment.seeds);
    if (!first.chosen) continue;
    Known known;
    for (std::uint64_t repeat = 0; repeat < experiment.seeds; ++repeat)
      count(plan.run(point * experiment.seeds + repeat), journal, known);
    chosen += experiment.seeds;
    all.done += known.done;
    all.failed += known.failed;
    all.to_make += known.to_make;
    all.refused += known.refused;
    const std::string state = first.sound() ? text_of(known) : "fails: " + plan.refusal(first);
    fmt::format_to(out, "{:>7}  {:<40}  {}\n", point, study::text(experiment, places_of(experiment, point)), state);
  }
  const double seconds = estimate(plan, journal, jobs);
  fmt::format_to(out, "{}: {}; {} on {}\n", counted_text(chosen, "run"), text_of(all), estimate_text(seconds),
                 counted_text(jobs, "core"));
  return text;
}

}  // namespace ssd::study

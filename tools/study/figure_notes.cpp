// See figure_notes.h.
#include "tools/study/figure_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/base/counts.h"
#include "tools/study/distribution.h"

namespace ssd::study {
namespace {

using design::Experiment;
using design::PlotKind;

std::string of_runs(std::uint64_t count, const Table& table, std::string_view one, std::string_view more) {
  return fmt::format("{} of {} {}", count_text(count), counted_text(table.size(), "run"), count == 1 ? one : more);
}

void note_absent(std::vector<std::string>& notes, const Table& table, const design::Plot& plot) {
  if (const std::uint64_t missing = table.count(RunState::kMissing))
    notes.push_back(of_runs(missing, table, "is missing", "are missing"));
  if (const std::uint64_t failed = table.count(RunState::kFailed))
    notes.push_back(of_runs(failed, table, "failed", "failed"));
  if (const std::uint64_t overloaded = table.count_overloaded()) {
    notes.push_back(of_runs(overloaded, table, "is overloaded", "are overloaded") +
                    ": response times there grow with the length of the run");
  }
  for (const design::PlottedMetric& metric : plot.metrics) {
    if (plot.kind == PlotKind::kCdf && population(metric).of_requests()) continue;
    std::uint64_t without = 0;
    for (std::uint64_t run = 0; run < table.size(); ++run) {
      const std::uint64_t seeds = table.experiment->seeds;
      if (table.state(run) == RunState::kDone && !table.value(run / seeds, run % seeds, metric)) ++without;
    }
    const std::string what = fmt::format("{}{}", metric.normalized ? "normalized " : "", name(metric.metric));
    if (without != 0) notes.push_back(of_runs(without, table, "has no ", "have no ") + what);
  }
}

// The axes that are averaged at each place: "workload, ways and 3 seeds". Empty if each place is a single run.
std::string together(const Experiment& e, const Layout& layout, bool with_seeds) {
  std::vector<std::string> what;
  for (std::uint32_t axis = 0; axis < e.axes.size(); ++axis) {
    if (e.axes[axis].values.size() > 1 && !layout.names(axis)) what.push_back(e.axes[axis].name);
  }
  if (with_seeds && e.seeds > 1) what.push_back(counted_text(e.seeds, "seed"));
  if (what.size() < 2) return fmt::format("{}", fmt::join(what, ""));
  const std::string last = what.back();
  what.pop_back();
  return fmt::format("{} and {}", fmt::join(what, ", "), last);
}

bool has_interval(const Figure& figure) {
  return std::ranges::any_of(figure.panels, [](const Panel& panel) {
    return std::ranges::any_of(panel.series, [](const Series& s) {
      return std::ranges::any_of(s.marks, [](const Mark& m) { return m.low.has_value(); });
    });
  });
}

}  // namespace

std::vector<std::string> notes_of(const Table& table, const design::Plot& plot, const Layout& layout,
                                  const Figure& figure) {
  const Experiment& e = *table.experiment;
  std::vector<std::string> notes;
  note_absent(notes, table, plot);
  const bool spread = plot.kind == PlotKind::kBox || plot.kind == PlotKind::kCdf;
  const std::string over = together(e, layout, spread);
  if (!over.empty())
    notes.push_back(fmt::format("{} over {}",
                                plot.kind == PlotKind::kBox   ? "boxes"
                                : plot.kind == PlotKind::kCdf ? "curves"
                                                              : "means",
                                over));
  if (plot.kind != PlotKind::kHeat && has_interval(figure)) {
    notes.push_back(
        fmt::format("error bars: 95 % confidence intervals of the mean over {}", counted_text(e.seeds, "seed")));
  }
  return notes;
}

}  // namespace ssd::study

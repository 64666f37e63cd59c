// See run_picture.h.
#include "tools/pictures/run_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "runtime/base/quantity.h"
#include "tools/pictures/timing_view.h"

namespace ssd::pictures {
namespace {

constexpr std::uint64_t kFirstRequests = 24;        // of the timing view, if nothing is said
constexpr std::uint64_t kRoomForPhases = 4U << 20;  // bytes; for more phases than that view draws

std::string run_text(const results::Report& report) {
  const std::string all = fmt::format("{} of {}", counted_text(report.requests, "request"), report.workload);
  return report.results.partial ? fmt::format("{} (interrupted) of {}", count_text(report.results.completed()), all)
                                : all;
}

std::string window_text(const RunPicture& picture) {
  const auto text = [](Time time) { return time_text(static_cast<double>(time)); };
  const std::string from = fmt::format("from {} ", text(picture.from.value_or(0)));
  return picture.until ? from + "until " + text(*picture.until) : picture.from ? from + "on" : "in this run";
}

bool uses_flash(const results::Results& r) {
  const std::span all(&r.commands.count[0][0][0], sizeof r.commands.count / sizeof(std::uint64_t));
  return std::ranges::any_of(all, [](std::uint64_t count) { return count != 0; });
}

std::string help_without_phases(const results::Results& r) {
  const auto completed = [&](Direction direction) { return r.host.completed[static_cast<std::size_t>(direction)]; };
  if (uses_flash(r)) {
    return fmt::format("the run ends at {}; choose a time before, or more requests (`--requests`)",
                       time_text(static_cast<double>(r.end())));
  }
  if (completed(Direction::kRead) + completed(Direction::kWrite) == 0)
    return "this run uses no flash: its requests are trims; draw one that reads or writes";
  return "this run uses no flash: the buffer holds all that it moves; draw more requests (`--requests`)";
}

// Whether pages may be left unprogrammed: only the engine that tells what it does knows where.
bool may_waste(const design::Design& design) {
  const Config config = design::config(design);
  return config.multiplane != Willing::kNo || config.copyback != Willing::kNo || config.wear_static != 0;
}

}  // namespace

results::TimelineBounds RunPicture::window() const {
  return {.from = from.value_or(0), .until = until.value_or(kNever), .bytes = kRoomForPhases};
}

Recorded recorded_for(const RunPicture& picture, const design::Design& design, bool states_requests) {
  Recorded recorded;
  recorded.counts_planes = picture.view == RunView::kHeat;
  if (picture.view == RunView::kTiming)
    recorded.timeline = picture.window();
  else if (may_waste(design))
    recorded.timeline = results::TimelineBounds{.from = 0, .until = 0, .bytes = 0};
  if (picture.view == RunView::kTiming && !states_requests && !picture.from && !picture.until)
    recorded.first_requests = kFirstRequests;
  return recorded;
}

bool is_empty(const RunPicture& picture, const run::Ran& ran) {
  return picture.view == RunView::kTiming && ran.outcome.timeline.phases.empty();
}

std::optional<draw::Picture> drawn(Environment& environment, const RunPicture& picture, const design::Design& design,
                                   const run::Ran& ran, draw::Format format) {
  if (is_empty(picture, ran)) {
    environment.sink.report(diag::Code::E0633, design.span, window_text(picture))
        .help(help_without_phases(ran.report.results));
    return std::nullopt;
  }
  if (picture.view == RunView::kTiming) {
    return timing_picture(
        {.design = design, .timeline = ran.outcome.timeline, .bounds = picture.window(), .what = run_text(ran.report)},
        format);
  }
  return heat_picture({.design = design,
                       .erases = ran.outcome.plane_erases,
                       .busy = ran.report.results.planes,
                       .wasted = ran.outcome.timeline.wasted,
                       .what = run_text(ran.report),
                       .of = picture.of},
                      format);
}

}  // namespace ssd::pictures

// Pictures of a design, and of a run of it.
#include <fmt/format.h>

#include "compiler/draw/draw.h"
#include "runtime/base/quantity.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/pictures/layout_heat.h"
#include "tools/pictures/timing_view.h"

namespace ssd::api {
namespace {

constexpr std::uint64_t kFirstRequests = 24;        // of the timing view, if nothing is said
constexpr std::uint64_t kRoomForPhases = 4U << 20;  // bytes; for more phases than that view draws

draw::Format format_of(PictureFormat format) {
  return format == PictureFormat::kSvg   ? draw::Format::kSvg
         : format == PictureFormat::kPng ? draw::Format::kPng
                                         : draw::Format::kDot;
}

Picture value_of(draw::Picture picture) {
  return {.bytes = std::move(picture.bytes), .notes = std::move(picture.notes)};
}

std::string what_of(const results::Report& report) {
  return fmt::format("{}{} of {}", counted_text(report.requests, "request"),
                     report.results.partial ? " (interrupted)" : "", report.workload);
}

Shown shown_for(RunView view, const RunOptions& options, const design::Design& design) {
  Shown shown;
  shown.counts_planes = view == RunView::kHeat;
  if (view == RunView::kTiming) {
    shown.timeline = results::TimelineBounds{.from = 0, .until = kNever, .bytes = kRoomForPhases};
    if (!options.requests) shown.first_requests = kFirstRequests;
    return shown;
  }
  // Pages may be left unprogrammed, and only the engine that tells what it does knows where.
  const Config config = design::config(design);
  const bool may_waste =
      config.multiplane != Willing::kNo || config.copyback != Willing::kNo || config.wear_static != 0;
  if (may_waste) shown.timeline = results::TimelineBounds{.from = 0, .until = 0, .bytes = 0};
  return shown;
}

std::optional<draw::Picture> timing_of(Environment& environment, const design::Design& design, const run::Ran& ran,
                                       const results::TimelineBounds& bounds, draw::Format format) {
  if (ran.outcome.timeline.phases.empty()) {
    environment.sink.report(diag::Code::E0633, design.span, "in this run")
        .help("draw more requests, or such as reach the flash");
    return std::nullopt;
  }
  return pictures::timing_picture(
      {.design = design, .timeline = ran.outcome.timeline, .bounds = bounds, .what = what_of(ran.report)}, format);
}

draw::Picture heat_of(const design::Design& design, const run::Ran& ran, draw::Format format) {
  return pictures::heat_picture({.design = design,
                                 .erases = ran.outcome.plane_erases,
                                 .busy = ran.report.results.planes,
                                 .wasted = ran.outcome.timeline.wasted,
                                 .what = what_of(ran.report),
                                 .of = {}},
                                format);
}

}  // namespace

Result<Picture> File::draw(const std::string& design, DesignView view, PictureFormat format,
                           std::uint64_t pages) const {
  return attempt<Picture>("draw", data_->sources, [&](Environment& environment) -> std::optional<Picture> {
    const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
    if (chosen == nullptr) return std::nullopt;
    const draw::View drawn = view == DesignView::kTree ? draw::View::kTree : draw::View::kAllocation;
    return value_of(draw::draw(*chosen, drawn, format_of(format), {.pages = pages}));
  });
}

Result<Picture> File::draw_run(const std::string& design, RunView view, const RunOptions& options,
                               PictureFormat format) const {
  const Result<Plan> planned = plan(design, options.workload);
  if (!planned) return {.value = {}, .diagnostics = planned.diagnostics, .text = planned.text};
  return attempt<Picture>("draw", data_->sources, [&](Environment& environment) -> std::optional<Picture> {
    const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
    const Shown shown = shown_for(view, options, *chosen);
    const auto ran = run_of(environment, planned->data(), options, shown);
    if (!ran) return std::nullopt;
    if (view == RunView::kHeat) return value_of(heat_of(*chosen, *ran, format_of(format)));
    auto timing = timing_of(environment, *chosen, *ran, *shown.timeline, format_of(format));
    return timing ? std::optional(value_of(std::move(*timing))) : std::nullopt;
  });
}

}  // namespace ssd::api

// See run_picture.h.
#include "tools/pictures/run_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "runtime/base/quantity.h"
#include "tools/pictures/run_views.h"

namespace ssd::pictures {
namespace {

constexpr std::uint64_t kRoomForPhases = 4U << 20;  // bytes; enough for more phases than the timing view draws

RunViewForm form_of(RunView view) {
  switch (view) {
#define SSD_RUN_VIEW(id, name) \
  case RunView::id: return name##_run_view();
#include "tools/pictures/run_views.def"
  }
  throw std::logic_error("a view that run_views.def does not have");
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
  return "this run uses no flash: the buffer holds everything that it moves; draw more requests (`--requests`)";
}

}  // namespace

results::TimelineBounds RunPicture::window() const {
  return {.from = from.value_or(0), .until = until.value_or(kNever), .bytes = kRoomForPhases};
}

std::string run_text(const results::Report& report) {
  const std::string all = fmt::format("{} of {}", counted_text(report.requests, "request"), report.workload);
  return report.results.partial ? fmt::format("{} (interrupted) of {}", count_text(report.results.completed()), all)
                                : all;
}

Recorded recorded_for(const RunPicture& picture, const design::Design& design, bool states_requests) {
  return form_of(picture.view).recorded(picture, design, states_requests);
}

bool is_empty(const RunPicture& picture, const run::Ran& ran) { return form_of(picture.view).is_empty(ran); }

std::optional<draw::Picture> drawn(Environment& environment, const RunPicture& picture, const design::Design& design,
                                   const run::Ran& ran, draw::Format format) {
  const RunViewForm form = form_of(picture.view);
  if (!form.is_empty(ran))
    return draw::unless_it_fails([&] { return form.drawn(picture, design, ran, format); }, environment.sink);
  environment.sink.report(diag::Code::E0633, design.span, window_text(picture))
      .help(help_without_phases(ran.report.results));
  return std::nullopt;
}

}  // namespace ssd::pictures

// File::draw and File::draw_run: pictures of a design and of a run.
#include "compiler/draw/draw.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/pictures/run_picture.h"

namespace ssd::api {
namespace {

draw::Format format_of(PictureFormat format) {
  return format == PictureFormat::kSvg   ? draw::Format::kSvg
         : format == PictureFormat::kPng ? draw::Format::kPng
                                         : draw::Format::kDot;
}

Picture value_of(draw::Picture picture) {
  return {.bytes = std::move(picture.bytes), .notes = std::move(picture.notes)};
}

constexpr std::array kHeatViews{std::pair(Heat::kErases, pictures::HeatOf::kErases),
                                std::pair(Heat::kBusy, pictures::HeatOf::kBusy),
                                std::pair(Heat::kWasted, pictures::HeatOf::kWasted)};

draw::View view_of(DesignView view) {
  switch (view) {
#define SSD_VIEW(id, name) \
  case DesignView::id: return draw::View::id;
#include "compiler/draw/views.def"
  }
  return {};
}

pictures::RunView view_of(RunView view) {
  switch (view) {
#define SSD_RUN_VIEW(id, name) \
  case RunView::id: return pictures::RunView::id;
#include "tools/pictures/run_views.def"
  }
  return {};
}

pictures::RunPicture picture_of(const RunDrawing& drawing) {
  pictures::RunPicture picture{.view = view_of(drawing.view), .from = drawing.from, .until = drawing.until};
  for (const auto& [ours, theirs] : kHeatViews) {
    if (drawing.of == ours) picture.of = theirs;
  }
  return picture;
}

}  // namespace

Result<Picture> File::draw(const std::string& design, DesignView view, PictureFormat format,
                           std::uint64_t pages) const {
  return attempt<Picture>("draw", data_->sources, [&](Environment& environment) -> std::optional<Picture> {
    const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
    if (chosen == nullptr) return std::nullopt;
    auto picture = draw::unless_it_fails(
        [&] { return draw::draw(*chosen, view_of(view), format_of(format), {.pages = pages}); }, environment.sink);
    return picture ? std::optional(value_of(std::move(*picture))) : std::nullopt;
  });
}

Result<Picture> File::draw_run(const std::string& design, const RunDrawing& drawing, const RunOptions& options) const {
  const Result<Plan> planned = drawing.trace ? plan(design, *drawing.trace) : plan(design, options.workload);
  if (!planned) return {.value = {}, .diagnostics = planned.diagnostics, .text = planned.text};
  return attempt<Picture>("draw", data_->sources, [&](Environment& environment) -> std::optional<Picture> {
    const pictures::RunPicture picture = picture_of(drawing);
    if (!has_window(environment, picture.window())) return std::nullopt;
    const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
    RunOptions how = options;
    if (drawing.trace) how.workload.clear();
    const auto ran =
        run_of(environment, planned->data(), how, recorded_for(picture, *chosen, options.requests.has_value()));
    if (!ran) return std::nullopt;
    auto bytes = drawn(environment, picture, *chosen, *ran, format_of(drawing.format));
    return bytes ? std::optional(value_of(std::move(*bytes))) : std::nullopt;
  });
}

}  // namespace ssd::api

// See layout_heat.h. The colour scale covers all planes, also those that a folded picture leaves out. It begins at 0,
// so colours mean the same in two pictures with the same maximum.
#include "tools/pictures/layout_heat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/draw/fold.h"
#include "compiler/draw/graph.h"
#include "compiler/draw/markup.h"
#include "compiler/draw/palette.h"
#include "compiler/draw/text.h"
#include "runtime/base/counts.h"
#include "tools/pictures/style.h"

namespace ssd::pictures {
namespace {

using design::Level;

constexpr double kHeatMargin = 10, kLine = 18, kText = 10, kHeatTitle = 14, kHeatLetter = 0.64;
constexpr double kCellHeight = 20, kCellGap = 1, kColumnGroupGap = 6, kPanelGap = 24, kLeastCell = 30;
constexpr const char* kWidestTitle = "channel 100";
constexpr double kBarWidth = 14, kBarText = 90;
constexpr int kBarSlices = 32;
constexpr double kMostTicks = 6;

double heat_width(std::string_view text) { return static_cast<double>(length(text)) * kText * kHeatLetter; }

void add_heat_text(draw::Graph& graph, const draw::Box& at, std::string_view align, const std::string& html) {
  draw::Box box = at;
  box.fill = "transparent";
  graph.add_box(
      box,
      fmt::format(
          R"(<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD WIDTH="{:.0f}" ALIGN="{}">{}</TD></TR></TABLE>)",
          at.width, align, html));
}

std::string faint(const std::string& text) { return draw::font(kText, draw::kFaint, draw::escape_label(text)); }
std::string ink(const std::string& text) { return draw::font(kText, draw::kInk, draw::escape_label(text)); }

// A heat map: one number per plane, and how it is written.
struct HeatPanel {
  std::string title;
  std::vector<double> values;
  bool is_share = false;
  double greatest = 0;
  // The distance of the numbers on its scale: 1, 2 or 5 times a power of ten; for counts a whole number.
  double step() const {
    const double least = greatest / (kMostTicks - 1), power = std::pow(10, std::floor(std::log10(least)));
    const double step = least <= power       ? power
                        : least <= 2 * power ? 2 * power
                        : least <= 5 * power ? 5 * power
                                             : 10 * power;
    return is_share ? step : std::max(step, 1.0);
  }
  // Shares have so many decimals that the greatest has three digits: `65.6%`, `0.712%`.
  std::string text(double value) const {
    if (!is_share) return ssd::count_text(static_cast<u64>(value + 0.5));
    const int digits_before = static_cast<int>(std::floor(std::log10(std::max(100 * greatest, 1e-3))));
    return fmt::format("{:.{}f}%", 100 * value, std::clamp(2 - digits_before, 1, 5));
  }
};

double greatest_of(const std::vector<double>& values) { return values.empty() ? 0 : *std::ranges::max_element(values); }

HeatPanel counts(std::string title, std::vector<u64> of_planes, std::size_t planes) {
  of_planes.resize(planes);
  const u64 sum = std::accumulate(of_planes.begin(), of_planes.end(), u64{0});
  const std::vector<double> values(of_planes.begin(), of_planes.end());
  return {fmt::format("{}: {} in total", title, ssd::count_text(sum)), values, false, greatest_of(values)};
}

HeatPanel busy_panel(const std::vector<results::Busy>& busy) {
  HeatPanel panel{"busy share of the time, by array phases", {}, true, 0};
  for (const results::Busy& plane : busy) panel.values.push_back(plane.total());
  panel.greatest = greatest_of(panel.values);
  const double mean =
      busy.empty() ? 0
                   : std::accumulate(panel.values.begin(), panel.values.end(), 0.0) / static_cast<double>(busy.size());
  panel.title += fmt::format(": {} on average", panel.text(mean));
  return panel;
}

std::vector<HeatPanel> panels_of(const HeatView& view) {
  const std::size_t planes = view.design.geometry.total_planes();
  std::vector<HeatPanel> panels;
  const auto wanted = [&](HeatOf of) { return !view.of || *view.of == of; };
  if (wanted(HeatOf::kErases)) panels.push_back(counts("erases", view.erases, planes));
  if (wanted(HeatOf::kBusy)) panels.push_back(busy_panel(view.busy));
  if (wanted(HeatOf::kWasted))
    panels.push_back(counts("pages skipped (by multi-plane commands, copybacks, wear levelling)", view.wasted, planes));
  return panels;
}

class Heat {
 public:
  Heat(const HeatView& view, draw::Graph& graph)
      : design_(view.design),
        graph_(graph),
        window_(draw::fold(view.design.geometry)),
        panels_(panels_of(view)),
        what_(view.what) {
    double widest = kLeastCell;
    for (const HeatPanel& panel : panels_) widest = std::max(widest, heat_width(panel.text(panel.greatest)) + 6);
    cell_ = widest;
    places(Level::kChannel, Level::kPlane, cell_, heat_width(kWidestTitle) + kColumnGroupGap, columns_);
    places(Level::kChip, Level::kDie, kCellHeight, 0, rows_);
  }

  std::vector<std::string> draw();

 private:
  // A column (a channel and a plane in it) or a row (a chip and a die), and its position.
  struct Place {
    u64 outer, inner;
    double at;
    bool first;  // whether it is the first of its channel or chip
  };
  const draw::Shown& shown(Level level) const { return window_[static_cast<std::size_t>(level)]; }
  void places(Level outer, Level inner, double size, double least, std::vector<Place>& result);
  void draw_panel(const HeatPanel& panel, double top);
  void draw_titles(double top);
  void draw_cells(const HeatPanel& panel, double top);
  void draw_bar(const HeatPanel& panel, double top);
  double width() const { return columns_.back().at + cell_; }
  double height() const { return rows_.back().at + kCellHeight; }

  const design::Design& design_;
  draw::Graph& graph_;
  draw::Window window_;
  std::vector<HeatPanel> panels_;
  std::string what_;
  double cell_ = 0;
  static constexpr double kLeft = kHeatMargin + 90;
  std::vector<Place> columns_, rows_;  // their positions count from 0
};

// Computes the positions. Planes that are left out between two that are shown make a gap of one cell. A group of the
// outer level is at least as wide as its title.
void Heat::places(Level outer, Level inner, double size, double least, std::vector<Place>& result) {
  double at = 0;
  for (std::size_t o = 0; o < shown(outer).indices.size(); ++o) {
    if (shown(outer).gap_before(o)) at += size;
    const double first = at;
    for (std::size_t i = 0; i < shown(inner).indices.size(); ++i) {
      if (shown(inner).gap_before(i)) at += size / 2;
      result.push_back({shown(outer).indices[o], shown(inner).indices[i], at, i == 0});
      at += size + kCellGap;
    }
    at = std::max(at + kColumnGroupGap, first + least);
  }
}

void Heat::draw_titles(double top) {
  const double of_channel = cell_ * static_cast<double>(shown(Level::kPlane).indices.size());
  for (const Place& column : columns_) {
    if (column.first)
      add_heat_text(graph_,
                    {.x = kLeft + column.at,
                     .y = top - 2 * kLine,
                     .width = std::max(of_channel, heat_width(kWidestTitle)),
                     .height = kLine},
                    "LEFT", ink(fmt::format("channel {}", column.outer)));
    if (design_.geometry.planes > 1)
      add_heat_text(graph_, {.x = kLeft + column.at, .y = top - kLine, .width = cell_, .height = kLine}, "CENTER",
                    faint(std::to_string(column.inner)));
  }
  if (design_.geometry.planes > 1)
    add_heat_text(graph_, {.x = kHeatMargin, .y = top - kLine, .width = kLeft - kHeatMargin - 6, .height = kLine},
                  "LEFT", faint("plane"));
  for (const Place& row : rows_) {
    const std::string die = design_.geometry.dies > 1 ? fmt::format(" die {}", row.inner) : "";
    add_heat_text(graph_,
                  {.x = kHeatMargin, .y = top + row.at, .width = kLeft - kHeatMargin - 6, .height = kCellHeight},
                  "LEFT", ink(fmt::format("chip {}{}", row.outer, die)));
  }
}

void Heat::draw_cells(const HeatPanel& panel, double top) {
  for (const Place& row : rows_) {
    for (const Place& column : columns_) {
      const u64 plane = design::plane_id(design_.geometry, {column.outer, row.outer, row.inner, column.inner});
      const double value = panel.values[plane], share = panel.greatest == 0 ? 0 : value / panel.greatest;
      const std::string fill = viridis(share), text = panel.text(value);
      graph_.add_box({.x = kLeft + column.at, .y = top + row.at, .width = cell_, .height = kCellHeight, .fill = fill},
                     draw::font(kText, ink_on_viridis(share), text),
                     fmt::format("channel {} chip {} die {} plane {}: {}", column.outer, row.outer, row.inner,
                                 column.inner, text));
    }
  }
}

// If nothing was counted there is no scale, and a text in its place says so.
void Heat::draw_bar(const HeatPanel& panel, double top) {
  const double x = kLeft + width() + 20;
  if (panel.greatest == 0) {
    add_heat_text(graph_, {.x = x, .y = top, .width = kBarText, .height = kCellHeight}, "LEFT", faint("all are 0"));
    return;
  }
  const double length = std::max(height(), 4 * kLine), slice = length / kBarSlices;
  for (int i = 0; i < kBarSlices; ++i) {
    const std::string fill = viridis((i + 0.5) / kBarSlices);
    graph_.add_box({.x = x,
                    .y = top + length - slice * (i + 1),
                    .width = kBarWidth,
                    .height = slice + (i == 0 ? 0 : 0.4),
                    .fill = fill});
  }
  const double step = panel.step();
  for (int i = 0; i * step <= panel.greatest * (1 + 1e-9); ++i) {
    const double y = top + length * (1 - i * step / panel.greatest);
    graph_.add_box({.x = x + kBarWidth, .y = y - 0.4, .width = 4, .height = 0.8, .fill = draw::kInk});
    add_heat_text(graph_, {.x = x + kBarWidth + 7, .y = y - kLine / 2, .width = kBarText, .height = kLine}, "LEFT",
                  ink(panel.text(i * step)));
  }
}

void Heat::draw_panel(const HeatPanel& panel, double top) {
  add_heat_text(graph_, {.x = kHeatMargin, .y = top, .width = 1.2 * heat_width(panel.title), .height = kLine}, "LEFT",
                draw::font(kText + 1, draw::kInk, "<B>" + draw::escape_label(panel.title) + "</B>"));
  const double cells = top + 3 * kLine;
  draw_titles(cells);
  draw_cells(panel, cells);
  draw_bar(panel, cells);
}

std::vector<std::string> Heat::draw() {
  const std::string title = fmt::format("{} after {}", shorten(design_.name, 60), shorten(what_, 100));
  add_heat_text(graph_, {.x = kHeatMargin, .y = kHeatMargin, .width = 1.6 * heat_width(title), .height = kLine + 4},
                "LEFT", draw::font(kHeatTitle, draw::kInk, "<B>" + draw::escape_label(title) + "</B>"));
  double top = kHeatMargin + 2 * kLine;
  for (const HeatPanel& panel : panels_) {
    draw_panel(panel, top);
    top += 3 * kLine + std::max(height(), 4 * kLine) + kPanelGap;
  }
  std::vector<std::string> notes;
  for (const Level level : design::kLevels) {
    const draw::Shown& of_level = shown(level);
    if (of_level.hidden != 0) notes.push_back(draw::gap_note(level, of_level, ", and count in sums, means and scales"));
  }
  for (const std::string& note : notes) {
    add_heat_text(graph_, {.x = kHeatMargin, .y = top, .width = heat_width(note) + 10, .height = kLine}, "LEFT",
                  faint(note));
    top += kLine;
  }
  return notes;
}

}  // namespace

draw::Picture heat_picture(const HeatView& view, draw::Format format) {
  draw::Graph graph(fmt::format("{} after {}", view.design.name, view.what), draw::Places::kFixed);
  std::vector<std::string> notes = Heat(view, graph).draw();
  return {graph.render(format), std::move(notes)};
}

}  // namespace ssd::pictures

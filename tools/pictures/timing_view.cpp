// See timing_view.h. The colour of a box (Okabe and Ito, lightened) and a letter name its kind of phase; boxes of a
// collection have a thick outline, and those of several flows an outline in the colour of their flow. A box that is too
// narrow has neither letter nor number; a browser shows both when one points at it.
#include "tools/pictures/timing_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "compiler/draw/graph.h"
#include "compiler/draw/markup.h"
#include "compiler/draw/palette.h"
#include "compiler/draw/text.h"
#include "runtime/results/perfetto.h"

namespace ssd::pictures {
namespace {

using draw::Box;
using results::TimelineOperation;
using results::TimelinePhase;

struct Look {
  char letter;
  const char* fill;
};
// The look of each PhaseKind.
constexpr std::array<Look, kPhaseKinds> kLooks{{{'c', "#bdbdbd"},
                                                {'i', "#9ad3f5"},
                                                {'o', "#66c5aa"},
                                                {'-', "#ffffff"},
                                                {'R', "#f7ee8a"},
                                                {'P', "#f3c266"},
                                                {'E', "#ea9a5c"},
                                                {'B', "#e0b4cd"},
                                                {'s', "#8fb8d6"},
                                                {'r', "#8fb8d6"}}};
constexpr const char* kOfHost = "#455a64";
constexpr const char* kOfCollection = "#6a1b9a";
// Outlines of what serves requests of several flows, by number (Okabe and Ito); more flows share them.
constexpr std::array kOfFlow{"#0072b2", "#d55e00", "#009e73", "#a0466e", "#5d4037", "#b58900"};
constexpr double kThin = 0.4, kOfFlowPen = 1.4, kThick = 1.8;  // pt

constexpr std::size_t kMostPhases = 4000, kMostTimingRows = 96;
constexpr double kTimeAxis = 1000;  // pt, length of the time axis
constexpr double kRow = 18, kRowGap = 3, kRowGroupGap = 8, kTimingMargin = 10, kTextSize = 10, kBoxText = 8,
                 kTitleSize = 14;
constexpr double kTimingLetter = 0.62;  // relative to the font size

double timing_width(std::string_view text, double size) {
  return static_cast<double>(length(text)) * size * kTimingLetter;
}

void add_timing_text(draw::Graph& graph, double x, double y, double width, std::string_view align,
                     const std::string& html) {
  graph.add_box(
      {.x = x, .y = y, .width = width, .height = kRow, .fill = "transparent"},
      fmt::format(
          R"(<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD WIDTH="{:.0f}" ALIGN="{}">{}</TD></TR></TABLE>)",
          width, align, html));
}

// The channel, then 0 for its bus, or 1 and more for its dies or planes.
using RowKey = std::pair<u64, u64>;

class Timing {
 public:
  Timing(const TimingView& view, draw::Graph& graph) : view_(view), geometry_(view.design.geometry), graph_(graph) {
    for (const RequestTold& told : view.timeline.requests) flow_of_[told.number] = told.request.flow;
    choose_phases();
    choose_window();
    choose_rows();
  }

  std::vector<std::string> draw();

 private:
  void choose_phases();
  void choose_window();
  void choose_rows();
  RowKey key_of(const TimelinePhase& phase) const;
  std::string name_of(const RowKey& key) const;
  double at(Time time) const {
    return left_ + kTimeAxis * static_cast<double>(time - from_) / static_cast<double>(until_ - from_);
  }
  void draw_heading();
  void draw_rows();
  void draw_phases();
  void draw_phase(const TimelinePhase& phase);
  void draw_axis();
  void draw_legend();
  std::string tooltip_of(const TimelinePhase& phase, const TimelineOperation& operation) const;
  // The flow of the request that the operation serves, if the run has several and it is known.
  std::optional<u8> flow_of(const TimelineOperation& operation) const;

  const TimingView& view_;
  const design::Geometry& geometry_;
  draw::Graph& graph_;
  std::vector<TimelinePhase> phases_;
  std::map<u64, u8> flow_of_;  // of a request
  bool by_plane_ = false;
  Time from_ = 0, until_ = 0;
  std::map<RowKey, double> rows_;  // upper edges of the rows
  double left_ = 0, bottom_ = 0, top_ = 0;
  std::vector<std::string> notes_;
};

// Whether phases of two planes of one die overlap.
bool planes_act_together(const std::vector<TimelinePhase>& phases, u64 planes) {
  std::map<u64, std::pair<Time, u32>> last;  // by die: the end of its last phase, and its plane
  for (const TimelinePhase& phase : phases) {
    if (is_on_bus(phase.kind)) continue;
    const auto [found, is_new] = last.try_emplace(phase.place / planes, phase.end, phase.place);
    if (!is_new && phase.start < found->second.first && phase.place != found->second.second) return true;
    if (phase.end > found->second.first) found->second = {phase.end, phase.place};
  }
  return false;
}

void Timing::choose_phases() {
  phases_ = view_.timeline.phases;
  if (phases_.size() > kMostPhases) {
    notes_.push_back(fmt::format("the first {} of {} phases are drawn: choose a shorter time", kMostPhases,
                                 phases_.size() + view_.timeline.beyond));
    phases_.resize(kMostPhases);
  }
  by_plane_ = geometry_.planes > 1 && planes_act_together(phases_, geometry_.planes);
}

// The window from the first phase to the last, within the bounds that were asked for.
void Timing::choose_window() {
  from_ = view_.bounds.from != 0 ? view_.bounds.from : phases_.front().start;
  for (const TimelinePhase& phase : phases_) until_ = std::max(until_, phase.end);
  until_ = std::max(from_ + 1, std::min(until_, view_.bounds.until));
}

RowKey Timing::key_of(const TimelinePhase& phase) const {
  if (is_on_bus(phase.kind)) return {phase.place, 0};
  const u64 per_channel = geometry_.chips * geometry_.dies * geometry_.planes, in_channel = phase.place % per_channel;
  return {phase.place / per_channel, 1 + (by_plane_ ? in_channel : in_channel / geometry_.planes)};
}

std::string Timing::name_of(const RowKey& key) const {
  if (key.second == 0) return fmt::format("channel {} bus", key.first);
  const u64 number = key.second - 1, die = by_plane_ ? number / geometry_.planes : number;
  std::string name = fmt::format("chip {}", die / geometry_.dies);
  if (geometry_.dies > 1) name += fmt::format(" die {}", die % geometry_.dies);
  return by_plane_ ? name + fmt::format(" plane {}", number % geometry_.planes) : name;
}

void Timing::choose_rows() {
  std::set<RowKey> keys;
  for (const TimelinePhase& phase : phases_) keys.insert(key_of(phase));
  const u64 all = geometry_.channels + (by_plane_ ? geometry_.total_planes() : geometry_.total_dies());
  if (keys.size() < all)
    notes_.push_back(
        fmt::format("{} of {} rows are left out: nothing happens there in this time", all - keys.size(), all));
  if (keys.size() > kMostTimingRows)
    notes_.push_back(fmt::format("the first {} of {} rows are drawn", kMostTimingRows, keys.size()));
  double y = kTimingMargin + 3 * kRow, longest = 0;
  u64 channel = keys.begin()->first;
  for (const RowKey& key : keys) {
    if (rows_.size() == kMostTimingRows) break;
    if (key.first != channel) y += kRowGroupGap;
    channel = key.first;
    rows_[key] = y;
    y += kRow + kRowGap;
    longest = std::max(longest, timing_width(name_of(key), kTextSize));
  }
  top_ = rows_.begin()->second;
  bottom_ = y;
  left_ = kTimingMargin + longest + 8;
}

std::optional<u8> Timing::flow_of(const TimelineOperation& operation) const {
  const auto found = flow_of_.find(operation.request);
  if (view_.flows.size() < 2 || operation.request == kNoRequest || found == flow_of_.end()) return std::nullopt;
  return found->second;
}

std::string Timing::tooltip_of(const TimelinePhase& phase, const TimelineOperation& operation) const {
  std::string text = fmt::format("{}, {} to {} ns", results::name(phase.kind), phase.start, phase.end);
  if (operation.request != kNoRequest) text += fmt::format(", request {}", operation.request);
  if (const auto flow = flow_of(operation)) text += fmt::format(" of {}", view_.flows[*flow]);
  if (operation.purpose != Purpose::kHost) text += fmt::format(", {}", results::name(operation.purpose));
  return operation.lpn == kNoLpn ? text : text + fmt::format(", logical page {}", operation.lpn);
}

void Timing::draw_phase(const TimelinePhase& phase) {
  const auto row = rows_.find(key_of(phase));
  const Time start = std::max(phase.start, from_), end = std::min(phase.end, until_);
  if (row == rows_.end() || start >= end) return;
  constexpr double kLeast = 0.6, kOutlined = 2.5;  // pt; kOutlined: an outline would hide the colour of narrower boxes
  const TimelineOperation& operation = view_.timeline.operations[phase.operation];
  const Look& look = kLooks[static_cast<std::size_t>(phase.kind)];
  const bool of_host = operation.request != kNoRequest || operation.purpose <= Purpose::kEviction;
  const double width = std::max(at(end) - at(start), kLeast);
  const std::string number = operation.request == kNoRequest ? "" : std::to_string(operation.request);
  std::string label = look.letter + number;
  const auto fits = [width](std::string_view text) { return timing_width(text, kBoxText) + 2 <= width; };
  if (!fits(label))
    label = fits(number) && !number.empty() ? number : fits(label.substr(0, 1)) ? label.substr(0, 1) : "";
  const auto flow = flow_of(operation);
  const char* const of_request = flow ? kOfFlow[*flow % kOfFlow.size()] : kOfHost;
  const char* const line = !of_host ? kOfCollection : width < kOutlined ? "" : of_request;
  graph_.add_box({.x = at(start),
                  .y = row->second,
                  .width = width,
                  .height = kRow,
                  .fill = look.fill,
                  .line = line,
                  .pen = !of_host ? kThick
                         : flow   ? kOfFlowPen
                                  : kThin},
                 label.empty() ? "" : draw::font(kBoxText, draw::kInk, label), tooltip_of(phase, operation));
}

void Timing::draw_rows() {
  for (const auto& [key, y] : rows_) {
    add_timing_text(graph_, kTimingMargin, y, left_ - kTimingMargin - 8, "LEFT",
                    draw::font(kTextSize, draw::kInk, name_of(key)));
    graph_.add_box({.x = left_, .y = y, .width = kTimeAxis, .height = kRow, .fill = "#f5f7f8"});
  }
}

// Phases of collections are drawn last, so that their outlines stay visible.
void Timing::draw_phases() {
  for (const bool of_collection : {false, true}) {
    for (const TimelinePhase& phase : phases_) {
      if ((view_.timeline.operations[phase.operation].purpose > Purpose::kEviction) == of_collection) draw_phase(phase);
    }
  }
}

// The distance of the numbers on the time axis: 1, 2 or 5 times a power of ten ns, about a tenth of the whole.
Time step_of(Time length) {
  Time power = 1;
  while (length / (power * 10) >= 10) power *= 10;
  for (const Time step : {power, 2 * power, 5 * power}) {
    if (length / step <= 10) return step;
  }
  return 10 * power;
}

void Timing::draw_axis() {
  constexpr double kTick = 5, kTextWidth = 100;
  const Time step = step_of(until_ - from_);
  graph_.add_box({.x = left_, .y = bottom_, .width = kTimeAxis, .height = 0.8, .fill = draw::kInk});
  for (Time time = (from_ + step - 1) / step * step; time <= until_; time += step) {
    graph_.add_box({.x = at(time), .y = top_, .width = 0.4, .height = bottom_ - top_, .fill = "#cfd8dc"});
    graph_.add_box({.x = at(time), .y = bottom_, .width = 0.8, .height = kTick, .fill = draw::kInk});
    add_timing_text(graph_, at(time) - kTextWidth / 2, bottom_ + kTick, kTextWidth, "CENTER",
                    draw::font(kTextSize, draw::kInk, draw::time_text(time)));
  }
}

void Timing::draw_legend() {
  std::set<PhaseKind> kinds;
  std::set<u8> flows;
  bool collects = false, serves = false;
  for (const TimelinePhase& phase : phases_) {
    const TimelineOperation& operation = view_.timeline.operations[phase.operation];
    kinds.insert(phase.kind);
    collects |= operation.purpose > Purpose::kEviction;
    serves |= operation.request != kNoRequest;
    if (const auto flow = flow_of(operation)) flows.insert(*flow);
  }
  double x = left_;
  const double y = bottom_ + 2 * kRow;
  const auto entry = [&](const Look& look, const std::string& name, const char* line, double pen) {
    constexpr double kSample = 20;
    graph_.add_box({.x = x, .y = y, .width = kSample, .height = kRow - 4, .fill = look.fill, .line = line, .pen = pen},
                   look.letter == ' ' ? "" : draw::font(kBoxText, draw::kInk, std::string(1, look.letter)));
    const double width = timing_width(name, kTextSize) + 6;
    add_timing_text(graph_, x + kSample + 5, y - 2, width, "LEFT", draw::font(kTextSize, draw::kInk, name));
    x += kSample + width + 16;
  };
  for (const PhaseKind kind : kinds)
    entry(kLooks[static_cast<std::size_t>(kind)], std::string(results::name(kind)), kOfHost, kThin);
  for (const u8 flow : flows)
    entry({' ', "white"}, shorten(view_.flows[flow], 40), kOfFlow[flow % kOfFlow.size()], kOfFlowPen);
  if (collects) entry({' ', "white"}, "without a request: collection, copies", kOfCollection, kThick);
  if (serves)
    add_timing_text(graph_, x, y - 2, 140, "LEFT", draw::font(kTextSize, draw::kFaint, "numbers: requests, from 0"));
}

void Timing::draw_heading() {
  const std::string title = fmt::format("Buses and arrays of {}", shorten(view_.design.name, 60));
  const std::string facts = fmt::format("{}; {} to {}", view_.what, draw::time_text(from_), draw::time_text(until_));
  add_timing_text(graph_, kTimingMargin, kTimingMargin, 600, "LEFT",
                  draw::font(kTitleSize, draw::kInk, "<B>" + draw::escape_label(title) + "</B>"));
  add_timing_text(graph_, kTimingMargin, kTimingMargin + kRow, 900, "LEFT",
                  draw::font(kTextSize, draw::kFaint, draw::escape_label(shorten(facts, 160))));
}

std::vector<std::string> Timing::draw() {
  draw_heading();
  draw_rows();
  draw_axis();
  draw_phases();
  draw_legend();
  double y = bottom_ + 3 * kRow + 4;
  for (const std::string& note : notes_) {
    add_timing_text(graph_, left_, y, 900, "LEFT", draw::font(kTextSize, draw::kFaint, note));
    y += kRow;
  }
  return notes_;
}

}  // namespace

draw::Picture timing_picture(const TimingView& view, draw::Format format) {
  draw::Graph graph(fmt::format("Buses and arrays of {}", view.design.name), draw::Places::kFixed);
  std::vector<std::string> notes = Timing(view, graph).draw();
  return {graph.render(format), std::move(notes)};
}

}  // namespace ssd::pictures

// See scale.h. Numbers along an axis are multiples of a step and written with the decimals of the step, so that no
// accumulated rounding error shows (0.30000000000000004).
#include "tools/pictures/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/study/quantities.h"

namespace ssd::pictures {
namespace {

using design::PlotKind;
using study::Figure;
using study::Mark;
using study::Panel;

constexpr int kSteps = 6;  // about so many along an axis
constexpr double kFarFromZero =
    0.5;                         // the least value as a share of the greatest from which an axis need not begin at 0
constexpr double kSlack = 1e-9;  // of a step: tolerates an end that rounding has pushed over its tick

struct Step {
  double size = 1;
  int exponent = 0;  // exponent of its power of ten
};

Step step_for(double span) {
  const double rough = span / kSteps;
  const int exponent = static_cast<int>(std::floor(std::log10(rough)));
  const double power = std::pow(10, exponent);
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= rough * (1 - kSlack)) return {digit * power, exponent};
  }
  return {10 * power, exponent + 1};
}

std::string tick_text(double value, const Step& step) {
  if (step.exponent < -5 || std::abs(value) >= 1e9) return fmt::format("{:.6g}", value);
  return fmt::format("{:.{}f}", value, std::max(0, -step.exponent));
}

std::vector<Tick> linear_ticks(const Range& range) {
  const Step step = step_for(range.high - range.low);
  std::vector<Tick> result;
  const double last = std::floor(range.high / step.size + kSlack);
  for (double k = std::ceil(range.low / step.size - kSlack); k <= last; ++k)
    result.push_back({k * step.size, tick_text(k == 0 ? 0 : k * step.size, step)});
  return result;
}

void add_decade(std::vector<Tick>& list, const Range& range, int exponent, bool all) {
  for (const double digit : {1.0, 2.0, 5.0}) {
    const double value = digit * std::pow(10, exponent);
    const bool inside = value >= range.low * (1 - kSlack) && value <= range.high * (1 + kSlack);
    if (inside && (all || digit == 1)) list.push_back({value, tick_text(value, {value, exponent})});
  }
}

std::vector<Tick> logarithmic_ticks(const Range& range) {
  const int first = static_cast<int>(std::floor(std::log10(range.low))),
            last = static_cast<int>(std::ceil(std::log10(range.high)));
  const int every = std::max(1, (last - first + 7) / 8);
  std::vector<Tick> result;
  for (int exponent = first; exponent <= last; exponent += every)
    add_decade(result, range, exponent, last - first <= 3);
  return result.size() < 2 ? linear_ticks(range) : result;
}

// Whether two panels show the same quantity. Panels of a heat map do if they share the label of one colour bar.
bool comparable(const Figure& figure, const Panel& a, const Panel& b) {
  return &a == &b || (figure.kind == PlotKind::kHeat ? !figure.colour_label.empty() : a.y_label == b.y_label);
}

// The heights of the stacked bars.
void add_sums(Extent& to, const Panel& panel) {
  for (std::size_t place = 0; !panel.series.empty() && place < panel.series.front().marks.size(); ++place) {
    double sum = 0;
    for (const study::Series& part : panel.series) sum += part.marks[place].value.value_or(0);
    to.add(sum);
  }
}

// Of a logarithmic axis only those above 0.
void add_values(Extent& to, const Panel& panel, bool positive) {
  const auto add = [&](const std::optional<double>& value) {
    if (value && (!positive || *value > 0)) to.add(*value);
  };
  for (const study::Series& series : panel.series) {
    for (const Mark& mark : series.marks) {
      for (const std::optional<double>& value : {mark.value, mark.low, mark.high}) add(value);
      if (mark.box) add(mark.box->least);
      if (mark.box) add(mark.box->most);
    }
  }
}

// A range that is wide enough for steps to be distinguishable in a double.
Range apart(double low, double high) {
  const double least = std::max({std::abs(low), std::abs(high), 1e-300}) * 1e-9;
  if (high - low > least) return {low, high};
  const double room = low == 0 ? 1 : std::abs(low) / 2;
  return {low == 0 ? 0 : low - room, high + room};
}

}  // namespace

void Extent::add(double value) {
  if (!std::isfinite(value)) return;
  const bool first = empty();
  low_ = first ? value : std::min(low_, value);
  high_ = first ? value : std::max(high_, value);
}

std::vector<Tick> ticks(const Range& range) {
  return range.logarithmic ? logarithmic_ticks(range) : linear_ticks(range);
}

Range rounded(const Extent& extent, bool from_zero) {
  if (extent.empty()) return {};
  double low = extent.low(), high = extent.high();
  if (from_zero || (low > 0 && low < kFarFromZero * high)) low = std::min(low, 0.0);
  if (from_zero || (high < 0 && high > kFarFromZero * low)) high = std::max(high, 0.0);
  const Range wide = apart(low, high);
  const double step = step_for(wide.high - wide.low).size;
  return {std::floor(wide.low / step + kSlack) * step, std::ceil(wide.high / step - kSlack) * step};
}

Range logarithmic(const Extent& positive) {
  if (positive.empty() || positive.low() <= 0) return {};
  if (positive.high() > positive.low() * (1 + 1e-6)) return {positive.low(), positive.high(), true};
  return {positive.low() / 2, positive.high() * 2, true};
}

Range decades(const Extent& positive) {
  if (positive.empty() || positive.low() <= 0) return {};
  constexpr double kMost = 300;  // powers of ten that are still numbers
  const double first = std::clamp(std::floor(std::log10(positive.low()) + kSlack), -kMost, kMost - 1),
               last = std::clamp(std::ceil(std::log10(positive.high()) - kSlack), -kMost, kMost);
  return {std::pow(10, first), std::pow(10, std::max(last, first + 1)), true};
}

Range value_range(const Figure& figure, const Panel& panel) {
  if (figure.kind == PlotKind::kCdf) return {};
  Extent extent;
  for (const Panel& other : figure.panels) {
    if (!comparable(figure, panel, other)) continue;
    if (figure.kind == PlotKind::kStack)
      add_sums(extent, other);
    else
      add_values(extent, other, figure.y_logarithmic);
  }
  if (figure.y_logarithmic) return decades(extent);
  const bool from_zero = figure.kind == PlotKind::kBars || figure.kind == PlotKind::kStack || figure.y_from_zero;
  if (figure.kind != PlotKind::kHeat) return rounded(extent, from_zero);
  return extent.empty() ? Range{} : apart(extent.low(), extent.high());
}

Range number_range(const Figure& figure) {
  Extent all, positive;
  const auto add = [&](double value) {
    all.add(value);
    if (value > 0) positive.add(value);
  };
  for (const double number : figure.x_numbers) add(number);
  for (const Panel& panel : figure.panels) {
    for (const study::Series& series : panel.series) {
      for (const auto& [x, share] : series.curve) add(x);
    }
  }
  if (figure.x_logarithmic && !positive.empty()) return logarithmic(positive);
  return figure.x_numbers.empty() ? rounded(all, false) : all.empty() ? Range{} : apart(all.low(), all.high());
}

double Scale::at(double value) const {
  const auto place = [this](double v) { return range.logarithmic ? std::log10(std::max(v, range.low)) : v; };
  const double low = place(range.low), high = place(range.high);
  return from + (to - from) * (place(value) - low) / (high - low);
}

std::vector<std::string> series_names(const Figure& figure) {
  std::vector<std::string> result;
  for (const Panel& panel : figure.panels) {
    for (const study::Series& series : panel.series) {
      if (!series.name.empty() && std::ranges::find(result, series.name) == result.end()) result.push_back(series.name);
    }
  }
  return result;
}

std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
}

std::optional<double> shown(const Mark& mark) {
  return mark.value && std::isfinite(*mark.value) ? mark.value : std::nullopt;
}

bool has_numbers(const Figure& figure) {
  const auto any = [](const study::Series& series) {
    return !series.curve.empty() ||
           std::ranges::any_of(series.marks, [](const Mark& mark) { return mark.box || shown(mark); });
  };
  return std::ranges::any_of(figure.panels, [&](const Panel& panel) { return std::ranges::any_of(panel.series, any); });
}

std::string number_text(double value) {
  if (std::abs(value) >= 1000 && std::abs(value) < 1e9) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

std::string value_text(const Panel& panel, double value) {
  constexpr double kLeastPlain = 0.01;
  const bool plain = value == 0 || std::abs(value) >= kLeastPlain || !panel.quantity;
  return plain ? number_text(value) : study::quantity_text(value * panel.quantity->factor, panel.quantity->unit);
}

}  // namespace ssd::pictures

// See plotly.h. Names of axes and values come from the user. Neither the page nor Plotly may interpret them as markup
// (`<`).
#include "tools/pictures/plotly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "compiler/draw/text.h"
#include "tools/pictures/scale.h"
#include "tools/pictures/style.h"

namespace ssd::pictures {
namespace {

using design::PlotKind;
using study::Figure;
using study::Mark;
using study::Panel;
using study::Series;
using Json = nlohmann::ordered_json;

// Plotly interprets a few tags in texts, but not if they are written with these entities.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

// The title of an axis or a panel, broken into lines if it is longer than the plot.
Json title(const std::string& text) {
  constexpr std::size_t kMostLetters = 56;
  std::string lines;
  for (const std::string& line : draw::wrap(text, kMostLetters)) lines += (lines.empty() ? "" : "<br>") + plain(line);
  return lines;
}

Json plain_names(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.push_back(plain(name));
  return list;
}

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

// Error bars, for marks whose interval is known.
Json error_bars(const Series& series, double least) {
  Json up = Json::array(), down = Json::array();
  bool any = false;
  for (const Mark& mark : series.marks) {
    const bool known = mark.value && mark.low && mark.high;
    any = any || known;
    up.push_back(known ? *mark.high - *mark.value : 0);
    down.push_back(known ? *mark.value - std::max(*mark.low, least) : 0);
  }
  if (!any) return nullptr;
  return {{"type", "data"}, {"symmetric", false}, {"array", up}, {"arrayminus", down}};
}

Json values(const Series& series) {
  Json list = Json::array();
  for (const Mark& mark : series.marks) list.push_back(number(mark.value));
  return list;
}

// The least number that the y axis can show.
double least_shown(const Figure& figure, const Panel& panel) {
  return figure.y_logarithmic ? value_range(figure, panel).low : -INFINITY;
}

void add_marks(Json& trace, const Figure& figure, const Panel& panel, const Series& series) {
  trace["x"] = figure.x_numbers.empty() ? plain_names(figure.x_names) : Json(figure.x_numbers);
  trace["y"] = values(series);
  if (Json bars = error_bars(series, least_shown(figure, panel)); !bars.is_null()) trace["error_y"] = std::move(bars);
}

Json line_style(std::size_t i) { return {{"color", nth(kColours, i)}, {"dash", nth(kDashes, i).plotly}, {"width", 2}}; }
Json fill_style(std::size_t i) {
  return {{"color", nth(kColours, i)},
          {"line", {{"color", "#212121"}, {"width", 0.7}}},
          {"pattern", {{"shape", nth(kPatterns, i).plotly}, {"fgcolor", "#fff"}, {"fillmode", "overlay"}}}};
}

Json bars(const Figure& figure, const Panel& panel, const Series& series, std::size_t i) {
  Json trace{{"type", "bar"}, {"marker", fill_style(i)}};
  add_marks(trace, figure, panel, series);
  return trace;
}

Json lines(const Figure& figure, const Panel& panel, const Series& series, std::size_t i) {
  Json trace{{"type", "scatter"},
             {"mode", "lines+markers"},
             {"line", line_style(i)},
             {"marker", {{"symbol", nth(kSymbols, i).plotly}, {"size", 8}, {"color", nth(kColours, i)}}}};
  add_marks(trace, figure, panel, series);
  return trace;
}

// The positions of a curve along x, and the values that they stand for: on a logarithmic axis 0 has no position of its
// own.
Json curve(const Figure& figure, const Series& series, std::size_t i) {
  const double left = figure.x_logarithmic ? number_range(figure).low : -INFINITY;
  Json x = Json::array(), y = Json::array(), meant = Json::array();
  const auto add = [&](double value, double share) {
    x.push_back(std::max(value, left));
    y.push_back(share);
    meant.push_back(value);
  };
  if (!series.curve.empty()) add(series.curve.front().first, 0);  // the curve begins at share 0
  for (const auto& [at, share] : series.curve) add(at, share);
  Json line = line_style(i);
  line["shape"] = "hv";
  return {{"type", "scatter"},
          {"mode", "lines"},
          {"line", line},
          {"x", x},
          {"y", y},
          {"customdata", meant},
          {"hovertemplate", "%{customdata}, %{y:.4}"}};
}

Json boxes(const Figure& figure, const Panel& panel, const Series& series, std::size_t i) {
  const double least = least_shown(figure, panel);
  Json trace{{"type", "box"},
             {"line", {{"color", nth(kColours, i)}, {"width", i / kColours.size() % 2 == 0 ? 2 : 4}}},
             {"fillcolor", nth(kBoxFills, i)}};
  Json x = Json::array(), low = Json::array(), q1 = Json::array(), median = Json::array(), q3 = Json::array(),
       high = Json::array();
  for (std::size_t place = 0; place < series.marks.size(); ++place) {
    const auto& box = series.marks[place].box;
    if (!box) continue;
    x.push_back(plain(figure.x_names[place]));
    low.push_back(std::max(box->least, least));
    q1.push_back(std::max(box->first, least));
    median.push_back(box->median);
    q3.push_back(box->third);
    high.push_back(box->most);
  }
  trace["x"] = x;
  trace["lowerfence"] = low;
  trace["q1"] = q1;
  trace["median"] = median;
  trace["q3"] = q3;
  trace["upperfence"] = high;
  return trace;
}

Json value_texts(const Panel& panel, const Series& row) {
  Json list = Json::array();
  for (const Mark& mark : row.marks) list.push_back(shown(mark) ? value_text(panel, *mark.value) : "");
  return list;
}

Json heat(const Figure& figure, const Panel& panel) {
  Json z = Json::array(), texts = Json::array(), rows = Json::array(), scale = Json::array();
  for (const Series& row : panel.series) {
    z.push_back(values(row));
    texts.push_back(value_texts(panel, row));
    rows.push_back(plain(row.name));
  }
  for (std::size_t i = 0; i < kViridis.size(); ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(kViridis.size() - 1);
    scale.push_back({share, viridis(share)});
  }
  const Range range = value_range(figure, panel);
  return Json::array({{{"type", "heatmap"},
                       {"zmin", range.low},
                       {"zmax", range.high},
                       {"x", plain_names(figure.x_names)},
                       {"y", rows},
                       {"z", z},
                       {"colorscale", scale},
                       {"text", texts},
                       {"texttemplate", "%{text}"},
                       {"hoverongaps", false},
                       {"colorbar", {{"title", {{"text", title(figure.colour_label)}, {"side", "right"}}}}}}});
}

// Whether a bar or a point has a value that is hard to read in the unit of the axis.
bool has_units_of_their_own(const Figure& figure, const Panel& panel, const Series& series) {
  if (figure.kind == PlotKind::kCdf || figure.kind == PlotKind::kBox) return false;
  return std::ranges::any_of(series.marks, [&](const Mark& mark) {
    return shown(mark) && value_text(panel, *mark.value) != number_text(*mark.value);
  });
}

bool has_bars(const Figure& figure) { return figure.kind == PlotKind::kBars || figure.kind == PlotKind::kStack; }

Json trace_of(const Figure& figure, const Panel& panel, const Series& series, std::size_t i) {
  Json trace = has_bars(figure)                ? bars(figure, panel, series, i)
               : figure.kind == PlotKind::kBox ? boxes(figure, panel, series, i)
               : figure.kind == PlotKind::kCdf ? curve(figure, series, i)
                                               : lines(figure, panel, series, i);
  if (has_units_of_their_own(figure, panel, series)) {
    trace["hovertext"] = value_texts(panel, series);
    trace["hovertemplate"] = "%{x}: %{hovertext}";
  }
  trace["name"] = plain(series.name);
  trace["showlegend"] = !series.name.empty();
  return trace;
}

// With ticks at powers of ten; of few of them also at 2 and 5 times each.
void make_logarithmic(Json& axis, double most_by_least) {
  constexpr double kTwoDecades = 100;
  axis["type"] = "log";
  axis["dtick"] = most_by_least >= kTwoDecades * (1 - 1e-9) ? Json(1) : Json("D2");
}

// The greatest value of a panel's curves as a multiple of the least above 0; 1 without curves.
double spread_of_curves(const Panel& panel) {
  Extent positive;
  for (const Series& series : panel.series) {
    for (const auto& [x, share] : series.curve) {
      if (x > 0) positive.add(x);
    }
  }
  return positive.empty() ? 1 : positive.high() / positive.low();
}

// The room beyond the least and the greatest value, as a share of their distance: Plotly cuts lines at the axes, and
// values lie on them. Bars end at the axis and need none.
constexpr double kRoomForMarks = 0.02;

Json layout_of(const Figure& figure, const Panel& panel) {
  Json x{{"title", {{"text", title(figure.x_label)}}}}, y{{"title", {{"text", title(panel.y_label)}}}};
  if (figure.x_logarithmic)
    make_logarithmic(x, spread_of_curves(panel));
  else if (figure.x_numbers.empty() && figure.kind != PlotKind::kCdf)
    x["type"] = "category";
  if (!figure.x_numbers.empty()) {
    x["tickvals"] = figure.x_numbers;
    x["ticktext"] = plain_names(figure.x_names);
  }
  if (figure.kind == PlotKind::kHeat) {
    y["type"] = "category";
    y["autorange"] = "reversed";
  }
  if (figure.kind != PlotKind::kHeat) {
    const Range range = value_range(figure, panel);
    const double low = range.logarithmic ? std::log10(range.low) : range.low,
                 high = range.logarithmic ? std::log10(range.high) : range.high,
                 room = has_bars(figure) ? 0 : (high - low) * kRoomForMarks;
    y["range"] = {low - room, high + room};
    if (range.logarithmic) make_logarithmic(y, range.high / range.low);
  }
  Json layout{{"xaxis", x},
              {"yaxis", y},
              {"margin", {{"l", 70}, {"r", 20}, {"t", 40}, {"b", 60}}},
              {"height", 420},
              {"font", {{"family", "DejaVu Sans,Arial,sans-serif"}, {"size", 12}}}};
  if (!panel.title.empty()) layout["title"] = {{"text", title(panel.title)}, {"x", 0}, {"font", {{"size", 13}}}};
  if (figure.kind == PlotKind::kBars) layout["barmode"] = "group";
  if (figure.kind == PlotKind::kStack) layout["barmode"] = "stack";
  if (figure.kind == PlotKind::kBox) layout["boxmode"] = "group";
  return layout;
}

}  // namespace

std::string plotly_json(const study::Figure& figure) {
  const std::vector<std::string> names = series_names(figure);
  Json panels = Json::array();
  for (const Panel& panel : figure.panels) {
    Json data = Json::array();
    if (figure.kind == PlotKind::kHeat)
      data = heat(figure, panel);
    else
      for (const Series& series : panel.series)
        data.push_back(trace_of(figure, panel, series, index_of(names, series.name)));
    panels.push_back({{"data", data}, {"layout", layout_of(figure, panel)}});
  }
  return panels.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ssd::pictures

// Small figures of every kind, for the tests of drawing.
#pragma once
#include "tools/study/figure.h"

namespace ssd {

inline study::Mark mark(double value, double half_width) {
  return {.value = value, .low = value - half_width, .high = value + half_width, .box = {}};
}
inline study::Mark plain(double value) { return {.value = value, .low = {}, .high = {}, .box = {}}; }
inline study::Mark box(double least, double first, double median, double third, double most) {
  return {.value = median, .low = {}, .high = {}, .box = study::Quartiles{least, first, median, third, most}};
}

inline study::Figure grouped_bars() {
  study::Figure f;
  f.kind = design::PlotKind::kBars;
  f.stem = "1-bars-response.mean";
  f.title = "bars(response.mean) by workload group design";
  f.x_label = "workload";
  f.x_names = {"Fin1", "Fin2", "Syn1"};
  f.panels = {{"", "response.mean, us", {}}};
  f.panels[0].series = {{"SSD3", {mark(412.5, 20), mark(95, 4), mark(180, 9)}, {}},
                        {"SSD4", {mark(351, 12), mark(88, 3), mark(160, 30)}, {}},
                        {"SSD5", {mark(300, 7), {}, mark(120, 5)}, {}},
                        {"SSD6", {mark(210, 5), mark(70, 2), mark(99, 3)}, {}}};
  f.notes = {"1 of 36 runs failed: SSD5, Fin2 (E0501)"};
  return f;
}

inline study::Figure lines_over_numbers() {
  study::Figure f;
  f.kind = design::PlotKind::kLines;
  f.stem = "2-lines-bandwidth";
  f.title = "lines(bandwidth, waf) over ways group workload";
  f.x_label = "ways";
  f.x_names = {"1", "2", "4", "8", "16"};
  f.x_numbers = {1, 2, 4, 8, 16};
  f.x_logarithmic = true;
  f.panels = {{"bandwidth", "bandwidth, MB/s", {}}, {"write_amplification", "write_amplification", {}}};
  f.panels[0].series = {{"Fin1", {mark(40, 2), mark(78, 3), mark(150, 9), mark(260, 20), mark(300, 9)}, {}},
                        {"Fin2", {plain(35), plain(60), {}, plain(140), plain(150)}, {}},
                        {"Syn1", {plain(20), plain(21), plain(22), plain(23), plain(24)}, {}}};
  f.panels[1].series = {{"Fin1", {plain(1.2), plain(1.21), plain(1.25), plain(1.22), plain(1.3)}, {}},
                        {"Fin2", {plain(1.7), plain(1.71), plain(1.72), plain(1.73), plain(1.8)}, {}},
                        {"Syn1", {plain(2.4), plain(2.2), plain(2.1), plain(2.2), plain(2)}, {}}};
  return f;
}

// Like a figure of 24 page allocation orders: more series than colours, and names that do not fit side by side.
inline study::Figure many_lines_over_names() {
  study::Figure f;
  f.kind = design::PlotKind::kLines;
  f.stem = "3-lines-read.mean";
  f.title = "lines(read.mean) over workload group order";
  f.x_label = "workload";
  f.panels = {{"", "read.mean, ms", {}}};
  for (int i = 0; i < 9; ++i) f.x_names.push_back("a_long_workload_name_" + std::to_string(i));
  f.x_names[4] = "one_whose_name_is_much_longer_than_any_place_along_an_axis_could_be";
  for (int s = 0; s < 24; ++s) {
    study::Series series{"order " + std::to_string(s) + " > die > plane", {}, {}};
    for (int i = 0; i < 9; ++i) series.marks.push_back(plain(10 + s * 0.5 + (i * 7 + s * 3) % 5));
    f.panels[0].series.push_back(series);
  }
  return f;
}

inline study::Figure distributions() {
  study::Figure f;
  f.kind = design::PlotKind::kCdf;
  f.stem = "4-cdf-read";
  f.title = "cdf(read.mean) group design";
  f.x_label = "response time of reads, us";
  f.x_logarithmic = true;
  f.panels = {{"", "share of requests", {}}};
  for (int s = 0; s < 3; ++s) {
    study::Series series{"SSD" + std::to_string(s + 3), {}, {}};
    double x = 20.0 * (s + 1);
    for (int i = 1; i <= 60; ++i) {
      series.curve.emplace_back(x, i / 60.0);
      x *= i % 20 == 0 ? 2.5 : 1.06;
    }
    f.panels[0].series.push_back(series);
  }
  return f;
}

inline study::Figure heat_map() {
  study::Figure f;
  f.kind = design::PlotKind::kHeat;
  f.stem = "5-heat-erases";
  f.title = "heat(erases) over ways by channels";
  f.x_label = "ways";
  f.colour_label = "erases, thousand";
  f.x_names = {"1", "2", "4", "8", "16", "32"};
  f.panels = {{"", "channels", {}}};
  for (int row = 0; row < 5; ++row) {
    study::Series series{std::to_string(1 << row), {}, {}};
    for (int i = 0; i < 6; ++i)
      series.marks.push_back(row == 2 && i == 3 ? study::Mark{} : plain((row + 1) * (i + 1) * 0.37));
    f.panels[0].series.push_back(series);
  }
  return f;
}

inline study::Figure boxes() {
  study::Figure f;
  f.kind = design::PlotKind::kBox;
  f.stem = "6-box-response.p99";
  f.title = "box(response.p99) over ways by workload group design";
  f.x_label = "ways";
  f.x_names = {"1", "2", "4"};
  f.panels = {{"Fin1", "response.p99, ms", {}}, {"Fin2", "response.p99, ms", {}}, {"Syn1", "response.p99, ms", {}}};
  double shift = 0;
  for (study::Panel& panel : f.panels) {
    for (const char* name : {"SSD3", "SSD4"}) {
      panel.series.push_back({name,
                              {box(1 + shift, 2 + shift, 3, 5 + shift, 9), box(0.8, 1, 1.1, 2 + shift, 2.5 + shift),
                               box(0.5, 0.5, 0.6, 0.7, 1)},
                              {}});
      shift += 0.2;
    }
  }
  return f;
}

inline study::Figure stacks() {
  study::Figure f;
  f.kind = design::PlotKind::kStack;
  f.stem = "8-stack-parts.read.unit";
  f.title = "stack(parts.read.unit, parts.read.array) by design";
  f.x_label = "design";
  f.x_names = {"A", "B", "C"};
  f.panels = {{"", "sum, us", {}}};
  f.panels[0].series = {{"parts.read.unit", {plain(100), plain(300), {}}, {}},
                        {"parts.read.array", {plain(50), plain(100), {}}, {}}};
  return f;
}

inline study::Figure without_numbers() {
  study::Figure f = grouped_bars();
  f.stem = "7-bars-none";
  for (study::Series& series : f.panels[0].series) series.marks.assign(3, {});
  return f;
}

inline std::vector<study::Figure> figures_of_every_kind() {
  return {grouped_bars(),
          lines_over_numbers(),
          many_lines_over_names(),
          distributions(),
          heat_map(),
          boxes(),
          without_numbers(),
          stacks()};
}

}  // namespace ssd

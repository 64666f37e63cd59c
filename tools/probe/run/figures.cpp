// The three figures of a probe, as Chen et al. draw them (Figs. 2 to 4).
#include <fmt/format.h>

#include "runtime/base/quantity.h"
#include "tools/probe/run/report.h"

namespace ssd::probe {
namespace {

using study::Figure;

constexpr double kMicrosecond = 1e3, kMegabyte = 1e6;

Figure lines(std::string stem, std::string title, std::string x_label, const Plot& plot, const std::string& y_label,
             double unit) {
  Figure figure;
  figure.kind = design::PlotKind::kLines;
  figure.stem = std::move(stem);
  figure.title = std::move(title);
  figure.x_label = std::move(x_label);
  for (const std::uint64_t x : plot.x) {
    figure.x_names.push_back(fmt::format("{}", x));
    figure.x_numbers.push_back(static_cast<double>(x));
  }
  figure.panels = {{"", y_label, {}}};
  for (const Curve& curve : plot.curves) {
    study::Series series{curve.name, {}, {}};
    for (const double y : curve.y) series.marks.push_back({.value = y / unit, .low = {}, .high = {}, .box = {}});
    figure.panels[0].series.push_back(std::move(series));
  }
  return figure;
}

Figure rates(std::string stem, std::string title, std::string x_label, const Plot& plot) {
  Figure figure = lines(std::move(stem), std::move(title), std::move(x_label), plot, "bandwidth, MB/s", kMegabyte);
  figure.y_from_zero = true;  // the half bandwidth of two reads that wait for each other should look like half
  return figure;
}

}  // namespace

std::vector<Figure> probe_figures(const design::Design& design, const Findings& f) {
  std::vector<Figure> figures;
  const std::string chunk = f.chunk.value ? size_text(static_cast<double>(*f.chunk.value)) : "";
  const std::string strides = fmt::format("distance of the two reads, chunks of {}", chunk);
  if (!f.shift.curves.empty()) {
    figures.push_back(lines("1-chunk", design.name + ": reads that begin after the beginning of a chunk",
                            "shift, sectors", f.shift, "response time, us", kMicrosecond));
  }
  if (!f.stride.curves.empty())
    figures.push_back(rates("2-interleaving", design.name + ": two reads at once", strides, f.stride));
  if (!f.rewritten.curves.empty()) {
    figures.push_back(
        rates("3-mapping", design.name + ": two reads at once, after writes in random order", strides, f.rewritten));
  }
  return figures;
}

}  // namespace ssd::probe

// The listing of an experiment: see experiment.h.
#include "compiler/design/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace ssd::design {
namespace {

using Out = std::back_insert_iterator<std::string>;

struct OpRow {
  std::string_view name;
  std::uint32_t operands;
};
constexpr std::array kOps{OpRow{"constant", 0},  OpRow{"metric", 0}, OpRow{"normalized", 0}, OpRow{"coordinate", 0},
                          OpRow{"place", 0},     OpRow{"number", 1}, OpRow{"mean", 1},       OpRow{"geomean", 1},
                          OpRow{"least", 1},     OpRow{"most", 1},   OpRow{"all", 1},        OpRow{"least_mean", 1},
                          OpRow{"most_mean", 1}, OpRow{"argmin", 1}, OpRow{"argmax", 1},     OpRow{"negate", 1},
                          OpRow{"abs", 1},       OpRow{"not", 1},    OpRow{"add", 2},        OpRow{"sub", 2},
                          OpRow{"mul", 2},       OpRow{"div", 2},    OpRow{"mod", 2},        OpRow{"min", 2},
                          OpRow{"max", 2},       OpRow{"less", 2},   OpRow{"less_equal", 2}, OpRow{"equal", 2},
                          OpRow{"not_equal", 2}, OpRow{"and", 2},    OpRow{"or", 2}};
static_assert(kOps.size() == static_cast<std::size_t>(ClaimOp::kOr) + 1);

constexpr std::array<std::string_view, 6> kPlots{"bars", "lines", "cdf", "heat", "box", "stack"};

std::string place_text(const Experiment& e, std::uint32_t axis, std::uint32_t value) {
  return fmt::format("{} == {}", e.axes[axis].name, e.axes[axis].values[value].shown());
}

bool goes_along(ClaimOp op) { return op >= ClaimOp::kLeastMean && op <= ClaimOp::kArgmax; }

std::string details(const Experiment& e, const ClaimNode& n) {
  std::string out;
  if (n.op == ClaimOp::kConstant) out += fmt::format(" {}", n.number);
  if (n.op == ClaimOp::kMetric || n.op == ClaimOp::kNormalized) out += fmt::format(" {}", name(n.metric));
  if (n.op == ClaimOp::kPlace) out += fmt::format(" {}", place_text(e, n.axis, n.value));
  if (n.op == ClaimOp::kCoordinate) out += fmt::format(" {}", e.axes[n.axis].name);
  if (operands(n.op) > 0) out += fmt::format(" %{}", n.a);
  if (operands(n.op) > 1) out += fmt::format(" %{}", n.b);
  if (goes_along(n.op)) out += fmt::format(" along {}", e.axes[n.axis].name);
  for (std::size_t i = 0; i < n.only.size(); ++i) {
    const Selection& s = n.only[i];
    const bool also = i > 0 && n.only[i - 1].axis == s.axis;
    out += also ? " or " + e.axes[s.axis].values[s.value].shown() : " where " + place_text(e, s.axis, s.value);
  }
  return out;
}

std::string type_text(const Experiment& e, const ClaimNode& n) {
  const std::string of_what = n.type == ClaimType::kTruth   ? "truth"
                              : n.type == ClaimType::kPlace ? "value of " + e.axes[n.axis].name
                                                            : std::string(name(n.unit));
  return n.table ? "table of " + of_what : of_what;
}

void dump_expectation(Out to, const Experiment& e, const Expectation& x) {
  fmt::format_to(to, "expect \"{}\": {}\n", x.title, x.text);
  if (!x.known.empty()) fmt::format_to(to, "  known: {}\n", x.known);
  for (std::size_t i = 0; i < x.nodes.size(); ++i) {
    const ClaimNode& n = x.nodes[i];
    fmt::format_to(to, "  %{}: {} = {}{}\n", i, type_text(e, n), name(n.op), details(e, n));
  }
}

}  // namespace

std::string name(const Metric& metric) {
  return fmt::format("{}{}{}", metric.flow, metric.flow.empty() ? "" : ".", metric.row().name);
}

std::string_view name(ClaimOp op) { return kOps.at(static_cast<std::size_t>(op)).name; }
std::uint32_t operands(ClaimOp op) { return kOps.at(static_cast<std::size_t>(op)).operands; }

std::string_view name(PlotKind kind) { return kPlots.at(static_cast<std::size_t>(kind)); }

std::optional<PlotKind> find_plot(std::string_view text) {
  const auto found = std::ranges::find(kPlots, text);
  if (found == kPlots.end()) return std::nullopt;
  return static_cast<PlotKind>(found - kPlots.begin());
}

std::vector<std::string> plot_names() { return {kPlots.begin(), kPlots.end()}; }

std::uint64_t Experiment::points() const {
  std::uint64_t product = 1;
  for (const Axis& axis : axes) product *= axis.values.size();
  return product;
}

std::string text(const Experiment& e, const Plot& plot) {
  std::string out = std::string(name(plot.kind)) + "(";
  for (const PlottedMetric& m : plot.metrics) {
    if (&m != plot.metrics.data()) out += ", ";
    out += m.normalized ? fmt::format("normalized({})", name(m.metric)) : name(m.metric);
  }
  out += ")";
  const auto clause = [&](std::string_view word, const std::optional<std::uint32_t>& axis) {
    if (axis) out += fmt::format(" {} {}", word, e.axes[*axis].name);
  };
  clause("over", plot.over);
  clause("by", plot.by);
  clause("group", plot.group);
  if (plot.log_x) out += " log x";
  if (plot.log_y) out += " log y";
  return out;
}

std::string dump(const Experiment& e) {
  std::string out;
  const Out to(out);
  for (const Axis& axis : e.axes) {
    fmt::format_to(to, "{} {}{}:", axis.varied ? "vary" : "only", axis.name,
                   axis.type.empty() ? "" : " (" + axis.type + ")");
    for (const AxisValue& v : axis.values)
      fmt::format_to(to, "{} {}{}", &v == axis.values.data() ? "" : ",", v.alias.empty() ? "" : v.alias + " = ",
                     v.text);
    fmt::format_to(to, "\n");
  }
  fmt::format_to(to, "points: {} seeds: {} runs: {}\n", e.points(), e.seeds, e.runs());
  if (e.only_ftl) fmt::format_to(to, "pass: ftl\n");
  for (const Metric& m : e.measures) fmt::format_to(to, "measure {}: {}\n", name(m), name(m.row().unit));
  for (const Normalization& n : e.normalizations)
    fmt::format_to(to, "normalize {} to {}\n", name(n.metric), place_text(e, n.axis, n.value));
  for (const Expectation& x : e.expectations) dump_expectation(to, e, x);
  for (const Plot& plot : e.plots) fmt::format_to(to, "plot {}\n", text(e, plot));
  return out;
}

}  // namespace ssd::design

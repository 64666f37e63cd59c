// What an experiment measures, and what is made of it: `measure`, `normalize`, `plot`.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/check/helps/foreign.h"
#include "compiler/check/study/experiment.h"
#include "runtime/base/suggest.h"
#include "runtime/base/words.h"

namespace ssd::check {
namespace {

using design::Metric;
using diag::Code;

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    names.emplace_back(row.name);
    if (!row.also.empty()) names.emplace_back(row.also);
  }
  return names;
}
// Those of a flow.
std::vector<std::string> metric_names(const std::string& flow) {
  std::vector<std::string> names;
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    if (metrics::is_by_flow(row.key)) names.push_back(fmt::format("{}.{}", flow, row.name));
  }
  return names;
}

// `response` alone is the first part of many names.
std::string unknown_metric_help(const std::string& name, const std::vector<std::string>& all) {
  std::vector<std::string> longer;
  for (const std::string& known : all) {
    if (known.starts_with(name + ".")) longer.push_back(known);
  }
  if (!longer.empty()) return fmt::format("write `{}`", fmt::join(longer, "`, `"));
  if (const std::string ours = metric_instead(name); ours != name && metrics::find_metric(ours))
    return fmt::format("write `{}`", ours);
  const auto near = nearest(name, all);
  return near ? "did you mean `" + *near + "`?" : "`ssdc explain metrics` lists them";
}

// The names of the flows of all workloads of the experiment.
std::vector<std::string> flows_of(const ExperimentReader& reader) {
  std::vector<std::string> names;
  for (const design::Axis& axis : reader.result.axes) {
    for (const design::AxisValue& value : axis.values) {
      for (const std::string& flow : value.flows) {
        if (std::ranges::find(names, flow) == names.end()) names.push_back(flow);
      }
    }
  }
  return names;
}

bool is_measured(const ExperimentReader& reader, const Metric& metric) {
  return std::ranges::count(reader.result.measures, metric) != 0;
}

// An error: the experiment runs without the clock that the metric needs.
bool lacks_clock(ExperimentReader& reader, const Metric& metric, Span span) {
  if (!reader.result.only_ftl || !metric.row().needs_clock) return false;
  reader.fail(Code::E0343, span, name(metric))
      .note(reader.only, "the clock is left out here")
      .help(
          "measure what needs no clock (`ssdc explain metrics` lists it), such as `waf` or `erases`; or leave `only` "
          "out");
  return true;
}

std::optional<Metric> metric_of(ExperimentReader& reader, const ast::Expr& expr) {
  const std::string name = dotted(expr);
  if (!name.empty()) return measured_metric(reader, name, expr.span);
  reader.fail(Code::E0321, expr.span, excerpt(reader.evaluator.sources(), expr.span))
      .help("write the name of a metric, such as `response.mean`");
  return std::nullopt;
}

// Reads `AXIS == VALUE`.
std::optional<design::Selection> reference_of(ExperimentReader& reader, const ast::Expr& expr) {
  const auto* equality = std::get_if<ast::Binary>(&expr.node);
  const auto* axis = equality == nullptr || equality->op != ast::BinaryOp::kEqual
                         ? nullptr
                         : std::get_if<ast::NameRef>(&equality->left->node);
  if (axis == nullptr) {
    const auto* value = std::get_if<ast::NameRef>(&expr.node);
    reader.fail(Code::E0323, expr.span)
        .help(fmt::format("write `to design == {}`", value == nullptr ? "…" : value->text));
    return std::nullopt;
  }
  const auto index = varied_axis(reader, axis->text, equality->left->span);
  const auto value = index ? axis_value(reader, *index, *equality->right) : std::nullopt;
  if (!value) return std::nullopt;
  return design::Selection{*index, *value};
}

void add_normalization(ExperimentReader& reader, const Metric& metric, const design::Selection& to, Span span) {
  if (std::ranges::count(reader.result.normalizations, metric, &design::Normalization::metric) != 0) {
    reader.fail(Code::E0320, span, fmt::format("`normalize {}`", name(metric))).help("keep one of the two");
    return;
  }
  reader.result.normalizations.push_back({metric, to.axis, to.value});
}

std::optional<design::PlottedMetric> plotted(ExperimentReader& reader, const ast::Expr& expr) {
  const bool normalized = is_normalized(ast::callee(expr));
  const auto metric =
      normalized ? normalized_metric(reader, std::get<ast::Call>(expr.node), expr.span) : metric_of(reader, expr);
  if (!metric) return std::nullopt;
  return design::PlottedMetric{*metric, normalized};
}

std::string_view word(ast::PlotClause::Kind kind) {
  constexpr std::array<std::string_view, 4> kWords{"over", "by", "group", "log"};
  return kWords.at(static_cast<std::size_t>(kind));
}

// What stands along an axis of a plot that cannot be logarithmic; empty if numbers do.
std::string_view no_numbers(const ExperimentReader& reader, const design::Plot& plot, bool along_x) {
  using design::PlotKind;
  if (!along_x) {
    return plot.kind == PlotKind::kCdf     ? "shares from 0 to 1"
           : plot.kind == PlotKind::kHeat  ? "rows"
           : plot.kind == PlotKind::kStack ? "parts that add up"
                                           : "";
  }
  if (plot.kind == PlotKind::kCdf) return "";
  if (plot.kind != PlotKind::kLines) return "names";
  const auto axis = plot.over ? plot.over : plot.by;
  return axis && reader.result.axes[*axis].unit ? "" : "names";
}

void warn_of_values_left_out(ExperimentReader& reader, const design::Plot& plot, const ast::Name& log) {
  if (plot.kind != design::PlotKind::kLines) return;
  const design::Axis& axis = reader.result.axes[*(plot.over ? plot.over : plot.by)];
  const auto left_out =
      std::ranges::count_if(axis.values, [](const design::AxisValue& value) { return value.number <= 0; });
  if (left_out == 0) return;
  reader.sink()
      .report(Code::W0328, log.span, log.text,
              fmt::format("{} of {} values of `{}`", left_out, axis.values.size(), axis.name))
      .help(fmt::format("leave `log {}` out to see all of them", log.text));
}

// `log x`, `log y`, after the clauses that say what stands along the axes.
void read_log(ExperimentReader& reader, const ast::Name& log, design::Plot& plot) {
  const std::array axes{Word<bool*>{"x", &plot.log_x}, Word<bool*>{"y", &plot.log_y}};
  const auto* axis = find_word(axes, log.text);
  if (axis == nullptr) {
    reader.fail(Code::E0212, log.span, log.text, "log").help("write `log x` or `log y`");
    return;
  }
  if (*axis->value) {
    reader.fail(Code::E0320, log.span, fmt::format("`log {}` of a plot", log.text)).help("keep one of the two");
    return;
  }
  *axis->value = true;
  const bool along_x = axis->value == &plot.log_x;
  const std::string_view instead = no_numbers(reader, plot, along_x);
  if (!instead.empty()) {
    reader.fail(Code::E0344, log.span, log.text, design::name(plot.kind), instead)
        .help(along_x ? "leave it out; `lines` over a param with numbers and `cdf` have numbers along x"
                      : "leave it out; `bars`, `lines` and `box` have numbers along y");
  } else if (along_x) {
    warn_of_values_left_out(reader, plot, log);
  }
}

void read_clause(ExperimentReader& reader, const ast::PlotClause& clause, design::Plot& plot) {
  const std::array places{&plot.over, &plot.by, &plot.group};
  const auto axis = varied_axis(reader, clause.axis.text, clause.axis.span);
  if (!axis) return;
  std::optional<std::uint32_t>& place = *places.at(static_cast<std::size_t>(clause.kind));
  if (place) {
    reader.fail(Code::E0320, clause.axis.span, fmt::format("`{}` of a plot", word(clause.kind)))
        .help("split it into two plots");
  } else if (std::ranges::any_of(places, [&](const auto* other) { return *other == axis; })) {
    reader.fail(Code::E0320, clause.axis.span, fmt::format("`{}` of a plot", clause.axis.text))
        .help("name each axis once");
  } else {
    place = axis;
  }
}

// The unit of what is drawn of the metric.
metrics::Unit plotted_unit(const design::PlottedMetric& metric) {
  return metric.normalized ? metrics::Unit::kNumber : metric.metric.row().unit;
}

// What stands on each other in a bar must be of one unit.
void check_stack(ExperimentReader& reader, const design::Plot& plot, const ast::Plot& written) {
  if (plot.metrics.size() != written.metrics.size()) return;
  for (std::size_t i = 1; i < plot.metrics.size(); ++i) {
    if (plotted_unit(plot.metrics[i]) == plotted_unit(plot.metrics.front())) continue;
    reader.fail(Code::E0326, written.metrics[i]->span, name(plot.metrics[i].metric), name(plot.metrics.front().metric))
        .help("give each of them a plot of its own, by `bars`");
    return;
  }
}

void read_plot(ExperimentReader& reader, const ast::Plot& written) {
  const auto kind = design::find_plot(written.kind.text);
  if (!kind) {
    const auto known = design::plot_names();
    const auto near = nearest(written.kind.text, known);
    reader.fail(Code::E0336, written.kind.span, written.kind.text)
        .help(near ? "did you mean `" + *near + "`?" : fmt::format("plots are `{}`", fmt::join(known, "`, `")));
  }
  design::Plot plot{.kind = kind.value_or(design::PlotKind::kBars),
                    .metrics = {},
                    .over = {},
                    .by = {},
                    .group = {},
                    .span = written.span};
  for (const ast::ExprPtr& metric : written.metrics) {
    if (const auto found = plotted(reader, *metric)) plot.metrics.push_back(*found);
  }
  if (kind == design::PlotKind::kStack) check_stack(reader, plot, written);
  const bool sound_before = std::exchange(reader.sound, true);
  for (const ast::PlotClause& clause : written.clauses) {
    if (clause.kind != ast::PlotClause::Kind::kLog) read_clause(reader, clause, plot);
  }
  const bool axes_known = kind && reader.sound && reader.axes_sound;
  reader.sound &= sound_before;
  for (const ast::PlotClause& clause : written.clauses) {
    if (axes_known && clause.kind == ast::PlotClause::Kind::kLog) read_log(reader, clause.axis, plot);
  }
  reader.result.plots.push_back(std::move(plot));
}

}  // namespace

bool is_normalized(const ast::NameRef* called) { return called != nullptr && called->text == kNormalized; }

std::string dotted(const ast::Expr& expr) {
  std::string name;
  const ast::Expr* at = &expr;
  while (const auto* field = std::get_if<ast::Field>(&at->node)) {
    name = "." + field->field.text + name;
    at = field->object.get();
  }
  const auto* first = std::get_if<ast::NameRef>(&at->node);
  return first == nullptr ? "" : first->text + name;
}

// The names of metrics take precedence: in `read.p99` there is no flow `read`.
std::optional<Metric> known_metric(ExperimentReader& reader, const std::string& name, Span span) {
  if (const auto metric = metrics::find_metric(name)) return Metric(*metric);
  const std::size_t dot = name.find('.');
  const std::string flow = name.substr(0, dot), rest = dot == std::string::npos ? "" : name.substr(dot + 1);
  const std::vector<std::string> flows = flows_of(reader);
  const bool is_flow = std::ranges::find(flows, flow) != flows.end();
  const auto metric = metrics::find_metric(rest);
  if (is_flow && metric && metrics::is_by_flow(metrics::row(*metric).key)) return Metric(*metric, flow);
  if (is_flow && metric) {
    reader.fail(Code::E0345, span, rest, flow).help(fmt::format("write `{}`, or `{}.read.p99`", rest, flow));
  } else if (is_flow) {
    reader.fail(Code::E0321, span, name).help(unknown_metric_help(name, metric_names(flow)));
  } else if (metric) {
    const auto near = nearest(flow, flows);
    reader.fail(Code::E0346, span, flow)
        .help(near            ? fmt::format("did you mean `{}.{}`?", *near, rest)
              : flows.empty() ? fmt::format("write `{}`, or name a workload with flows", rest)
                              : fmt::format("flows of its workloads are {}", listed(flows)));
  } else {
    reader.fail(Code::E0321, span, name).help(unknown_metric_help(name, metric_names()));
  }
  return std::nullopt;
}

std::optional<Metric> measured_metric(ExperimentReader& reader, const std::string& name, Span span) {
  const auto metric = known_metric(reader, name, span);
  if (!metric || is_measured(reader, *metric)) return metric;
  if (!reader.measures_sound) return std::nullopt;
  reader.fail(Code::E0322, span, name).help(fmt::format("write `measure {}` too", name));
  return std::nullopt;
}

std::optional<Metric> normalized_metric(ExperimentReader& reader, const ast::Call& call, Span span) {
  const bool one = call.args.size() == 1 && call.args[0].key == nullptr && call.args[0].over == nullptr;
  if (!one) {
    reader.fail(Code::E0332, span, kNormalized, "the name of a metric")
        .help(fmt::format("write `{}(response.mean)`", kNormalized));
    return std::nullopt;
  }
  const auto metric = metric_of(reader, *call.args[0].value);
  if (!metric || std::ranges::count(reader.result.normalizations, *metric, &design::Normalization::metric) != 0)
    return metric;
  reader.fail(Code::E0300, span, name(*metric))
      .help(fmt::format("write `normalize {} to AXIS == VALUE` in the experiment", name(*metric)));
  return std::nullopt;
}

void read_measures(ExperimentReader& reader, const ast::ExperimentDecl& decl) {
  bool written = false;
  const bool sound_before = std::exchange(reader.sound, true);
  for (const ast::Statement& statement : decl.statements) {
    const auto* measure = std::get_if<ast::Measure>(&statement);
    if (measure == nullptr) continue;
    written = true;
    for (const ast::ExprPtr& expr : measure->metrics) {
      const std::string name = dotted(*expr);
      const auto metric =
          known_metric(reader, name.empty() ? excerpt(reader.evaluator.sources(), expr->span) : name, expr->span);
      if (!metric) continue;
      if (is_measured(reader, *metric))
        reader.fail(Code::E0320, expr->span, fmt::format("`measure {}`", name)).help("keep one of the two");
      else if (!lacks_clock(reader, *metric, expr->span))
        reader.result.measures.push_back(*metric);
    }
  }
  reader.measures_sound = written && reader.sound;
  reader.sound &= sound_before;
  if (!written)
    reader.fail(Code::E0338, reader.result.span, reader.result.name)
        .help("write `measure response.mean`, or other metrics");
}

void read_normalizations(ExperimentReader& reader, const ast::ExperimentDecl& decl) {
  for (const ast::Statement& statement : decl.statements) {
    const auto* normalize = std::get_if<ast::Normalize>(&statement);
    if (normalize == nullptr) continue;
    const auto to = reference_of(reader, *normalize->to);
    for (const ast::ExprPtr& expr : normalize->metrics) {
      const auto metric = metric_of(reader, *expr);
      // After an error in the reference the metric counts as normalised, so that the error is not repeated at every
      // use.
      if (metric) add_normalization(reader, *metric, to.value_or(design::Selection{}), expr->span);
    }
  }
}

void read_plots(ExperimentReader& reader, const ast::ExperimentDecl& decl) {
  for (const ast::Statement& statement : decl.statements) {
    if (const auto* plot = std::get_if<ast::Plot>(&statement)) read_plot(reader, *plot);
  }
}

}  // namespace ssd::check

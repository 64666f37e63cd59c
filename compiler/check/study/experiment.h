// An experiment's statements as a design::Experiment. One file a concern (axes, metrics and plots, claims, points), one
// function a rule; what they share is here.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/merge.h"
#include "compiler/check/sections/reader.h"
#include "compiler/design/experiment.h"
#include "runtime/base/limits.h"

namespace ssd::check {

using limits::kMostChecked;
using limits::kMostPoints;

// What a param's axis is made of, for trying its values.
struct VariedParam {
  const ast::Decl* param = nullptr;
  std::uint32_t axis = 0;
  std::vector<Value> values;
};

struct ExperimentReader {
  Evaluator& evaluator;  // of constants, in the scope of the experiment's file
  const ast::File& file;
  const ast::ExperimentDecl& decl;
  design::Experiment result = {};
  std::vector<VariedParam> params = {};
  Span only = {};           // of the setting `only`
  bool measures_sound = true;  // else what seems not to be measured may be what was misspelt there
  bool sound = true;
  bool axes_sound = false;  // once they were read: else there are no points to check

  const Names& names() const { return evaluator.globals().names(); }
  diag::Sink& sink() const { return evaluator.sink(); }
  // An error: the experiment is not kept, and the rest of it is checked all the same.
  template <class... Args>
  diag::Diagnostic& fail(diag::Code code, Span span, const Args&... args) {
    sound = false;
    return sink().report(code, span, args...);
  }
};

// The axes: what `vary` says, and `design` and `workload` where the file has just one.
void read_axes(ExperimentReader& reader, const ast::ExperimentDecl& decl);
// An axis by its name; also one that is not varied.
std::optional<std::uint32_t> find_axis(const ExperimentReader& reader, std::string_view name);
// Of a varied axis; nothing after an error, told with what would do.
std::optional<std::uint32_t> varied_axis(ExperimentReader& reader, std::string_view name, Span span);
// The value of an axis that an expression names; nothing after an error.
std::optional<std::uint32_t> axis_value(ExperimentReader& reader, std::uint32_t axis, const ast::Expr& expr);
// The same where several may be named, by a list or a const that is one; at least one.
std::optional<std::vector<std::uint32_t>> axis_values(ExperimentReader& reader, std::uint32_t axis,
                                                      const ast::Expr& expr);

// `seeds` and `only`.
void read_settings(ExperimentReader& reader, const ast::ExperimentDecl& decl);
// Whether the designs of an experiment without a clock can be run so. False after an error. Designs and workloads whose
// values are varied are left to the runs.
bool designs_need_no_clock(const ast::ExperimentDecl& decl, const design::Experiment& experiment,
                           std::span<const design::Design> designs, std::span<const design::Workload> workloads,
                           diag::Sink& sink);
// The setting of that name, or null.
const ast::Setting* find_setting(const ast::ExperimentDecl& decl, std::string_view name);

// `measure`, `normalize`, `plot`.
void read_measures(ExperimentReader& reader, const ast::ExperimentDecl& decl);
void read_normalizations(ExperimentReader& reader, const ast::ExperimentDecl& decl);
void read_plots(ExperimentReader& reader, const ast::ExperimentDecl& decl);
// `response.mean` as written; empty if the expression is no name with fields.
std::string dotted(const ast::Expr& expr);
// `normalized(m)` stands for the normalised values of a metric.
inline constexpr std::string_view kNormalized = "normalized";
bool is_normalized(const ast::NameRef* called);
// The metric of that name; nothing after an error.
std::optional<metrics::Metric> known_metric(ExperimentReader& reader, const std::string& name, Span span);
// One that is measured; nothing after an error.
std::optional<metrics::Metric> measured_metric(ExperimentReader& reader, const std::string& name, Span span);
// The argument of `normalized(m)`, if it is normalised; nothing after an error.
std::optional<metrics::Metric> normalized_metric(ExperimentReader& reader, const ast::Call& call, Span span);

// `expect`.
void read_expectations(ExperimentReader& reader, const ast::ExperimentDecl& decl);

// The unit of numbers of a type; none of bools, strings and orders. Values are then in the units of design/metrics.h.
std::optional<metrics::Unit> unit_of(Type type);
double in_unit(const Value& value);

// Reads all sections of a design, as for a design of the file.
using ReadDesign = std::function<bool(Context&, const Group&, design::Design&)>;
// Whether a design or workload of the file passed its own check, by the place of its name.
using HasPassed = std::function<bool(Span declared)>;
// Every design and workload of the experiment, with the values that its params will have.
void check_points(ExperimentReader& reader, const SourceMap& sources, const ReadDesign& read_design,
                  const HasPassed& passed);

// The statements of an experiment; then its points. The points of all experiments come last of all, for they take what
// the others have left of the compilation's effort.
ExperimentReader read_experiment(Evaluator& evaluator, const ast::File& file, const ast::Decl& decl);
// The experiment, or nothing after an error in it.
std::optional<design::Experiment> finish_experiment(ExperimentReader reader, const ReadDesign& read_design,
                                                    const HasPassed& passed);

}  // namespace ssd::check

// Reads the statements of an experiment into a design::Experiment. There is one file for each concern (axes, metrics
// and plots, claims, points) and one function for each rule; this header declares what they share.
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

// The values on the axis of a param or of a key of designs, so that they can be tried.
struct VariedParam {
  const ast::Decl* param = nullptr;  // null: a key
  std::uint32_t axis = 0;
  std::vector<Value> values;             // of a param
  std::vector<ast::Name> path;           // of a key
  std::vector<const ast::Expr*> stated;  // its values as they are written
  bool is_key() const { return param == nullptr; }
  std::size_t count() const { return is_key() ? stated.size() : values.size(); }
};

struct ExperimentReader {
  Evaluator& evaluator;  // of constants, in the scope of the experiment's file
  const ast::File& file;
  const ast::ExperimentDecl& decl;
  design::Experiment result = {};
  std::vector<VariedParam> params = {};
  Span only = {};              // of the setting `only`
  bool measures_sound = true;  // if false, a metric that seems not to be measured may be one that was misspelt there
  bool sound = true;
  bool axes_sound = false;  // set after the axes were read without error; otherwise there are no points to check

  const Names& names() const { return evaluator.globals().names(); }
  diag::Sink& sink() const { return evaluator.sink(); }
  // Reports an error: the experiment is not kept, but the rest of it is still checked.
  template <class... Args>
  diag::Diagnostic& fail(diag::Code code, Span span, const Args&... args) {
    sound = false;
    return sink().report(code, span, args...);
  }
};

// Reads the axes: those of `vary`, and `design` and `workload` if the file has only one of them.
void read_axes(ExperimentReader& reader, const ast::ExperimentDecl& decl);
// Finds an axis by its name, also one that is not varied.
std::optional<std::uint32_t> find_axis(const ExperimentReader& reader, std::string_view name);
// The same for a varied axis; nothing after an error, which is reported with a proposal.
std::optional<std::uint32_t> varied_axis(ExperimentReader& reader, std::string_view name, Span span);
// The value of an axis that an expression names; nothing after an error.
std::optional<std::uint32_t> axis_value(ExperimentReader& reader, std::uint32_t axis, const ast::Expr& expr);
// The same for an expression that may name several values, by a list or by a const that is a list; at least one.
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
// `response.mean` as written; empty if the expression is not a name with fields.
std::string dotted(const ast::Expr& expr);
// `normalized(m)` means the normalised values of a metric.
inline constexpr std::string_view kNormalized = "normalized";
bool is_normalized(const ast::NameRef* called);
// The metric of that name; nothing after an error.
std::optional<design::Metric> known_metric(ExperimentReader& reader, const std::string& name, Span span);
// The same for a metric that the experiment measures; nothing after an error.
std::optional<design::Metric> measured_metric(ExperimentReader& reader, const std::string& name, Span span);
// The metric in `normalized(m)`, if the experiment normalises it; nothing after an error.
std::optional<design::Metric> normalized_metric(ExperimentReader& reader, const ast::Call& call, Span span);

// `expect`.
void read_expectations(ExperimentReader& reader, const ast::ExperimentDecl& decl);

// The unit of numbers of a type; none for bools, strings and orders. in_unit() converts a value to the units of
// abi/metrics.h.
std::optional<metrics::Unit> unit_of(Type type);
double in_unit(const Value& value);

// Reads all sections of a design, as for a design of the file.
using ReadDesign = std::function<bool(Context&, const Group&, design::Design&)>;
// Whether a design or workload of the file passed its own check; `declared` is the place of its name.
using HasPassed = std::function<bool(Span declared)>;
// Checks every design and workload of the experiment with the values that its params will have.
void check_points(ExperimentReader& reader, const SourceMap& sources, const ReadDesign& read_design,
                  const HasPassed& passed);

// Reads the statements of an experiment. Its points are checked later by finish_experiment(), after all other checks,
// because they may use only what is left of the compilation's effort. `workloads`: all that passed
// their checks.
ExperimentReader read_experiment(Evaluator& evaluator, const ast::File& file, const ast::Decl& decl,
                                 std::span<const design::Workload> workloads);
// Checks the points and returns the experiment; nothing after an error in it.
std::optional<design::Experiment> finish_experiment(ExperimentReader reader, const ReadDesign& read_design,
                                                    const HasPassed& passed);

}  // namespace ssd::check

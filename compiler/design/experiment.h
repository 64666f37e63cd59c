// The checked experiment: designs x workloads x params, what is measured at each point, and what is claimed about it.
// It is a value that the checker makes; the runner, the reports and `explain` use nothing else of the declaration.
//
// Invariants that the checker ensures: `design` and `workload` are the first two axes; each axis has a value; the
// values of an axis differ; a name that is not varied is an axis with one value; every metric that is normalised,
// plotted or used in a claim is measured; the last node of a claim is a truth and not a table; operands come before the
// nodes that use them; points() does not overflow.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/abi/metrics.h"
#include "runtime/base/source.h"

namespace ssd::design {

using metrics::Unit;

// A metric of a run, or of the flow of that name (host.flows); `flow` is empty without one.
struct Metric {
  metrics::Metric metric{};
  std::string flow;
  Metric() = default;
  Metric(metrics::Metric of_run) : metric(of_run) {}
  Metric(metrics::Metric of_flow, std::string name) : metric(of_flow), flow(std::move(name)) {}
  const metrics::MetricRow& row() const { return metrics::row(metric); }
  friend bool operator==(const Metric&, const Metric&) = default;
};
// As a user writes it: `read.p99`, `reader.read.p99`.
std::string name(const Metric& metric);

struct AxisValue {
  std::string text;   // exactly as a user would write it: `S6`, `16KiB`, `channel > die > plane > chip`
  std::string alias;  // on an axis of params that are not numbers: the name in the file (`S1`); empty if there is none
  double number = 0;  // on an axis of numbers: the value in the base unit of metrics.h
  Span span;          // where the experiment names it; unknown if it is implied
  Span declared;      // of the design or workload; unknown for the standard library's `Default`
  std::vector<std::string> flows = {};  // of a workload: the names of its flows, in their order

  const std::string& shown() const { return alias.empty() ? text : alias; }
};

enum class AxisKind : std::uint8_t { kDesign, kWorkload, kParam };
struct Axis {
  AxisKind kind = AxisKind::kParam;
  std::string name;
  bool is_key = false;       // of a param's kind, but the key of designs that `name` is the path of
  std::string type;          // of a param or of a key's numbers, as in the language: "int", "order"
  std::optional<Unit> unit;  // of an axis of numbers
  std::vector<AxisValue> values;
  bool varied = true;  // false if no `vary` names it, because the file has only one
  Span span;
};

// Each point is divided by the point that has this value and the same values on all other axes.
struct Normalization {
  Metric metric;
  std::uint32_t axis = 0, value = 0;
};

// The operation of a node of a claim. A metric is a table with a value for each point. Operations on tables go point by
// point; a plain value counts for every point.
enum class ClaimOp : std::uint8_t {
  kConstant,    // number
  kMetric,      // a table
  kNormalized,  // a table
  kCoordinate,  // a table: each point's value on an axis of numbers
  kPlace,       // a value of an axis
  kNumber,      // the value of a place on an axis of numbers
  // Over the points of a table that `only` selects, or over all points if it is empty.
  kMean,
  kGeomean,
  kLeast,
  kMost,
  kAll,
  // Along an axis: over the means of the points of each of its values.
  kLeastMean,
  kMostMean,
  kArgmin,
  kArgmax,
  kNegate,
  kAbs,
  kNot,
  kAdd,
  kSub,
  kMul,
  kDiv,
  kMod,
  kMin,
  kMax,
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
};
std::string_view name(ClaimOp op);
std::uint32_t operands(ClaimOp op);  // the number of operands among a, b

struct Selection {
  std::uint32_t axis = 0, value = 0;
};

enum class ClaimType : std::uint8_t { kQuantity, kTruth, kPlace };
struct ClaimNode {
  ClaimOp op{};
  ClaimType type{};
  bool table = false;
  Unit unit = Unit::kNumber;   // of a quantity
  std::uint32_t a = 0, b = 0;  // operands: nodes before this one
  double number = 0;
  Metric metric = {};
  std::uint32_t axis = 0, value = 0;  // a place, or the axis to go along
  std::vector<Selection>
      only;  // selects points; several selections of one axis are adjacent, and each of them admits points
};

// A claim for one combination of values of the axes after `each`.
struct Instance {
  std::vector<Selection> at;
  std::uint32_t root = 0;  // the node of its result
};

struct Expectation {
  std::string title;
  std::string text;   // canonical
  std::string known;  // why it is known to fail; empty if it should hold
  std::vector<ClaimNode> nodes;
  std::vector<Instance>
      each;  // ascending, the last axis fastest; empty without `each`. With `each` the last node combines them all
  Span span;
};

enum class PlotKind : std::uint8_t { kBars, kLines, kCdf, kHeat, kBox, kStack };
std::string_view name(PlotKind kind);
std::optional<PlotKind> find_plot(std::string_view name);
std::vector<std::string> plot_names();

struct PlottedMetric {
  Metric metric;
  bool normalized = false;
};
struct Plot {
  PlotKind kind{};
  std::vector<PlottedMetric> metrics;
  std::optional<std::uint32_t> over, by, group;  // axes
  bool log_x = false, log_y = false;             // of axes with numbers
  Span span;
};

struct Experiment {
  std::string name;
  Span span;
  std::string doc;
  std::vector<Axis> axes;
  std::uint64_t seeds = 1;
  bool only_ftl = false;  // runs take the functional pass alone, without a clock; no measure needs the clock
  std::vector<Metric> measures;
  std::vector<Normalization> normalizations;
  std::vector<Expectation> expectations;
  std::vector<Plot> plots;

  std::uint64_t points() const;  // without the repetition by seeds
  std::uint64_t runs() const { return points() * seeds; }
};

// The plot as a user would write it.
std::string text(const Experiment& experiment, const Plot& plot);
// A stable listing (`ssdc dump --stage design`).
std::string dump(const Experiment& experiment);

}  // namespace ssd::design

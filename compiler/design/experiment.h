// The checked experiment: designs x workloads x params, what is measured at each point, and what is claimed of it. A
// value, made by the checker; the runner, the reports and `explain` see nothing else of the declaration.
//
// Invariants kept by the checker: `design` and `workload` are the first two axes, each axis has a value, values of an
// axis differ, names that are not varied are axes of one value; every metric that is normalised, plotted or claimed
// about is measured; a claim's last node is a truth that is no table; operands stand before the nodes that use them;
// points() does not overflow.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/metrics.h"
#include "runtime/base/source.h"

namespace ssd::design {

using metrics::Metric;
using metrics::Unit;

struct AxisValue {
  std::string text;  // as one would write it, exactly: `S6`, `16KiB`, `channel > die > plane > chip`
  std::string
      alias;  // on an axis of params that are no numbers: the name that the file has for it (`S1`); empty without one
  double number = 0;  // on an axis of numbers, in the base unit of metrics.h
  Span span;          // where the experiment names it; unknown if it is implied
  Span declared;      // the design or workload; unknown for the standard library's `Default`

  const std::string& shown() const { return alias.empty() ? text : alias; }
};

enum class AxisKind : std::uint8_t { kDesign, kWorkload, kParam };
struct Axis {
  AxisKind kind = AxisKind::kParam;
  std::string name;
  std::string type;          // of a param, as in the language: "int", "order"
  std::optional<Unit> unit;  // of an axis of numbers
  std::vector<AxisValue> values;
  bool varied = true;  // false: `vary` was left out, and the file has just this one
  Span span;
};

// Divided point by point by the point that has this value and agrees with it on every other axis.
struct Normalization {
  Metric metric{};
  std::uint32_t axis = 0, value = 0;
};

// What a node of a claim does. A metric is a table with a value for each point; operations on tables go point by point,
// a plain value counting for every point.
enum class ClaimOp : std::uint8_t {
  kConstant,    // number
  kMetric,      // a table
  kNormalized,  // a table
  kCoordinate,  // a table: each point's value on an axis of numbers
  kPlace,       // a value of an axis
  kNumber,      // of a place on an axis of numbers: its value
  // Of a table, over the points that `only` leaves; over all without.
  kMean,
  kGeomean,
  kLeast,
  kMost,
  kAll,
  // Along an axis: of the means of the points of each of its values.
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
std::uint32_t operands(ClaimOp op);  // how many of a, b it has

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
  Metric metric{};
  std::uint32_t axis = 0, value = 0;  // a place, or the axis to go along
  std::vector<Selection> only;  // of the points; several of one axis stand together, and let the points of each in
};

// A claim for one value of each axis that stands behind `each`.
struct Instance {
  std::vector<Selection> at;
  std::uint32_t root = 0;  // its node
};

struct Expectation {
  std::string title;
  std::string text;   // canonical
  std::string known;  // why it is known to fail; empty: it should hold
  std::vector<ClaimNode> nodes;
  std::vector<Instance>
      each;  // their values ascend, the last axis fastest; empty without `each`; else the last node joins them all
  Span span;
};

enum class PlotKind : std::uint8_t { kBars, kLines, kCdf, kHeat, kBox };
std::string_view name(PlotKind kind);
std::optional<PlotKind> find_plot(std::string_view name);
std::vector<std::string> plot_names();

struct PlottedMetric {
  Metric metric{};
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

// A plot as one would write it.
std::string text(const Experiment& experiment, const Plot& plot);
// A stable listing (`ssdc dump --stage design`).
std::string dump(const Experiment& experiment);

}  // namespace ssd::design

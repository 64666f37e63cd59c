// The design and the workload of each point: the file checked with the point's values, as `-D` would give them, once for each different set of values
// that the declaration can see. Invariant: what a point gets is what a plain check with `-D` makes of the same declaration.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/experiment/places.h"
#include "tools/ssdc/experiment/kept_files.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

// A declaration with the values of a point. One that is refused fails the points that need it, and no other.
template <class T>
struct AtPoint {
  T checked;
  std::string dump;     // all that its numbers depend on
  std::string refusal;  // the first error, with its code, in one line; empty: `checked` is sound
};
using DesignAtPoint = AtPoint<design::Design>;
using WorkloadAtPoint = AtPoint<design::Workload>;

// The first error in one line: `E0513: plane 3 is full`. Empty if there is none.
std::string first_error(const diag::Sink& sink);

class PointChecker {
 public:
  // `options`: those of the check that has found the experiment.
  PointChecker(const sema::Checked& checked, const design::Experiment& experiment, const sema::Options& options, const SourceMap& sources);

  std::shared_ptr<const DesignAtPoint> design(const experiment::Places& places);
  std::shared_ptr<const WorkloadAtPoint> workload(const experiment::Places& places);
  // The name of a point's design, with the values of the varied params that it uses: `S4, ways 8`.
  std::string design_name(const experiment::Places& places) const;
  // What `ssdc explain` says of it; empty if it is refused.
  std::string design_explained(const experiment::Places& places);

 private:
  using Params = std::set<std::string>;
  void look_at_params(const sema::Checked& checked);
  const design::AxisValue& value(std::size_t axis, const experiment::Places& places) const { return experiment_.axes[axis].values[places[axis]]; }
  std::vector<sema::Override> values_for(const Params& params, const experiment::Places& places) const;
  sema::Options design_options(const experiment::Places& places) const;
  DesignAtPoint check_design(const std::string& name, const sema::Options& options) const;
  WorkloadAtPoint check_workload(const design::AxisValue& wanted, const sema::Options& options) const;

  const design::Experiment& experiment_;
  KeptFiles files_;
  sema::Options options_;
  std::string path_;
  std::map<std::string, Params> design_params_, workload_params_;  // that are varied and used, by the text of the axis's value
  std::map<std::string, std::shared_ptr<const DesignAtPoint>> designs_;
  std::map<std::string, std::shared_ptr<const WorkloadAtPoint>> workloads_;
};

}  // namespace ssd::cli

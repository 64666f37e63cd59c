// Checks the design and the workload of each point: the file is checked with the point's values, as `-D` would give
// them, once for each different set of values that the declaration uses. Invariant: a point gets exactly what a plain
// check with `-D` makes of the declaration.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/cache/cache.h"
#include "tools/study/places.h"
#include "tools/study/run/kept_files.h"
#include "tools/study/run/packed.h"
#include "tools/study/run/subject.h"

namespace ssd::study {

// A declaration with the values of a point, packed. If it is rejected, only the points that need it fail.
struct AtPoint {
  Packed packed;
  cache::Key identity;  // of everything that its numbers depend on
  std::string refusal;  // the first error, with its code, in one line; empty: the declaration is valid
};
struct DesignAtPoint : AtPoint {
  Span span;                       // where it is declared
  std::uint64_t least_memory = 0;  // bytes that the drive alone takes, without requests
  Plan plan() const { return unpacked_plan(packed); }
};
struct WorkloadAtPoint : AtPoint {
  workload::Workload workload() const { return unpacked_workload(packed); }
};

// The first error in one line: `E0513: plane 3 is full`. Empty if there is none.
std::string first_error(const diag::Sink& sink);

class PointChecker {
 public:
  // `sources`: the texts of the check that found the experiment.
  PointChecker(const Subject& subject, const SourceMap& sources);

  std::shared_ptr<const DesignAtPoint> design(const Places& places);
  std::shared_ptr<const WorkloadAtPoint> workload(const Places& places);
  // The name of a point's design, with the values of the varied params that it uses: `S4, ways 8`.
  std::string design_name(const Places& places) const;
  // The page of `ssdc explain` about the point's design; empty if the design is rejected.
  std::string design_explained(const Places& places);
  // The design as it was checked. Nothing if it is rejected.
  std::optional<design::Design> whole_design(const Places& places) const;

 private:
  using Params = std::set<std::string>;
  // Fills design_params_ and workload_params_.
  void look_at_params();
  void look_at_params(const check::Options& options);
  const design::AxisValue& value(std::size_t axis, const Places& places) const {
    return experiment_.axes[axis].values[places[axis]];
  }
  std::vector<check::Override> values_for(const Params& params, const Places& places) const;
  check::Options design_options(const Places& places) const;
  DesignAtPoint check_design(const std::string& name, const check::Options& options);
  WorkloadAtPoint check_workload(const design::AxisValue& wanted, const check::Options& options);

  const design::Experiment& experiment_;
  KeptFiles files_;
  check::Options options_;
  std::string path_;
  // The varied params that a declaration uses, by the text of the axis's value.
  std::map<std::string, Params> design_params_, workload_params_;
  Packer packer_;
  // By what was checked: the name of the declaration, and the values of its params.
  std::map<cache::Key, std::shared_ptr<const DesignAtPoint>> designs_;
  std::map<cache::Key, std::shared_ptr<const WorkloadAtPoint>> workloads_;
};

}  // namespace ssd::study

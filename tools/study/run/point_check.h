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
#include "tools/study/run/point_store.h"
#include "tools/study/run/subject.h"

namespace ssd::study {

// The first error in one line: `E0513: plane 3 is full`. Empty if there is none.
std::string first_error(const diag::Sink& sink);

class PointChecker {
 public:
  // `sources`: the texts of the check that found the experiment.
  PointChecker(const Subject& subject, const SourceMap& sources);

  // The number of the point's design or workload, which is then among designs() or workloads(). Points whose values
  // make no difference for it have the same number.
  std::uint32_t design(const Places& places);
  std::uint32_t workload(const Places& places);
  const PointStore& designs() const { return designs_; }
  const PointStore& workloads() const { return workloads_; }
  // Gives up what was checked.
  PointStore take_designs() { return std::move(designs_); }
  PointStore take_workloads() { return std::move(workloads_); }
  // The name of a point's design, with the values of the varied params that it uses: `S4, ways 8`.
  std::string design_name(const Places& places) const;
  // The page of `ssdc explain` about the point's design; empty if the design is rejected.
  std::string design_explained(const Places& places);
  // The design as it was checked. Nothing if it is rejected.
  std::optional<design::Design> whole_design(const Places& places) const;

 private:
  using Params = std::set<std::string>;
  // Of a value on the axis of designs, or of workloads: the axes that make a difference for it, and the number with the
  // first values of these.
  struct Numbered {
    std::uint32_t first = 0;
    std::vector<std::uint32_t> axes;
  };
  std::vector<Numbered> numbered(std::size_t axis, const std::map<std::string, Params>& params) const;
  std::uint32_t number(const Numbered& of, const Places& places) const;
  // Fills design_params_ and workload_params_.
  void look_at_params();
  void look_at_params(const check::Options& options);
  const design::AxisValue& value(std::size_t axis, const Places& places) const {
    return experiment_.axes[axis].values[places[axis]];
  }
  // Whether the value of the point on this axis makes a difference for a declaration with these params.
  bool uses(const Params& params, std::size_t axis) const;
  std::vector<check::Override> values_for(const Params& params, const Places& places) const;
  check::Options design_options(const Places& places) const;
  AtPoint check_design(const std::string& name, const check::Options& options);
  AtPoint check_workload(const design::AxisValue& wanted, const check::Options& options);

  const design::Experiment& experiment_;
  KeptFiles files_;
  check::Options options_;
  std::string path_;
  // The varied params that a declaration uses, by the text of the axis's value.
  std::map<std::string, Params> design_params_, workload_params_;
  Packer packer_;
  std::vector<Numbered> numbered_designs_, numbered_workloads_;  // by the place on their axis
  PointStore designs_, workloads_;
};

}  // namespace ssd::study

// Finds out whether a seed has any effect: see seeds.h. Invariant: there is no warning if a param is varied, because it
// may introduce randomness, or if a design or workload is not available.
#include "compiler/check/study/seeds.h"

#include <algorithm>

#include "compiler/check/study/experiment.h"
#include "compiler/check/workload/workload.h"

namespace ssd::check {
namespace {

using diag::Code;

bool is_random(const design::Design& design) { return design.start.random || design::draws(design); }

bool is_random(const design::Workload& workload) { return check::draws(workload); }

template <class T>
bool all_known_and_fixed(const design::Axis& axis, std::span<const T> list) {
  return std::ranges::all_of(axis.values, [&](const design::AxisValue& value) {
    const auto found = std::ranges::find(list, value.declared, &T::span);
    return found != list.end() && !is_random(*found);
  });
}

}  // namespace

void warn_of_idle_seeds(const ast::ExperimentDecl& decl, const design::Experiment& experiment,
                        std::span<const design::Design> designs, std::span<const design::Workload> workloads,
                        diag::Sink& sink) {
  if (experiment.seeds == 1) return;
  for (const design::Axis& axis : experiment.axes) {
    const bool fixed = axis.kind == design::AxisKind::kDesign     ? all_known_and_fixed(axis, designs)
                       : axis.kind == design::AxisKind::kWorkload ? all_known_and_fixed(axis, workloads)
                                                                  : false;
    if (!fixed) return;
  }
  sink.report(Code::W0292, find_setting(decl, "seeds")->span, experiment.seeds)
      .help("leave `seeds` out, or draw something at random");
}

}  // namespace ssd::check

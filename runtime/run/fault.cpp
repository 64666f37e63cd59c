// See fault.h.
#include "runtime/run/fault.h"

#include <fmt/format.h>

namespace ssd::run {
namespace {

std::string what(const Outcome& o) {
  if (o.status == Status::kDriveFull) {
    return fmt::format("plane {} has no page{}, although the design was proved to have room", o.full_plane,
                       o.preloading ? " before time 0" : "");
  }
  if (o.status == Status::kStuck) return "requests wait, but nothing more can happen";
  if (o.status != Status::kDone && o.status != Status::kEndOfLife)
    return fmt::format("the engine stopped with status {}", static_cast<u32>(o.status));
  return fmt::format("{} violations of the conservation laws, the first: {}", o.violations.size(),
                     o.violations.front());
}

}  // namespace

// Static placement is proved to have room in every plane, and so is a drive whose planes all share their superblocks
// (superblock.space). With other placements one plane can fill up, and so it can with pages that move to other planes
// (collection.same_die).
bool is_full_by_design(const Outcome& o, const Plan& plan) {
  const bool one_group = plan.config.map_planes == 1;
  const bool proved = (plan.config.placement == Placement::kStatic && plan.config.same_die == 0) || one_group;
  return o.status == Status::kDriveFull && (o.preloading || !proved);
}

std::string fault(const Outcome& o, const Plan& plan, u64 seed) {
  const bool ended = o.status == Status::kDone || o.status == Status::kEndOfLife;
  if (is_full_by_design(o, plan) || o.out_of_memory || o.status == Status::kFault || (ended && o.violations.empty()))
    return {};
  return fmt::format("{}\n  at request {}, {} ns of simulated time; design {} ({}), seed {}", what(o), o.stopped_at,
                     o.stopped_time, plan.name, hash(plan), seed);
}

}  // namespace ssd::run

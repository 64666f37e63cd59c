// What the checks of a generator and the making of its requests have in common: the space of its addresses on a drive,
// and its constants.
#pragma once
#include "runtime/abi/plan.h"
#include "runtime/trace/patterns.h"

namespace ssd::trace {

// Visits every constant in the quantity.
template <class Visit>
void each_constant(const workload::Quantity& quantity, const Visit& visit) {
  if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind)) visit(constant->value);
  if (const auto* choice = std::get_if<workload::Choice>(&quantity.kind)) {
    for (const workload::WeightedQuantity& option : choice->options) each_constant(option.value, visit);
  }
}

// Visits every stride in the pattern, with the sectors of its region.
template <class Visit>
void each_stride(const workload::Pattern& pattern, const Space& around, const Visit& visit) {
  const Space region{region_of(pattern, around), around.sectors_per_page, around.sector_bytes};
  if (const auto* stride = std::get_if<workload::Stride>(&pattern.kind)) visit(stride->bytes, region.sectors);
  if (const auto* mix = std::get_if<workload::PatternMix>(&pattern.kind)) {
    for (const workload::WeightedPattern& option : mix->options) each_stride(option.pattern, region, visit);
  }
}

// The sectors [first, end) of a flow's part of the space (generator.flows); without a part all sectors.
struct PartSectors {
  u64 first, end;
};
inline PartSectors sectors_of(const Plan& plan, const std::optional<workload::Part>& part) {
  const Geometry& g = plan.geometry;
  const u64 pages = plan.logical_pages() / g.subpages, sectors_per_page = g.page_bytes / g.sector_bytes;
  if (!part) return {0, pages * sectors_per_page};
  const auto page = [&](u64 at) {
    return part->in_bytes ? std::min(at / g.page_bytes, pages) : share_of_pages(pages, at);
  };
  return {page(part->from) * sectors_per_page, page(part->to) * sectors_per_page};
}

// The space of the patterns' addresses, which count from the beginning of the part.
inline Space space_of(const Plan& plan, const workload::Workload& workload) {
  const Geometry& g = plan.geometry;
  const PartSectors part = sectors_of(plan, workload.part);
  return {part.end - part.first, g.page_bytes / g.sector_bytes, g.sector_bytes};
}

}  // namespace ssd::trace

// See point_store.h.
#include "tools/study/run/point_store.h"

namespace ssd::study {

AtPoint PointStore::at(std::uint32_t number) const {
  const Row row = rows_.at(number);
  return {.packed = {.like = like_, .bytes = texts_.at(row.packed)},
          .identity = row.identity,
          .refusal = row.is_valid ? std::string() : texts_.at(row.refusal),
          .span = row.span,
          .least_memory = row.least_memory};
}

void PointStore::put(std::uint32_t number, const AtPoint& point) {
  if (point.packed.like != nullptr) like_ = point.packed.like;
  const bool is_valid = point.refusal.empty();
  rows_.put(number, {.identity = point.identity,
                     .packed = texts_.add(point.packed.bytes),
                     .refusal = is_valid ? 0 : texts_.add(point.refusal),
                     .span = point.span,
                     .least_memory = point.least_memory,
                     .is_there = true,
                     .is_valid = is_valid});
}

const Plan& Unpacked::plan(const PointStore& designs, std::uint32_t number) {
  if (of_plan_ != number) plan_ = unpacked_plan(designs.at(number).packed);
  of_plan_ = number;
  return plan_;
}

const workload::Workload& Unpacked::workload(const PointStore& workloads, std::uint32_t number) {
  if (of_workload_ != number) workload_ = unpacked_workload(workloads.at(number).packed);
  of_workload_ = number;
  return workload_;
}

}  // namespace ssd::study

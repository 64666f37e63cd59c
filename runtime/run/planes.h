// Where the map's formulas place logical pages. A large drive has hundreds of millions of them, so the formulas are
// evaluated over one of their periods only.
#pragma once
#include <vector>

#include "runtime/abi/plan.h"

namespace ssd::run {

class PlaneOfPage {
 public:
  explicit PlaneOfPage(const Plan& plan) {
    const u64 proved = plan.map_period, logical = plan.logical_pages();
    planes_.resize(proved != 0 && proved < logical ? proved : logical);
    for (u64 lpn = 0; lpn < planes_.size(); ++lpn) {
      planes_[lpn] = static_cast<u32>(plane_id(plan.geometry, place(plan.policies, lpn)));
    }
  }
  u32 operator()(u64 lpn) const { return planes_[lpn % planes_.size()]; }
  // The planes of the first period's pages.
  const std::vector<u32>& planes() const { return planes_; }

 private:
  std::vector<u32> planes_;
};

}  // namespace ssd::run

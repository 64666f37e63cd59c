// Where the map's formulas put logical pages. A large drive has hundreds of millions of them, so the formulas are evaluated over one of their
// periods only.
#pragma once
#include <vector>

#include "compiler/design/design.h"

namespace ssd::simulation {

class PlaneOfPage {
 public:
  explicit PlaneOfPage(const design::Design& design) {
    const u64 proved = design.allocation.period, logical = design.logical_pages;
    planes_.resize(proved != 0 && proved < logical ? proved : logical);
    for (u64 lpn = 0; lpn < planes_.size(); ++lpn) {
      planes_[lpn] = static_cast<u32>(design::plane_id(design.geometry, design::place(design.allocation, lpn)));
    }
  }
  u32 operator()(u64 lpn) const { return planes_[lpn % planes_.size()]; }
  // Of the first period.
  const std::vector<u32>& planes() const { return planes_; }

 private:
  std::vector<u32> planes_;
};

}  // namespace ssd::simulation

// The data rate of a PCIe link, for the built-in function `pcie`.
#pragma once
#include <optional>

#include "compiler/check/expr/rational.h"

namespace ssd::check {

// Bytes of data a second, in one direction, of `lanes` lanes of a generation (1 to 5; 1, 2, 4, 8, 12, 16 or 32 lanes);
// nothing for others. Transfers a second and coding: PCI Express Base Specification 5.0 (2.5 and 5 GT/s with 8b/10b; 8,
// 16 and 32 GT/s with 128b/130b). A packet of 256 bytes of data, the most that usual hosts take (assumed), has 24 more:
// token or framing and sequence number 4, header 16, check 4.
std::optional<Rational> pcie_rate(const Rational& generation, const Rational& lanes);

}  // namespace ssd::check

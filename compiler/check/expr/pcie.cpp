// See pcie.h.
#include "compiler/check/expr/pcie.h"

#include <algorithm>
#include <array>

namespace ssd::check {
namespace {

struct Generation {
  std::int64_t transfers;  // of a lane, in millions a second; each is a bit
  std::int64_t data_bits, line_bits;
};
constexpr std::array kGenerations{Generation{2'500, 8, 10}, Generation{5'000, 8, 10}, Generation{8'000, 128, 130},
                                  Generation{16'000, 128, 130}, Generation{32'000, 128, 130}};
constexpr std::array kLanes{1, 2, 4, 8, 12, 16, 32};
constexpr std::int64_t kPacketData = 256, kPacketRest = 24;  // bytes

}  // namespace

std::optional<Rational> pcie_rate(const Rational& generation, const Rational& lanes) {
  const bool is_known = generation.whole() && generation.sign() > 0 &&
                        generation.numerator() <= static_cast<Wide>(kGenerations.size()) && lanes.whole() &&
                        std::ranges::find(kLanes, lanes.numerator()) != kLanes.end();
  if (!is_known) return std::nullopt;
  const Generation& g = kGenerations[static_cast<std::size_t>(generation.numerator() - 1)];
  return Rational::make(lanes.numerator() * g.transfers * 1'000'000 * g.data_bits * kPacketData,
                        Wide{8} * g.line_bits * (kPacketData + kPacketRest));
}

}  // namespace ssd::check

// See quantities.h.
#include "tools/study/quantities.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

#include "runtime/base/quantity.h"

namespace ssd::study {
namespace {

using metrics::Unit;

constexpr std::array kPlain{Scale{1, ""}};
constexpr std::array kShares{Scale{0.01, "%"}};
constexpr std::array kTimes{Scale{1, "ns"}, Scale{1e3, "us"}, Scale{1e6, "ms"}, Scale{1e9, "s"}};
constexpr std::array kSizes{Scale{1, "B"}, Scale{0x1p10, "KiB"}, Scale{0x1p20, "MiB"}, Scale{0x1p30, "GiB"},
                            Scale{0x1p40, "TiB"}};
constexpr std::array kRates{Scale{1, "B/s"}, Scale{1e3, "KB/s"}, Scale{1e6, "MB/s"}, Scale{1e9, "GB/s"}};
constexpr std::array kFrequencies{Scale{1, "Hz"}, Scale{1e3, "kHz"}, Scale{1e6, "MHz"}, Scale{1e9, "GHz"}};
constexpr std::array kEnergies{Scale{1e-9, "nJ"}, Scale{1e-6, "uJ"}, Scale{1e-3, "mJ"}, Scale{1, "J"},
                               Scale{1e3, "kJ"}};
constexpr std::array kPowers{Scale{1e-6, "uW"}, Scale{1e-3, "mW"}, Scale{1, "W"}, Scale{1e3, "kW"}};

std::span<const Scale> scales_of(Unit unit) {
  switch (unit) {
    case Unit::kCount:
    case Unit::kNumber: return kPlain;
    case Unit::kShare: return kShares;
    case Unit::kTime: return kTimes;
    case Unit::kSize: return kSizes;
    case Unit::kRate: return kRates;
    case Unit::kFrequency: return kFrequencies;
    case Unit::kEnergy: return kEnergies;
    case Unit::kPower: return kPowers;
  }
  return kPlain;
}

constexpr double kThousand = 1000;

std::string large_text(double size) {
  const auto tenths = static_cast<std::uint64_t>(std::llround(size * 10));
  return fmt::format("{}.{}", count_text(tenths / 10), tenths % 10);
}
// Whole numbers have all digits. Other numbers have four significant digits, or one decimal from a thousand on.
std::string number_text(double value) {
  const double size = std::abs(value);
  if (size >= kMostWhole) return fmt::format("{:.4g}", value);
  const std::string sign = value < 0 ? "-" : "";
  if (std::trunc(value) == value) return sign + count_text(static_cast<std::uint64_t>(size));
  return size >= kThousand ? sign + large_text(size) : fmt::format("{:.4g}", value);
}

}  // namespace

std::string quantity_text(double value, Unit unit) {
  switch (unit) {
    case Unit::kCount:
    case Unit::kNumber: return number_text(value);
    case Unit::kShare: return share_text(value);
    case Unit::kTime: return time_text(value);
    case Unit::kSize: return size_text(value);
    case Unit::kRate: return rate_text(value);
    case Unit::kEnergy: return energy_text(value);
    case Unit::kPower: return power_text(value);
    case Unit::kFrequency: break;
  }
  const Scale scale = scale_for(unit, value);
  return fmt::format("{:.4g} {}", value / scale.factor, scale.unit);
}

std::pair<std::string, std::string> both_texts(double a, double b, Unit unit) {
  std::string left = quantity_text(a, unit), right = quantity_text(b, unit);
  if (left != right || a == b) return {std::move(left), std::move(right)};
  const std::string_view base = base_unit(unit);
  const std::string tail = base.empty() ? "" : fmt::format(" {}", base);
  return {fmt::format("{}{}", a, tail), fmt::format("{}{}", b, tail)};
}

Scale scale_for(Unit unit, double greatest) {
  const std::span<const Scale> scales = scales_of(unit);
  Scale best = scales.front();
  for (const Scale& scale : scales) {
    if (std::abs(greatest) >= scale.factor) best = scale;
  }
  return best;
}

std::string_view base_unit(Unit unit) {
  for (const Scale& scale : scales_of(unit)) {
    if (scale.factor == 1) return scale.unit;
  }
  return {};
}

}  // namespace ssd::study

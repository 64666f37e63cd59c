// See zipf.h. The definition is by exact_math.h, which is slow. So a draw is first computed with the C library, whose
// functions are off by a few units in the last place: unless that is close to a border, where it might decide otherwise
// than the definition, the rank is known. Near borders, and where the C library is refused, the definition decides.
//
// The integral of x^-theta is (x^(1-theta) - 1) / (1 - theta), or log x at theta = 1. Expressed with expm1
// and log1p it is exact enough on both sides of 1 without a separate case.
#include "runtime/trace/zipf.h"

#include <algorithm>
#include <cmath>

#include "runtime/trace/exact_math.h"

namespace ssd::trace {
namespace {

double expm1_over(double t) { return t == 0 ? 1 : exact_expm1(t) / t; }
double log1p_over(double t) { return t == 0 ? 1 : exact_log1p(t) / t; }

// How far both computations of a value may be from the exact one, many times over (exact_math.h: 1e-14 of it).
constexpr double kDoubt = 1e-11;

}  // namespace

Zipf::Zipf(u64 ranks, double theta) : ranks_(ranks), theta_(theta) {
  area_of_first_ = area(1.5) - 1;
  area_of_all_ = area(static_cast<double>(ranks) + 0.5);
  squeeze_ = 2 - inverse_area(area(2.5) - weight(2));
}

double Zipf::weight(double x) const { return exact_exp(-theta_ * exact_log(x)); }

double Zipf::area(double x) const {
  const double log_x = exact_log(x);
  return expm1_over((1 - theta_) * log_x) * log_x;
}

// The argument stays above -1 except for rounding.
double Zipf::inverse_area(double value) const {
  const double t = std::max(value * (1 - theta_), -1 + 0x1p-52);
  return exact_exp(log1p_over(t) * value);
}

// Whether the draw at x, which rounds to the rank, counts by the definition.
bool Zipf::accepts(double value, double x, double rank) const {
  return rank - x <= squeeze_ || value >= area(rank + 0.5) - weight(rank);
}

// The rank of a value, by the definition; 0 if it is rejected.
u64 Zipf::rank_by_definition(double value) const {
  const double x = inverse_area(value);
  const double rank = std::clamp(static_cast<double>(static_cast<u64>(x + 0.5)), 1.0, static_cast<double>(ranks_));
  return accepts(value, x, rank) ? std::min(static_cast<u64>(rank), ranks_) : 0;
}

// The same by the C library; nothing if that is too close to a border to know. A draw that is not near enough to its
// rank to count at once is left to the definition.
std::optional<u64> Zipf::rank_at_once(double value) const {
  const double t = value * (1 - theta_);
  if (t <= -1 + kDoubt || std::abs(1 - theta_) < kDoubt) return std::nullopt;
  const double x = std::exp(std::log1p(t) / (1 - theta_)), doubt = x * kDoubt;
  const double rank = std::floor(x + 0.5);
  const bool within = rank >= 1 && rank < static_cast<double>(ranks_) && std::abs(x + 0.5 - rank) > doubt &&
                      std::abs(x - 0.5 - rank) > doubt;
  if (!within || rank - x > squeeze_ - doubt) return std::nullopt;
  return static_cast<u64>(rank);
}

double Zipf::value_of(double drawn) const { return area_of_all_ + drawn * (area_of_first_ - area_of_all_); }

// What every draw of the cell gives: the rank of its first and of its last one, if both are known at once and alike,
// because what lies between them does too.
u16 Zipf::rank_of_cell(u32 cell) const {
  const auto first = rank_at_once(value_of(cell / double{kCells} + 0x1p-53)),
             last = rank_at_once(value_of((cell + 1) / double{kCells}));
  return first && first == last && *first < kMixed ? static_cast<u16>(*first) : kMixed;
}

u64 Zipf::operator()(Random& random) {
  for (;;) {
    const double drawn = random.unit();
    const auto cell = static_cast<u32>((drawn - 0x1p-53) * kCells);  // a draw is above 0 and at most 1
    u16& of_cell = cells_[cell];
    if (of_cell == kNotLooked) of_cell = rank_of_cell(cell);
    if (of_cell != kMixed) return of_cell;
    const double value = value_of(drawn);
    if (const auto rank = rank_at_once(value)) return *rank;
    if (const u64 rank = rank_by_definition(value); rank != 0) return rank;
  }
}

}  // namespace ssd::trace

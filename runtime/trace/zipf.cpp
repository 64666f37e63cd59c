// See zipf.h. The definition is by exact_math.h, which is slow. So a draw is first computed with the C library, whose
// functions are off by a few units in the last place: unless that is close to a border, where it might decide otherwise
// than the definition, the rank is known. Near borders, and where the C library is refused, the definition decides.
//
// The integral of x^-theta is (x^(1-theta) - 1) / (1 - theta), or log x at theta = 1. Expressed with expm1
// and log1p it is exact enough on both sides of 1 without a separate case.
#include "runtime/trace/zipf.h"

#include <algorithm>
#include <array>
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

// Whether a draw counts that is not near enough to its rank to count at once, by the C library; false also if that is
// too close to know.
bool Zipf::surely_accepts(double value, double rank) const {
  const double s = 1 - theta_, above = std::expm1(s * std::log(rank + 0.5)) / s,
               weight = std::exp(-theta_ * std::log(rank));
  return value - (above - weight) > (std::abs(above) + 1) * kDoubt;
}

// The same as rank_by_definition() by the C library; nothing if that is too close to a border to know, and if the draw
// does not count.
std::optional<u64> Zipf::rank_at_once(double value) const {
  const double t = value * (1 - theta_);
  if (t <= -1 + kDoubt || std::abs(1 - theta_) < kDoubt) return std::nullopt;
  const double x = std::exp(std::log1p(t) / (1 - theta_)), doubt = x * kDoubt;
  const double rank = std::floor(x + 0.5);
  const bool within = rank >= 1 && rank < static_cast<double>(ranks_) && std::abs(x + 0.5 - rank) > doubt &&
                      std::abs(x - 0.5 - rank) > doubt;
  if (!within || (rank - x > squeeze_ - doubt && !surely_accepts(value, rank))) return std::nullopt;
  return static_cast<u64>(rank);
}

double Zipf::value_of(double drawn) const { return area_of_all_ + drawn * (area_of_first_ - area_of_all_); }

// What every draw of the cell gives: the rank of its first and of its last one, if both are known at once and alike,
// because what lies between them does too: of the values that round to a rank, those above some value count.
u16 Zipf::rank_of_cell(u32 cell) const {
  const auto first = rank_at_once(value_of(cell / double{kCells} + 0x1p-53)),
             last = rank_at_once(value_of((cell + 1) / double{kCells}));
  return first && first == last && *first < kMixed ? static_cast<u16>(*first) : kMixed;
}

// The cell of a draw, which is above 0 and at most 1.
u32 Zipf::cell_of(double drawn) { return static_cast<u32>((drawn - 0x1p-53) * kCells); }

// 0: the draw does not count.
u64 Zipf::rank_of(double drawn) {
  u16& of_cell = cells_[cell_of(drawn)];
  if (of_cell == kNotLooked) of_cell = rank_of_cell(cell_of(drawn));
  if (of_cell != kMixed) return of_cell;
  const double value = value_of(drawn);
  const auto rank = rank_at_once(value);
  return rank ? *rank : rank_by_definition(value);
}

u64 Zipf::operator()(Random& random) {
  for (;;) {
    if (const u64 rank = rank_of(random.unit()); rank != 0) return rank;
  }
}

void Zipf::operator()(Random& random, std::span<u64> ranks) {
  constexpr std::size_t kAhead = 64;
  std::array<double, kAhead> drawn;
  for (std::size_t known = 0; known < ranks.size();) {
    const std::size_t count = std::min(kAhead, ranks.size() - known);
    for (std::size_t i = 0; i < count; ++i) {
      drawn[i] = random.unit();
      __builtin_prefetch(&cells_[cell_of(drawn[i])], 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (const u64 rank = rank_of(drawn[i]); rank != 0) ranks[known++] = rank;
    }
  }
}

}  // namespace ssd::trace

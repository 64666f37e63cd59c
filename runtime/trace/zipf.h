// Ranks 1 to n with a probability proportional to rank^-theta, for any theta > 0, in constant memory:
// rejection-inversion (Hoermann and Derflinger, ACM TOMACS 6(3), 1996). It needs about one draw per rank.
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "runtime/trace/random.h"

namespace ssd::trace {

class Zipf {
 public:
  Zipf(u64 ranks, double theta);
  u64 operator()(Random& random);  // in [1, ranks]
  // The next ones, as one call after another would give them.
  void operator()(Random& random, std::span<u64> ranks);
  double value_of(double drawn) const;  // `drawn`: in (0, 1]
  // Of a value that is drawn. For tests: both ways give the same, if the second gives anything.
  u64 rank_by_definition(double value) const;
  std::optional<u64> rank_at_once(double value) const;
  double least_value() const { return std::min(area_of_first_, area_of_all_); }
  double most_value() const { return std::max(area_of_first_, area_of_all_); }

 private:
  double weight(double x) const;  // x^-theta
  double area(double x) const;    // an integral of weight
  double inverse_area(double value) const;
  bool accepts(double value, double x, double rank) const;
  bool surely_accepts(double value, double rank) const;
  u16 rank_of_cell(u32 cell) const;
  u64 rank_of(double drawn);
  static u32 cell_of(double drawn);

  // A cell is a range of draws. Most draws of a skewed distribution are in cells all of whose draws give one low rank.
  static constexpr u32 kCells = 1U << 16;
  static constexpr u16 kNotLooked = 0, kMixed = 0xffff;

  u64 ranks_;
  double theta_;
  double area_of_first_, area_of_all_;
  std::vector<u16> cells_ = std::vector<u16>(kCells);
  double squeeze_;  // a rank this close above its draw is accepted without evaluating the weight
};

}  // namespace ssd::trace

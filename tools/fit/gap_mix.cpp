// See gap_mix.h. Exponential distributions are found by expectation maximisation, which keeps the mean at every step.
#include "tools/fit/gap_mix.h"

#include <algorithm>
#include <cmath>

#include "runtime/trace/exact_math.h"
#include "tools/fit/shares.h"

namespace ssd::fit {
namespace {

using trace::exact_exp;
using trace::exact_log;

constexpr double kRecurs = 0.05, kZeroRecurs = 0.01;  // the least share of a time that recurs (of the time 0)
constexpr double kSteady = 0.4;  // ratio of deviation to mean below which gaps are not treated as exponential
constexpr double kBurstNear = 0.005, kShapeNear = 0.03;
constexpr std::size_t kMostPhases = 4, kGapSteps = 300;
constexpr double kLongestRun = 0x1p61;  // ns: keeps the run far from the end of simulated time, whatever gaps are drawn

struct Phase {
  double weight, mean;
};
struct Point {
  double weight, at;  // `weight`: share of all gaps; `at`: ns
  Time end;           // the end of the point's range
};

// The first time above the range.
Time end_of(u32 range) {
  const u32 octave = range < 32 ? 0 : range / 32 - 1;
  return Time{range - 32 * octave + 1} << octave;
}

double mean_of(const std::vector<Point>& points) {
  double sum = 0, weight = 0;
  for (const Point& p : points) sum += p.weight * p.at, weight += p.weight;
  return weight == 0 ? 0 : sum / weight;
}

double weight_of(const std::vector<Point>& points) {
  double weight = 0;
  for (const Point& p : points) weight += p.weight;
  return weight;
}

// Begins with means between the shortest and the longest gap, in equal ratios.
std::vector<Phase> begin_with(const std::vector<Point>& points, std::size_t count) {
  const double shortest = std::max(1.0, points.front().at), longest = std::max(shortest * 2, points.back().at);
  std::vector<Phase> phases;
  for (std::size_t i = 0; i < count; ++i) {
    const double along = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    phases.push_back({1.0 / static_cast<double>(count), shortest * exact_exp(along * exact_log(longest / shortest))});
  }
  return phases;
}

void improve(std::vector<Phase>& phases, const std::vector<Point>& points) {
  std::vector<Phase> sums(phases.size(), {0, 0});
  std::vector<double> likely(phases.size());
  for (const Point& p : points) {
    double all = 0;
    for (std::size_t i = 0; i < phases.size(); ++i)
      all += likely[i] = phases[i].weight / phases[i].mean * exact_exp(-p.at / phases[i].mean);
    if (all <= 0) {  // beyond the reach of all phases: assigned to the longest one
      likely.back() = all = 1;
      std::fill(likely.begin(), likely.end() - 1, 0.0);
    }
    for (std::size_t i = 0; i < phases.size(); ++i) {
      sums[i].weight += p.weight * likely[i] / all;
      sums[i].mean += p.weight * likely[i] / all * p.at;
    }
  }
  const double whole = weight_of(points);
  for (std::size_t i = 0; i < phases.size(); ++i) {
    if (sums[i].weight > 0)
      phases[i] = {sums[i].weight / whole, std::max(0.5, sums[i].mean / sums[i].weight)};
    else
      phases[i].weight = 0;
  }
}

double below(const std::vector<Phase>& phases, double at) {
  double share = 0;
  for (const Phase& p : phases) share += p.weight * (1 - exact_exp(-at / p.mean));
  return share;
}

// How far the phases are from the gaps; at most 1: near enough.
double distance(const std::vector<Phase>& phases, const std::vector<Point>& points) {
  const double whole = weight_of(points);
  double seen = 0, bursts = 0, apart = 0;
  for (const Point& p : points) {
    seen += p.weight / whole;
    bursts = p.at <= static_cast<double>(kBurst) ? seen : bursts;
    apart = std::max(apart, std::abs(seen - below(phases, static_cast<double>(p.end))));
  }
  return std::max(std::abs(bursts - below(phases, static_cast<double>(kBurst))) / kBurstNear, apart / kShapeNear);
}

// Joins phases that are nearly equal or have nearly no weight with a neighbour. The result is ascending by mean.
void join_alike(std::vector<Phase>& phases) {
  std::ranges::sort(phases, {}, &Phase::mean);
  double all = 0;
  for (const Phase& p : phases) all += p.weight * p.mean;
  for (std::size_t i = 0; phases.size() > 1 && i < phases.size();) {
    const std::size_t next = i + 1 < phases.size() ? i + 1 : i - 1;
    const Phase &one = phases[i], &other = phases[next];
    const bool alike = next > i && other.mean < 1.5 * one.mean,
               nothing = one.weight < 0.002 && one.weight * one.mean < 0.002 * all;
    if (!alike && !nothing) {
      ++i;
      continue;
    }
    const double weight = one.weight + other.weight;
    phases[next] = {weight, weight == 0 ? other.mean : (one.weight * one.mean + other.weight * other.mean) / weight};
    phases.erase(phases.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// Shifts weight between the short phases (those with a mean up to a burst's, or the shortest one) and the others until
// the share of bursts is right. The others are scaled to keep the mean. Phases are in order of their means.
void set_bursts(std::vector<Phase>& phases, double bursts, double mean) {
  const double longest = std::max(static_cast<double>(kBurst), phases.front().mean);
  const auto is_short = [longest](const Phase& p) { return p.mean <= longest; };
  if (std::ranges::none_of(phases, is_short) || std::ranges::all_of(phases, is_short)) return;
  for (int step = 0; step < 20; ++step) {
    double weight = 0, inside = 0, outside = 0, time = 0;
    for (const Phase& p : phases) {
      (is_short(p) ? inside : outside) += p.weight * (1 - exact_exp(-static_cast<double>(kBurst) / p.mean));
      weight += is_short(p) ? p.weight : 0;
      time += is_short(p) ? p.weight * p.mean : 0;
    }
    if (weight <= 0 || weight >= 1) return;
    const double often = inside / weight, seldom = outside / (1 - weight);
    const double wanted = std::clamp((bursts - seldom) / std::max(1e-6, often - seldom), 0.001, 0.999);
    const double rest = mean - time * wanted / weight;
    double others = 0;
    for (const Phase& p : phases) others += is_short(p) ? 0 : p.weight * p.mean * (1 - wanted) / (1 - weight);
    if (rest <= 0 || rest < others / 2 || rest > others * 2) return;
    for (Phase& p : phases) {
      if (!is_short(p)) p.mean = std::max(1.01 * longest, p.mean * rest / others);
      p.weight *= is_short(p) ? wanted / weight : (1 - wanted) / (1 - weight);
    }
  }
}

std::vector<Phase> phases_of(const std::vector<Point>& points) {
  std::vector<Phase> best;
  double least = 0;
  for (std::size_t count = 1; count <= kMostPhases; ++count) {
    std::vector<Phase> phases = begin_with(points, count);
    for (std::size_t step = 0; step < kGapSteps; ++step) improve(phases, points);
    const double found = distance(phases, points);
    if (best.empty() || found < least) best = phases, least = found;
    if (found <= 1 || points.size() < 2 * count) break;
  }
  join_alike(best);
  double bursts = 0;
  for (const Point& p : points) bursts += p.at <= static_cast<double>(kBurst) ? p.weight : 0;
  set_bursts(best, bursts / weight_of(points), mean_of(points));
  return best;
}

// For times that vary little: up to five constant times, each with its share.
std::vector<Phase> steady(const std::vector<Point>& points) {
  constexpr double kParts = 5;
  std::vector<Phase> parts;
  double before = 0;
  for (const Point& p : points) {
    if (parts.empty() || before >= static_cast<double>(parts.size()) / kParts) parts.push_back({0, 0});
    Phase& part = parts.back();
    part.mean = (part.mean * part.weight + p.at * p.weight) / (part.weight + p.weight);
    part.weight += p.weight;
    before += p.weight;
  }
  return parts;
}

struct Parted {
  std::vector<Phase> recurring;
  std::vector<Point> others;
};

Parted parted(const Gaps& gaps) {
  Parted result;
  u32 neighbour = ~u32{0} - 1;  // the last range with a time that recurs
  for (const auto& [number, range] : gaps.ranges) {
    const double share = static_cast<double>(range.count) / static_cast<double>(gaps.count);
    const bool recurs = share >= (number == 0 ? kZeroRecurs : kRecurs);
    if (recurs && neighbour + 1 == number && number > 1) {
      Phase& last = result.recurring.back();
      last = {last.weight + share, (last.weight * last.mean + share * range.mean()) / (last.weight + share)};
    } else if (recurs) {
      result.recurring.push_back({share, range.mean()});
    }
    neighbour = recurs ? number : neighbour;
    if (!recurs) result.others.push_back({share, std::max(0.5, range.mean()), end_of(number)});
  }
  const double mean = gaps.mean(), variance = gaps.squares / static_cast<double>(gaps.count) - mean * mean;
  if (variance >= kSteady * kSteady * mean * mean || result.others.empty()) return result;
  std::vector<Phase> parts = steady(result.others);
  result.recurring.insert(result.recurring.end(), parts.begin(), parts.end());
  result.others.clear();
  return result;
}

}  // namespace

workload::Quantity gap_mix(const Gaps& gaps) {
  if (gaps.count == 0 || gaps.sum == 0) return {workload::Constant{0}};
  const Parted parts = parted(gaps);
  const std::size_t fixed = parts.recurring.size();
  std::vector<Phase> phases = parts.recurring;
  const double others = weight_of(parts.others);
  if (!parts.others.empty()) {
    for (const Phase& p : phases_of(parts.others)) phases.push_back({p.weight * others, p.mean});
  }
  std::vector<double> weights;
  for (const Phase& p : phases) weights.push_back(p.weight);
  const std::vector<u32> shares = readable_shares(weights);
  double random = 0;  // contribution of the random gaps to the mean, after their shares were rounded
  for (std::size_t i = fixed; i < phases.size(); ++i) random += shares[i] * phases[i].mean / workload::kWhole;
  const double scale = random == 0 ? 1 : mean_of(parts.others) * others / random;
  const double longest = std::min(static_cast<double>(kLongestInterval), kLongestRun / static_cast<double>(gaps.count));
  workload::Choice choice;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const double mean = std::min(longest, i < fixed ? phases[i].mean : phases[i].mean * scale);
    if (shares[i] == 0) continue;
    if (i < fixed)
      choice.options.push_back({shares[i], {workload::Constant{readable_number(mean, 5)}}});
    else
      choice.options.push_back({shares[i], {workload::Exponential{std::max<u64>(1, readable_number(mean, 4))}}});
  }
  return choice.options.size() == 1 ? choice.options.front().value : workload::Quantity{choice};
}

}  // namespace ssd::fit

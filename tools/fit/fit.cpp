// See fit.h.
#include "tools/fit/fit.h"

#include <algorithm>
#include <cmath>

#include "runtime/trace/devices.h"
#include "runtime/trace/requests.h"
#include "runtime/trace/sort_records.h"
#include "tools/fit/comparison.h"
#include "tools/fit/gap_mix.h"
#include "tools/fit/shape.h"
#include "tools/fit/shares.h"
#include "tools/fit/size_mix.h"

namespace ssd::fit {
namespace {

using trace::TraceRecord;

constexpr double kCloseEnough = 0.01, kShareNear = 0.003;  // differences that need no further adjustment
constexpr double kCurveNear = 0.03;                        // the same for the shares of the hottest pages
// Most trials of a shape; most trials in a row without an improvement.
constexpr std::size_t kRounds = 8, kPatience = 3;
constexpr double kPerhapsByChance = 0.1;  // share of sequential requests that hot places alone may cause
constexpr double kLeastSequential = 0.005, kAllSequential = 0.995;
constexpr double kMostSpread = 128;    // the pages of a region are at most so many times the pages touched
constexpr u64 kFewRequests = 100'000;  // up to so many requests chance matters, and several seeds are tried
constexpr double kFewTouches = 2e6;  // several seeds are tried only up to so many page touches, because more take long
constexpr u64 kSeeds = 16;

double as_double(u64 n) { return static_cast<double>(n); }

// A workload that was tried, and the profile of its requests.
struct Trial {
  workload::Workload workload;
  Profile made;
  double miss = 0;  // 0: every figure is near enough
};

double relative(double found, double expected) {
  return expected == 0 ? (found == 0 ? 0 : 1) : std::abs(found / expected - 1);
}

// How far the figures are apart, judged as in the table of comparison.h, and the shape of the popularity, of which that
// table shows only one figure.
double miss_of(const Profile& trace, const Profile& made) {
  // Limits each figure's part, so that one that cannot be reached does not hide the others.
  constexpr double kWorst = 10;
  double miss = 0;
  for (const Row& row : rows(trace, made)) {
    if (row.fitted) miss += std::clamp(row.excess() - 1, 0.0, kWorst);
  }
  for (const double share : kHottest) {
    const double apart = std::abs(hottest_share(trace.all, share) - hottest_share(made.all, share)) / kCurveNear;
    miss += std::clamp(apart - 1, 0.0, kWorst) / kHottest.size();
  }
  return miss;
}

// The value of `align`: the power of two with which requests begin and end at page borders about as often as the
// trace's. 0 aligns each request by its own size.
u64 alignment(const Profile& trace) {
  double whole = 0;  // share of the requests with a size in whole pages
  for (const Sizes* sizes : {&trace.reads, &trace.writes, &trace.trims}) {
    for (const auto& [size, count] : sizes->counts) whole += size % kPage == 0 ? trace.share(count) : 0;
  }
  const double aligned = trace.share(trace.whole_pages);
  u64 best = 0;
  double least = std::abs(whole - aligned);
  for (u64 align = Sizes::kBlock; align < kPage; align *= 2) {
    const double apart = std::abs(whole * as_double(align) / kPage - aligned);
    if (apart < least) best = align, least = apart;
  }
  u64 at_pages = 0;
  for (std::size_t i = 3; i < trace.offsets.size(); ++i) at_pages += trace.offsets[i];
  return best == 0 && trace.share(at_pages) > 0.95 ? kPage : best;
}

u64 largest_of(const workload::Quantity& quantity) {
  if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind)) return constant->value;
  u64 largest = 0;
  if (const auto* choice = std::get_if<workload::Choice>(&quantity.kind)) {
    for (const workload::WeightedQuantity& option : choice->options)
      largest = std::max(largest, largest_of(option.value));
  }
  return largest;
}

u64 largest_request(const workload::Generator& g) {
  u64 largest = largest_of(g.size);
  for (const auto* size : {&g.read_size, &g.write_size})
    largest = *size ? std::max(largest, largest_of(**size)) : largest;
  return largest;
}

// The generator except for the places of its requests.
workload::Generator mixes(const Profile& trace) {
  workload::Generator g;
  const std::vector<u32> shares = readable_shares(
      {trace.share(trace.reads.requests), trace.share(trace.trims.requests), trace.share(trace.writes.requests)});
  g.read_parts = shares[0];
  g.trim_parts = shares[1];
  if (shares[0] != 0) g.read_size = size_mix(trace.reads);
  if (shares[2] != 0) g.write_size = size_mix(trace.writes);
  g.size = shares[1] != 0 ? size_mix(trace.trims) : g.write_size ? *g.write_size : *g.read_size;
  g.interval = gap_mix(trace.gaps);
  g.align = alignment(trace);
  return g;
}

// Tries a shape and adjusts its numbers until its requests are near the trace.
class Turning {
 public:
  Turning(const Profile& trace, const workload::Generator& mixes, double most_pages, const Told& told)
      : trace_(trace), told_(told), most_pages_(most_pages) {
    base_.source = mixes;
    base_.requests = trace.requests;
    largest_ = largest_request(mixes);
    touches_ = touches_of(trace.all);
  }

  void expect_shapes(std::size_t count) { most_trials_ = count * kRounds + kSeeds; }

  // Returns nothing if the shape's requests cannot be generated.
  std::optional<Trial> best_of(Shape shape) {
    std::optional<Trial> best;
    begin_near(shape);
    for (std::size_t round = 0, worse = 0; round < kRounds && worse < kPatience; ++round) {
      auto trial = attempt(shape, 1);
      if (!trial) break;
      const bool better = !best || trial->miss < best->miss;
      worse = better ? 0 : worse + 1;
      const Profile made = trial->made;
      if (better) best = std::move(trial);
      if (is_near(made)) break;
      turn(shape, made);
    }
    return best;
  }

  std::optional<Trial> with_seed(workload::Workload workload, u64 seed) {
    workload.seed = seed;
    return judged(std::move(workload));
  }

 private:
  std::optional<Trial> attempt(const Shape& shape, u64 seed) {
    workload::Workload workload = base_;
    std::get<workload::Generator>(workload.source).pattern = pattern_of(shape, largest_);
    return with_seed(std::move(workload), seed);
  }

  std::optional<Trial> judged(workload::Workload workload) {
    SourceMap sources;
    diag::Sink sink;
    auto made = generated(workload, sources, sink);
    ++trials_;
    if (told_) told_(trials_ * trace_.requests, static_cast<double>(trials_) / static_cast<double>(most_trials_));
    if (!made) return std::nullopt;
    const double miss = miss_of(trace_, *made);
    return Trial{std::move(workload), std::move(*made), miss};
  }

  bool is_near(const Profile& made) const {
    return relative(made.pages(), trace_.pages()) <= kCloseEnough &&
           std::abs(made.share(made.sequential) - trace_.share(trace_.sequential)) <= kShareNear &&
           std::abs(hottest_share(made.all, 0.2) - hottest_share(trace_.all, 0.2)) <= kCloseEnough;
  }

  // Adjusts the number of touched pages by the size of the coldest zone. The effect of that size depends on how often
  // the zone's pages are touched.
  void turn(Shape& shape, const Profile& made) const {
    if (shape.sequential > 0) {
      const double found = std::max(1e-3, made.share(made.sequential));
      shape.sequential = std::clamp(shape.sequential * trace_.share(trace_.sequential) / found, 0.0, 1.0);
    }
    if (made.pages() <= 0) return;
    const double ratio = trace_.pages() / made.pages();
    if (shape.zones.empty()) {
      shape.sequential_pages *= ratio;
      return;
    }
    double& pages = shape.zones.back().pages;
    const double before = pages, says = growth(shape);
    double others = 0;
    for (const Zone& zone : shape.zones) others += zone.pages;
    others -= before;
    pages = std::clamp((others + before) * std::pow(std::clamp(ratio, 0.5, 2.0), 1 / says) - others, 1.0,
                       std::max(1.0, most_pages_ - others));
    turn_popularity(shape, hottest_share(trace_.all, 0.2) - hottest_share(made.all, 0.2));
  }

  // The number of pages that the shape should touch: those in front of the sequential cursor's end, and in each zone
  // those that chance does not miss.
  double expected_pages(const Shape& shape) const {
    double touches = 0, begin = 0, pages = std::min(shape.sequential * touches_, shape.sequential_pages);
    const double covered = pages;
    for (const Zone& zone : shape.zones) touches += zone.touches;
    for (const Zone& zone : shape.zones) {
      const double rate = zone.touches / zone.pages * (1 - shape.sequential) * touches_ / touches;
      pages += std::max(0.0, begin + zone.pages - std::max(begin, covered)) * -std::expm1(-rate);
      begin += zone.pages;
    }
    return pages;
  }

  // By how much the touched pages grow when the coldest zone grows, both relative.
  double growth(const Shape& shape) const {
    constexpr double kLarger = 1.05;
    Shape larger = shape;
    double all = 0, larger_all = 0;
    larger.zones.back().pages *= kLarger;
    for (const Zone& zone : shape.zones) all += zone.pages;
    for (const Zone& zone : larger.zones) larger_all += zone.pages;
    return std::max(0.15, std::log(expected_pages(larger) / expected_pages(shape)) / std::log(larger_all / all));
  }

  // Sets the size of the coldest zone so that the shape should touch as many pages as the trace.
  void begin_near(Shape& shape) const {
    if (shape.zones.empty()) return;
    double others = 0;
    for (const Zone& zone : shape.zones) others += zone.pages;
    double& pages = shape.zones.back().pages;
    others -= pages;
    double low = 1, high = std::max(1.0, most_pages_ - others);
    for (int step = 0; step < 60; ++step) {
      pages = std::sqrt(low * high);
      (expected_pages(shape) < trace_.pages() ? low : high) = pages;
    }
  }

  static void turn_popularity(Shape& shape, double missing) {
    if (shape.theta > 0) {
      shape.theta = std::clamp(std::round((shape.theta + missing * 1.5) * 100) / 100, 0.05, 2.5);
    } else if (shape.zones.size() > 1) {
      const double moved = std::clamp(missing * (shape.zones.front().touches + shape.zones.back().touches),
                                      -0.7 * shape.zones.front().touches, 0.7 * shape.zones.back().touches);
      shape.zones.front().touches += moved;
      shape.zones.back().touches -= moved;
    }
  }

  const Profile& trace_;
  const Told& told_;
  double most_pages_, touches_ = 0;
  u64 trials_ = 0, most_trials_ = 1;
  workload::Workload base_;
  u64 largest_ = 0;
};

// The shapes to try, from the simplest to the most detailed.
std::vector<Shape> shapes(const Profile& trace, double most_pages) {
  Shape base;
  base.most_pages = std::clamp(most_pages, 1.0, base.most_pages);
  base.sequential = trace.share(trace.sequential);
  if (base.sequential < kLeastSequential) base.sequential = 0;
  base.sequential_pages = std::min(trace.pages_sequential, base.most_pages);
  const bool only_sequential = base.sequential >= kAllSequential;
  if (only_sequential) base.sequential = 1;
  const Popularity& popularity = base.sequential == 0 ? trace.all : trace.others;
  if (only_sequential || popularity.empty()) {
    base.sequential_pages = std::max(1.0, trace.pages());
    return {base};
  }
  std::vector<Shape> result;
  const auto add = [&](Shape shape, std::size_t zones, const Popularity& of) {
    shape.zones = zones_of(of, zones, most_pages);
    if (shape.zones.size() == zones) result.push_back(std::move(shape));
  };
  if (base.sequential > 0 && base.sequential < kPerhapsByChance) {
    Shape without = base;
    without.sequential = 0;
    for (const std::size_t zones : {1, 2}) add(without, zones, trace.all);
  }
  for (const std::size_t zones : {1, 2}) add(base, zones, popularity);
  Shape zipf = base;
  zipf.theta = 0.8;
  add(zipf, 1, popularity);
  for (const std::size_t zones : {3, 4}) add(base, zones, popularity);
  return result;
}

// The workload if no shape can be generated: all requests go to address 0. This happens if the largest request needs a
// region of its own.
workload::Workload anywhere(const Profile& trace, const workload::Generator& mixes) {
  workload::Workload workload;
  workload.source = mixes;
  workload.requests = trace.requests;
  std::get<workload::Generator>(workload.source).pattern =
      pattern_of({.zones = {{.pages = 1, .touches = 1}}}, largest_request(mixes));
  return workload;
}

}  // namespace

Measured measured(const trace::Trace& trace) {
  const trace::TraceFacts& facts = trace.records.facts();
  std::map<u32, u64> begins;
  u64 next = 0;
  const std::map<u32, u64> ends = trace::device_ends(trace);
  for (const trace::DeviceFacts& d : facts.devices) {
    begins[d.device] = next;
    next += (ends.at(d.device) + trace::kDeviceRounding - 1) / trace::kDeviceRounding * trace::kDeviceRounding;
  }
  const auto all = [&](const trace::RecordStore& records) {
    Measurement measurement(facts.earliest, facts.latest);
    trace::RecordStore::Pass pass(records);
    while (const trace::RecordBlock* block = pass.next()) {
      for (std::size_t i = 0; i < block->size; ++i) {
        TraceRecord record = (*block)[i];
        if (begins.size() > 1) record.offset += begins.at(record.device);
        measurement.add(record);
      }
    }
    return Measured{measurement.finish(), begins.size(), facts.latest - facts.earliest, records.error()};
  };
  return facts.backwards.count == 0 ? all(trace.records) : all(sorted_by_arrival(trace.records));
}

std::optional<Profile> generated(const workload::Workload& workload, SourceMap& sources, diag::Sink& sink) {
  Plan space;
  space.geometry.page_bytes = kPage;
  space.geometry.sector_bytes = Sizes::kBlock;
  space.config.logical_pages =
      std::max<u64>(1, space_of(std::get<workload::Generator>(workload.source).pattern) / kPage);
  const auto requests = trace::requests_for(space, workload, {.requests = {}, .seed = 1}, sources, sink);
  if (!requests) return std::nullopt;
  Measurement measurement(0, requests->list.last_arrival());
  for (const Request& r : requests->list)
    measurement.add({r.arrival, r.sector * Sizes::kBlock, r.sectors * u64{Sizes::kBlock}, r.direction, 0});
  return measurement.finish();
}

workload::Workload fitted(const Profile& trace, const Limits& limits, const Told& told) {
  const workload::Generator base = mixes(trace);
  const double spread = kMostSpread * trace.pages();
  const double most =
      std::min(std::max(spread, 1.0), as_double(limits.space ? *limits.space / kPage : 2 * (trace.end / kPage + 1)));
  Turning turning(trace, base, most, told);
  std::optional<Trial> best;
  const std::vector<Shape> tried = shapes(trace, most);
  turning.expect_shapes(tried.size());
  for (const Shape& shape : tried) {
    auto trial = turning.best_of(shape);
    if (trial && (!best || trial->miss < 0.9 * best->miss)) best = std::move(trial);
    if (best && best->miss == 0) break;
  }
  if (!best) return anywhere(trace, base);
  for (u64 seed = 2;
       seed <= kSeeds && best->miss > 0 && trace.requests <= kFewRequests && touches_of(trace.all) <= kFewTouches;
       ++seed) {
    auto trial = turning.with_seed(best->workload, seed);
    if (trial && trial->miss < best->miss) best = std::move(trial);
  }
  return best->workload;
}

}  // namespace ssd::fit

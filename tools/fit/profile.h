// Measures the properties of requests: those that a workload of the language can reproduce, and some that it cannot.
// The trace and the requests generated to resemble it are measured in the same way, in one pass and with bounded
// memory.
//
// A request is *sequential* if it begins where one of the 32 requests before it ended, so several interleaved streams
// count, as prefetchers and drives see them. It is *returning* if it begins where one of those requests began. The
// devices of a trace lie end to end.
#pragma once
#include <array>
#include <map>
#include <vector>

#include "runtime/trace/trace_record.h"
#include "tools/fit/sampled_pages.h"

namespace ssd::fit {

inline constexpr u64 kPage = 4096;          // bytes: touched places are counted in such pages, as in `ssdc trace info`
inline constexpr Time kBurst = 200'000;     // ns: a gap of at most this is a burst, as in `ssdc trace info`
inline constexpr std::size_t kNear = 32;    // number of earlier requests that a request is compared with
inline constexpr std::size_t kParts = 100;  // parts of the time, of which the busiest is reported
inline constexpr std::array kHottest{0.01, 0.05, 0.2, 0.5};  // shares of the touched pages

// Sizes of the requests of one direction.
struct Sizes {
  static constexpr u64 kBlock = 512;
  // The largest size that the language can express; larger requests count as this.
  static constexpr u64 kMost = u64{16} << 20;
  u64 requests = 0, larger = 0;  // `larger`: requests larger than kMost
  double bytes = 0;
  std::map<u64, u64> counts;  // number of requests by size; sizes are rounded up to blocks and limited to kMost
  void add(u64 size);
  double mean() const { return requests == 0 ? 0 : bytes / static_cast<double>(requests); }
};

// Times between arrivals, in 32 ranges per octave.
struct Gaps {
  struct Range {
    u64 count = 0;
    double sum = 0;
    double mean() const { return sum / static_cast<double>(count); }
  };
  u64 count = 0, bursts = 0, longest = 0;
  double sum = 0, squares = 0;
  std::map<u32, Range> ranges;  // by the range's number; ascending numbers are ascending times
  void add(Time gap);
  double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
  double burst_share() const { return count == 0 ? 0 : static_cast<double>(bursts) / static_cast<double>(count); }
  double median() const;
};

// Pairs: a number of touches, and how many pages were touched so often. Ascending.
using Popularity = std::vector<std::pair<double, double>>;
// The share of all touches that go to the most touched pages; `of_pages` is the share of these pages among all touched
// ones.
double hottest_share(const Popularity& popularity, double of_pages);
double pages_of(const Popularity& popularity);
double touches_of(const Popularity& popularity);

struct Profile {
  u64 requests = 0;  // without flushes
  u64 flushes = 0;
  u64 forced = 0;  // writes (host.fua)
  Sizes reads, writes, trims;
  Gaps gaps;
  u64 sequential = 0, returning = 0, direction_runs = 0;
  double sequential_bytes = 0;
  u64 whole_pages = 0;  // requests that begin and end at multiples of a page
  // Entry i: requests whose first byte is a multiple of 512 << i and not of twice that; the last entry also has all
  // higher multiples.
  std::array<u64, 16> offsets{};
  u64 uneven = 0;                                     // requests that begin or end within a block of 512 bytes
  std::array<u64, kPage / Sizes::kBlock> residues{};  // positions of first bytes within their page, in blocks
  u64 end = 0;                                        // the first byte behind all requests
  u64 busiest = 0;                                    // requests in the busiest hundredth of the time
  Popularity others, all;  // `others`: touches by requests that are not sequential; `all`: by all requests
  double pages_written = 0, pages_sequential = 0;
  double pages_a_sample = 1;  // pages that a counted page stands for; 1: every page was counted

  double share(u64 count) const {
    return requests == 0 ? 0 : static_cast<double>(count) / static_cast<double>(requests);
  }
  double pages() const { return pages_of(all); }
  double mean_run() const {
    return direction_runs == 0 ? 0 : static_cast<double>(requests) / static_cast<double>(direction_runs);
  }
};

class Measurement {
 public:
  // For requests that arrive from `earliest` to `latest`.
  Measurement(Time earliest, Time latest) : earliest_(earliest), part_((latest - earliest) / kParts + 1) {}
  // Records are added in order of arrival, with their places on one drive.
  void add(const trace::TraceRecord& record);
  Profile finish();

 private:
  bool was_near(const std::array<u64, kNear>& places, u64 place) const;
  void add_place(const trace::TraceRecord& record);
  void add_time(Time arrival);

  Profile profile_;
  SampledPages pages_;
  Time earliest_, part_, before_ = 0;
  Direction direction_ = Direction::kRead;
  std::array<u64, kNear> begins_{}, ends_{};
  std::array<u64, kParts> parts_{};
};

}  // namespace ssd::fit

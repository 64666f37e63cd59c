// Means, shares and percentiles from counts: see results.h.
#include "runtime/results/results.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ssd::results {
namespace {

// The standard deviation of integers from their count, sum and sum of squares, without cancellation: n * squares -
// sum^2 is exact in 128 bits for every practical run (sums stay below 2^64 ns); beyond that, floating point is used.
double population_stddev(u64 count, u128 sum, u128 sum_of_squares) {
  if (count == 0) return 0;
  u128 left = 0, right = 0;
  const bool exact =
      !__builtin_mul_overflow(u128{count}, sum_of_squares, &left) && !__builtin_mul_overflow(sum, sum, &right);
  if (exact) return std::sqrt(static_cast<double>(left - right)) / static_cast<double>(count);
  const double n = static_cast<double>(count);
  const double mean = static_cast<double>(sum) / n;
  return std::sqrt(std::max(0.0, static_cast<double>(sum_of_squares) / n - mean * mean));
}

// ceil(count * numerator / denominator), at least 1.
u64 rank_of(u64 count, u64 numerator, u64 denominator) {
  const u128 rank = (u128{count} * numerator + denominator - 1) / denominator;
  return std::max<u64>(1, static_cast<u64>(rank));
}

Time percentile(std::span<const Histogram* const> histograms, u64 rank, Time max) {
  u64 seen = 0;
  for (u32 bucket = 0; bucket < Histogram::kBuckets; ++bucket) {
    for (const Histogram* h : histograms) seen += h->buckets[bucket];
    if (seen >= rank) return std::min(Histogram::upper_edge(bucket), max);
  }
  return max;
}

double rate(u64 amount, Time span) {
  return span == 0 ? 0 : static_cast<double>(amount) * 1e9 / static_cast<double>(span);
}

struct Moments {
  u64 count = 0;
  u128 sum = 0, squares = 0;
  void add(u64 value) { ++count, sum += value, squares += u128{value} * value; }
  double stddev() const { return population_stddev(count, sum, squares); }
};

}  // namespace

Latency latency(std::span<const Histogram* const> histograms) {
  Latency result;
  u128 sum = 0, squares = 0;
  u64 min = ~u64{0};
  for (const Histogram* h : histograms) {
    result.count += h->count;
    sum += h->sum;
    squares += h->sum_of_squares;
    min = std::min(min, h->min);
    result.max = std::max(result.max, h->max);
  }
  if (result.count == 0) return result;
  result.min = min;
  result.mean = static_cast<double>(sum) / static_cast<double>(result.count);
  result.stddev = population_stddev(result.count, sum, squares);
  const auto at = [&](u64 numerator, u64 denominator) {
    return percentile(histograms, rank_of(result.count, numerator, denominator), result.max);
  };
  result.p50 = at(50, 100);
  result.p90 = at(90, 100);
  result.p99 = at(99, 100);
  result.p999 = at(999, 1000);
  result.p9999 = at(9999, 10000);
  return result;
}

void set_latencies(const Histogram* response, Results& r) {
  const Histogram* write = &response[static_cast<std::size_t>(Direction::kWrite)];
  const Histogram* read = &response[static_cast<std::size_t>(Direction::kRead)];
  r.response = latency(std::array{write, read});
  r.read = latency(std::array{read});
  r.write = latency(std::array{write});
  r.trim = latency(std::array{&response[static_cast<std::size_t>(Direction::kTrim)]});
  r.flush = latency(std::array{&response[static_cast<std::size_t>(Direction::kFlush)]});
}

EraseSpread erase_spread(std::span<const u32> erases, u64 blocks_per_plane) {
  EraseSpread result;
  if (erases.empty()) return result;
  Moments all, planes;
  double within = 0;
  for (std::size_t first = 0; first < erases.size(); first += blocks_per_plane) {
    Moments plane;
    for (const u32 count : erases.subspan(first, blocks_per_plane)) plane.add(count), all.add(count);
    within += plane.stddev();
    planes.add(static_cast<u64>(plane.sum));
  }
  result.total = static_cast<u64>(all.sum);
  result.min = *std::ranges::min_element(erases);
  result.max = *std::ranges::max_element(erases);
  result.mean = static_cast<double>(all.sum) / static_cast<double>(all.count);
  result.stddev = all.stddev();
  result.stddev_within_planes = within / static_cast<double>(planes.count);
  result.stddev_over_planes = planes.stddev() / static_cast<double>(blocks_per_plane);
  return result;
}

EnergyUse energy_use(const Energy& constants, const FlashCounts& f, u64 bus_bytes, Time clock, u64 dies) {
  const auto joules = [](u128 count, u64 femtojoules) { return static_cast<double>(count * femtojoules) * 1e-15; };
  const u128 moves = u128{f.collection_reads} + f.copybacks;
  return {.read = joules(f.host_reads + moves, constants.read),
          .program = joules(u128{f.host_programs} + f.collection_programs + f.replica_programs, constants.program),
          .erase = joules(f.erases, constants.erase),
          .transfer = joules(bus_bytes, constants.transfer_per_byte),
          .idle = joules(u128{clock} * dies, constants.idle)};
}

CommandClasses classes(const CommandCounts& commands, CommandType type) {
  CommandClasses result;
  for (u32 i = 0; i < kMostPlanes; ++i) {
    const u64(&count)[2] = commands.count[static_cast<std::size_t>(type)][i];
    (i == 0 ? result.plain : result.multiplane) += count[0];
    (i == 0 ? result.interleaved : result.both) += count[1];
    result.by_planes[i] = count[0] + count[1];
  }
  return result;
}

double Results::bandwidth() const { return rate(host.bytes[0] + host.bytes[1], host_span()); }

double Results::iops() const { return rate(host.completed[0] + host.completed[1], host_span()); }

Execution Results::execution() const {
  const u128 whole = u128{clock} * units.size();
  if (whole == 0) return {.array = 0, .bus = 0, .contention = 0, .idle = 1};
  u128 array = 0, bus = 0, contention = 0;
  for (const UnitTimes& unit : units) array += unit.array, bus += unit.bus, contention += unit.contention;
  const auto share = [whole](u128 time) { return static_cast<double>(time) / static_cast<double>(whole); };
  return {.array = share(array),
          .bus = share(bus),
          .contention = share(contention),
          .idle = share(whole - array - bus - contention)};
}

std::array<double, kParts> Results::parts(Direction direction) const {
  const auto d = static_cast<std::size_t>(direction);
  std::array<double, kParts> result{};
  if (host.completed[d] == 0) return result;
  for (u32 p = 0; p < kParts; ++p)
    result[p] = static_cast<double>(host.parts[d][p]) / static_cast<double>(host.completed[d]);
  return result;
}

namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

double mean_of(u128 sum, u128 count) { return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count); }

}  // namespace

double Results::pages_moved() const { return mean_of(flash.collection_programs, flash.collections); }
double Results::moved_by_bus() const {
  return mean_of(flash.collection_reads - flash.buffered_moves, flash.collections);
}
double Results::moved_by_copyback() const { return mean_of(flash.copybacks, flash.collections); }
double Results::moved_by_slot() const { return mean_of(flash.buffered_moves, flash.collections); }
double Results::held_mean() const { return mean_of(flash.held_time, flash.held_pages); }
double Results::held_pages_mean() const { return mean_of(held_time, clock); }
double Results::volatile_mean() const {
  return mean_of(volatile_time, volatile_span) * static_cast<double>(slot_bytes);
}

double Results::idle_drive() const {
  return whole_drive ? mean_of(flash.idle_drive_collections, flash.collections) : kAbsent;
}

double Results::idle_chips() const {
  if (!whole_drive) return kAbsent;
  return mean_of(flash.idle_beside_collections, u128{flash.beside_collections} * chips.size());
}

Time power_loss(u128 held_time, Time clock, u64 chips, Time write_back) {
  constexpr Time kOfPage = 50;  // ns of DRAM
  if (clock == 0) return 0;
  const u128 rounds = held_time / (u128{clock} * chips);
  return static_cast<Time>((2 * held_time * kOfPage + clock) / (u128{clock} * 2) + rounds * write_back);
}

namespace {

double amplification(u64 pages, u64 host_programs) {
  return host_programs == 0 ? 1 : static_cast<double>(pages) / static_cast<double>(host_programs);
}

}  // namespace

double Results::write_amplification() const {
  return amplification(flash.host_programs + flash.collection_programs, flash.host_programs);
}

u64 Results::skipped_pages() const { return flash.wasted_multiplane + flash.wasted_copyback + flash.wasted_wear; }

double Results::write_amplification_with_skipped() const {
  return amplification(flash.host_programs + flash.collection_programs + skipped_pages(), flash.host_programs);
}

double write_amplification(const StreamPages& pages) { return amplification(pages.host + pages.moved, pages.host); }

u128 Results::programmed_bytes() const { return u128{flash.host_programs + flash.collection_programs} * page_bytes; }

u64 Results::written_bytes() const { return host.bytes[static_cast<std::size_t>(Direction::kWrite)]; }

double Results::write_amplification_by_bytes() const {
  return written_bytes() == 0 ? 1 : mean_of(programmed_bytes(), written_bytes());
}

}  // namespace ssd::results

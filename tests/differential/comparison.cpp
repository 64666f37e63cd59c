// See comparison.h. Times are compared first, in order of requests, because the first time that differs is the best
// hint.
#include "tests/differential/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/results/parts.h"
#include "tests/differential/random_case.h"

namespace ssd::differential {
namespace {

// Keeps the first difference, because later ones are mostly its consequences.
class Comparison {
 public:
  template <class A, class B>
  void same(const std::string& what, const A& engine, const B& oracle) {
    if (difference_.empty() && !std::cmp_equal(engine, oracle))
      difference_ = fmt::format("{}: engine {}, oracle {}", what, engine, oracle);
  }
  // The engine divides integers once, at the end, so the same division must give the same double.
  void same_share(const std::string& what, double engine, oracle::Time busy, Time clock) {
    const double share = clock == 0 ? 0.0 : static_cast<double>(busy) / static_cast<double>(clock);
    if (difference_.empty() && engine != share)
      difference_ = fmt::format("{}: engine {}, oracle {}", what, engine, share);
  }
  // The engine computes joules from an exact product, once, at the end.
  void same_joules(const std::string& what, double engine, oracle::Femtojoules oracle) {
    same_number("energy of " + what, engine, static_cast<double>(oracle) * 1e-15);
  }
  void same_number(const std::string& what, double engine, double oracle) {
    if (difference_.empty() && engine != oracle)
      difference_ = fmt::format("{}: engine {}, oracle {}", what, engine, oracle);
  }
  void found(const std::string& difference) {
    if (difference_.empty()) difference_ = difference;
  }
  bool none() const { return difference_.empty(); }
  const std::string& difference() const { return difference_; }

 private:
  std::string difference_;
};

// In the order of Part.
std::array<oracle::Time, kParts> parts(const oracle::Split& s, const oracle::SlotWait& w) {
  return {s.queue, s.firmware,   s.link, s.buffer,     s.unit,    s.collection, s.channel, s.transfer,
          s.array, s.controller, w.unit, w.collection, w.channel, w.transfer,   w.array};
}

// Compares arrivals too: in a closed loop they follow from completions, so they are results.
void compare_times(Comparison& comparison, const run::Outcome& e, const oracle::Outcome& o) {
  comparison.same("requests", e.completions.size(), o.completion.size());
  for (std::size_t i = 0; comparison.none() && i < e.completions.size(); ++i) {
    const bool complete = o.completion[i] != oracle::kNotComplete;
    comparison.same(fmt::format("arrival of {}", i), e.arrivals[i], complete ? o.arrival[i] : 0);
    comparison.same(fmt::format("completion of {}", i), e.completions[i], complete ? o.completion[i] : kNever);
  }
  comparison.same("clock", e.results.clock, o.end);
}

// Compares the split of every request, not only sums, in which two mistakes may cancel out.
void compare_splits(Comparison& comparison, const run::Outcome& e, const oracle::Outcome& o) {
  comparison.same("splits", e.splits.size(), o.split.size());
  for (std::size_t i = 0; comparison.none() && i < e.splits.size(); ++i) {
    const auto expected = o.completion[i] == oracle::kNotComplete ? parts({}, {}) : parts(o.split[i], o.slot_wait[i]);
    for (u32 part = 0; part < kParts; ++part) {
      comparison.same(fmt::format("{} part of {}", results::kPartKeys[part], i), e.splits[i][part], expected[part]);
    }
  }
}

// Compares, for each direction, the number of requests, the response times and their parts.
void compare_host(Comparison& comparison, const results::Results& r, const oracle::Outcome& o,
                  const oracle::Workload& workload) {
  std::array<u64, kDirections> completed{};
  std::array<Time, kDirections> longest{};
  std::array<std::array<Time, kParts>, kDirections> sums{};
  for (auto i = static_cast<std::size_t>(o.first_counted); i < workload.requests.size(); ++i) {
    const oracle::HostRequest& request = workload.requests[i];
    if (o.completion[i] == oracle::kNotComplete) continue;
    const auto d = static_cast<std::size_t>(direction_of(request));
    ++completed[d];
    longest[d] = std::max(longest[d], o.completion[i] - o.arrival[i]);
    const auto split = parts(o.split[i], o.slot_wait[i]);
    for (u32 part = 0; part < kParts; ++part) sums[d][part] += split[part];
  }
  const std::array<const results::Latency*, kDirections> latency{&r.write, &r.read, &r.trim, &r.flush};
  for (std::size_t d = 0; d < kDirections; ++d) {
    comparison.same(fmt::format("completed of direction {}", d), r.host.completed[d], completed[d]);
    comparison.same(fmt::format("count of direction {}", d), latency[d]->count, completed[d]);
    comparison.same(fmt::format("longest of direction {}", d), latency[d]->max, longest[d]);
    for (u32 part = 0; part < kParts; ++part) {
      comparison.same(fmt::format("{} part of direction {}", results::kPartKeys[part], d),
                      static_cast<Time>(r.host.parts[d][part]), sums[d][part]);
    }
  }
}

void compare_counts(Comparison& comparison, const FlashCounts& flash, const oracle::Outcome& o) {
  comparison.same("host programs", flash.host_programs, o.host_programs);
  comparison.same("collection programs", flash.collection_programs, o.collection_programs);
  comparison.same("flash reads", flash.host_reads, o.flash_reads);
  comparison.same("read-modify-write reads", flash.read_modify_write_reads, o.rmw_reads);
  comparison.same("collection reads", flash.collection_reads, o.collection_reads);
  comparison.same("copybacks", flash.copybacks, o.copybacks);
  comparison.same("erases", flash.erases, o.erases);
  comparison.same("collections", flash.collections, o.collections);
  comparison.same("forced collections", flash.forced_collections, o.forced_collections);
  comparison.same("idle collections", flash.idle_collections, o.idle_collections);
  comparison.same("conflicts", flash.conflicts, o.conflicts);
  comparison.same("buffer reads", flash.buffer_reads, o.buffer_reads);
  comparison.same("unwritten reads", flash.unwritten_reads, o.unwritten_reads);
  comparison.same("preloaded", flash.preloaded, o.preloaded);
  comparison.same("trimmed", flash.trimmed, o.trimmed);
  comparison.same("pages wasted by multi-plane commands", flash.wasted_multiplane, o.wasted_multiplane);
  comparison.same("pages wasted by copyback", flash.wasted_copyback, o.wasted_copyback);
  comparison.same("padding", flash.padding, o.padding);
  comparison.same("suspends", flash.suspends, o.suspends);
  comparison.same("buffer hits", flash.buffer_hits, o.buffer_hits);
  comparison.same("evictions", flash.evictions, o.evictions);
  comparison.same("flushes", flash.flushes, o.flushes);
  comparison.same("readaheads", flash.readaheads, o.readaheads);
  comparison.same("background collections", flash.background_collections, o.background_collections);
  comparison.same("wear collections", flash.wear_collections, o.wear_collections);
  comparison.same("pages wasted by wear levelling", flash.wasted_wear, o.wasted_wear);
  comparison.same("collections in conflict", flash.conflicting_collections, o.streams);
  comparison.same("moves into slots", flash.buffered_moves, o.buffered_moves);
  comparison.same("write-backs", flash.write_backs, o.write_backs);
  comparison.same("reads served by slots", flash.buffered_reads, o.buffered_reads);
  comparison.same("absorbed writes", flash.absorbed_writes, o.absorbed_writes);
  comparison.same("pages held", flash.held_pages, o.held_times.size());
  comparison.same("time of pages held", static_cast<Time>(flash.held_time),
                  std::accumulate(o.held_times.begin(), o.held_times.end(), oracle::Time{0}));
  comparison.same("longest time held", flash.held_longest,
                  o.held_times.empty() ? 0 : *std::ranges::max_element(o.held_times));
  comparison.same("replica programs", flash.replica_programs, o.replica_programs);
  comparison.same("replicas broken off", flash.replicas_broken_off, o.replicas_broken_off);
  comparison.same("replica reads", flash.replica_reads, o.replica_reads);
}

// account.volatile.
void compare_volatile(Comparison& comparison, const results::Results& r, const oracle::Outcome& o) {
  if (r.slot_bytes == 0) return;
  comparison.same("slots x ns that were volatile, upper half", static_cast<u64>(r.volatile_time >> 64),
                  static_cast<u64>(static_cast<u128>(o.volatile_sum) >> 64));
  comparison.same("slots x ns that were volatile, lower half", static_cast<u64>(r.volatile_time),
                  static_cast<u64>(o.volatile_sum));
  comparison.same("time over which slots were volatile", r.volatile_span, static_cast<Time>(o.volatile_end - o.since));
  comparison.same("most volatile slots", r.most_volatile, static_cast<u64>(o.volatile_most));
}

void compare_streams(Comparison& comparison, const results::Results& r, const oracle::Outcome& o) {
  for (std::size_t i = 0; i < r.streams.size(); ++i) {
    comparison.same(fmt::format("host programs of stream {}", i), r.streams[i].host, o.stream_pages.at(i).host);
    if (!r.collects_by_stream) continue;
    comparison.same(fmt::format("collection programs of stream {}", i), r.streams[i].moved, o.stream_pages.at(i).moved);
  }
}

// The oracle lists only the commands that occurred; all other counts must be zero.
void compare_commands(Comparison& comparison, const CommandCounts& counts, const oracle::Outcome& o) {
  static constexpr std::array kNames{"reads", "programs", "erases", "copybacks"};
  for (u32 type = 0; type < kCommandTypes; ++type) {
    for (u32 planes = 1; planes <= kMostPlanes; ++planes) {
      for (u32 interleaved = 0; interleaved < 2; ++interleaved) {
        const auto at = o.commands.find({static_cast<oracle::Command>(type), planes, interleaved != 0});
        const int64_t expected = at == o.commands.end() ? 0 : at->second;
        comparison.same(fmt::format("{} of {} planes{}", kNames[type], planes, interleaved != 0 ? ", interleaved" : ""),
                        counts.count[type][planes - 1][interleaved], expected);
      }
    }
  }
}

using ByCause = std::vector<std::array<oracle::Time, 2>>;

void compare_busy(Comparison& comparison, const char* what, const std::vector<results::Busy>& engine,
                  const ByCause& oracle, Time clock) {
  comparison.same(fmt::format("{} count", what), engine.size(), oracle.size());
  for (std::size_t i = 0; comparison.none() && i < engine.size(); ++i) {
    comparison.same_share(fmt::format("busy share of {} {} for the host", what, i), engine[i].host, oracle[i][0],
                          clock);
    comparison.same_share(fmt::format("busy share of {} {} for collection", what, i), engine[i].collection,
                          oracle[i][1], clock);
  }
}

void compare_units(Comparison& comparison, const std::vector<UnitTimes>& engine, const oracle::Outcome& o) {
  comparison.same("units", engine.size(), o.unit_shares.size());
  for (std::size_t i = 0; comparison.none() && i < engine.size(); ++i) {
    comparison.same(fmt::format("array time of unit {}", i), engine[i].array, o.unit_shares[i].array);
    comparison.same(fmt::format("bus time of unit {}", i), engine[i].bus, o.unit_shares[i].bus);
    comparison.same(fmt::format("contention of unit {}", i), engine[i].contention, o.unit_shares[i].contention);
  }
}

void compare_energy(Comparison& comparison, const results::Results& r, const oracle::Outcome& o) {
  comparison.same("bytes on the buses", r.bus_bytes, o.bus_bytes);
  comparison.same_joules("reads", r.energy.read, o.energy.read);
  comparison.same_joules("programs", r.energy.program, o.energy.program);
  comparison.same_joules("erases", r.energy.erase, o.energy.erase);
  comparison.same_joules("transfers", r.energy.transfer, o.energy.transfer);
  comparison.same_joules("idling", r.energy.idle, o.energy.idle);
  const double total = static_cast<double>(o.energy.total()) * 1e-15;  // the engine adds rounded numbers
  if (std::abs(r.energy.total() - total) > 1e-12 * total)
    comparison.same_number("energy in all", r.energy.total(), total);
}

void compare_bytes(Comparison& comparison, const results::Results& r, const oracle::Outcome& o) {
  comparison.same_number("write amplification by bytes", r.write_amplification_by_bytes(),
                         o.write_amplification_by_bytes);
}

void compare_life(Comparison& comparison, const results::Lifetime& life, const oracle::Outcome& o) {
  comparison.same("retired blocks", life.retired_blocks, o.retired_blocks);
  comparison.same("bytes written in this life", life.written_bytes, o.written_bytes);
  comparison.same_number("projected bytes, mean", life.projected_mean, o.projected_bytes_mean);
  comparison.same_number("projected bytes, most worn block", life.projected_most_worn, o.projected_bytes_most_worn);
}

// What each flow or phase has, by the oracle's times; of phases those that are not counted, too (account.phases, 4).
void compare_flows(Comparison& comparison, const results::Results& r, const oracle::Outcome& o) {
  for (std::size_t flow = 0; flow < r.flows.size(); ++flow) {
    u64 completed = 0;
    Time first = kNever, last = 0, longest = 0;
    for (std::size_t i = 0; i < o.requests.size(); ++i) {
      if (o.flow_of[i] != static_cast<int64_t>(flow) || o.completion[i] == oracle::kNotComplete) continue;
      ++completed;
      first = std::min(first, o.arrival[i]);
      last = std::max(last, o.completion[i]);
      if (!o.requests[i].is_trim && !o.requests[i].is_flush)
        longest = std::max(longest, o.completion[i] - o.arrival[i]);
    }
    const results::Results& own = r.flows[flow].numbers;
    comparison.same(fmt::format("completed of flow {}", flow), own.completed(), completed);
    comparison.same(fmt::format("first arrival of flow {}", flow), own.host.first_arrival, completed == 0 ? 0 : first);
    comparison.same(fmt::format("last completion of flow {}", flow), own.host.last_completion, last);
    comparison.same(fmt::format("longest response of flow {}", flow), own.response.max, longest);
  }
}

// The map and the erases at the end show where everything went.
void compare_map(Comparison& comparison, const run::Outcome& e, const oracle::Outcome& o) {
  for (std::size_t lpn = 0; comparison.none() && lpn < e.map.size(); ++lpn) {
    const auto at = o.map.find(static_cast<int64_t>(lpn));
    const u64 expected = at == o.map.end() ? kNoPage : static_cast<u64>(at->second);
    comparison.same(fmt::format("physical page of {}", lpn), e.map[lpn], expected);
  }
  comparison.same("blocks", e.block_erases.size(), o.block_erases.size());
  for (std::size_t b = 0; comparison.none() && b < e.block_erases.size(); ++b) {
    comparison.same(fmt::format("erases of block {}", b), e.block_erases[b], o.block_erases[b]);
  }
}

}  // namespace

std::string difference(const run::Outcome& e, const oracle::Outcome& o, const oracle::Workload& workload) {
  Comparison comparison;
  if ((e.status == Status::kDriveFull) != o.drive_full) {
    return o.drive_full ? fmt::format("only the oracle finds the drive full: plane {}", o.full_plane)
                        : fmt::format("only the engine finds the drive full: plane {} at request {}", e.full_plane,
                                      e.stopped_at);
  }
  if ((e.status == Status::kEndOfLife) != o.end_of_life) {
    return o.end_of_life
               ? fmt::format("only the oracle finds the life over: the engine's status is {}",
                             static_cast<u32>(e.status))
               : fmt::format("only the engine finds the life over: plane {} at request {}", e.full_plane, e.stopped_at);
  }
  // A run that stops has no other results to compare, but it must stop for the same plane.
  if (o.drive_full) {
    comparison.same("full plane", e.full_plane, o.full_plane);
    return comparison.difference();
  }
  compare_times(comparison, e, o);
  compare_counts(comparison, e.results.flash, o);
  if (e.results.whole_drive) {
    const FlashCounts& flash = e.results.flash;
    comparison.same("collections in an idle drive", flash.idle_drive_collections, o.begun_in_idle_drive);
    comparison.same("time beside collections", flash.beside_collections, o.time_beside);
    comparison.same("idle beside collections", static_cast<Time>(flash.idle_beside_collections), o.idle_beside);
  }
  compare_map(comparison, e, o);
  compare_bytes(comparison, e.results, o);
  compare_volatile(comparison, e.results, o);
  compare_streams(comparison, e.results, o);
  compare_life(comparison, e.results.lifetime, o);
  compare_energy(comparison, e.results, o);
  compare_commands(comparison, e.results.commands, o);
  compare_busy(comparison, "channel", e.results.channels, o.channel_bus, o.end);
  compare_busy(comparison, "plane", e.results.planes, o.plane_array, o.end);
  compare_busy(comparison, "chip", e.results.chips, o.chip_array, o.end);
  compare_units(comparison, e.results.units, o);
  compare_splits(comparison, e, o);
  if (!o.flow_of.empty()) compare_flows(comparison, e.results, o);
  if (comparison.none()) compare_host(comparison, e.results, o, workload);
  if (!e.violations.empty()) comparison.found("conservation: " + e.violations.front());
  return comparison.difference();
}

}  // namespace ssd::differential

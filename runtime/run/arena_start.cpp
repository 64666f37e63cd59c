// The state of a run's memory at time 0: see arena.h. All pages are erased, and nothing is under way.
#include <algorithm>
#include <functional>
#include <vector>

#include "runtime/engine/ftl/ages.h"
#include "runtime/engine/ftl/heads.h"
#include "runtime/engine/ftl/valid.h"
#include "runtime/engine/places.h"
#include "runtime/run/arena.h"
#include "runtime/run/whole_at_start.h"

namespace ssd::run {
namespace {

// Fills the table for a score that reads only the counts of pages: rank 0 for the highest score, equal ranks for equal
// scores.
void rank_counts(State& s, const Config& c) {
  std::vector<i64> scores(c.pages);
  for (u32 valid = 0; valid < c.pages; ++valid) {
    const i64 inputs[kMostInputs] = {valid, i64{c.pages} - valid};  // valid, invalid; it reads neither erases nor age
    scores[valid] = evaluate(s.hooks[static_cast<std::size_t>(Hook::kVictim)], inputs);
  }
  std::vector<i64> falling = scores;
  std::ranges::sort(falling, std::greater<>());
  falling.erase(std::ranges::unique(falling).begin(), falling.end());
  for (u32 valid = 0; valid < c.pages; ++valid) {
    s.victim_rank[valid] =
        static_cast<u32>(std::ranges::lower_bound(falling, scores[valid], std::greater<>()) - falling.begin());
  }
  s.victim_rank[c.pages] = ~u32{0};  // rank of blocks that are not eligible
}

}  // namespace

// Sets the state at time 0. Fresh memory is zero, so only other values are written.
void Arena::erase_all() {
  State& s = *state_;
  const Config& c = config_;
  const std::size_t blocks = std::size_t{c.map_planes} * c.block_stride;
  if (c.wide_counts != 0)
    std::fill_n(s.wide_valid, blocks, kNotEligibleOf<u32>);
  else
    std::fill_n(s.valid, blocks, kNotEligible);
  std::fill_n(s.host_heads, std::size_t{c.map_planes} * c.streams, Active{kNone, 0});
  std::fill_n(s.collection_heads, std::size_t{c.map_planes} * own_heads(c), Active{kNone, 0});
  if (has_superblocks(c)) start_stripes(c, s);
  if (c.keeps_ages != 0) std::fill_n(s.full_at, blocks, kTimeZero);
  for (std::size_t i = 0; i < blocks; ++i) s.free_blocks[i] = static_cast<u16>(i % c.block_stride);
  if (c.begun != 0) std::fill_n(s.begun_from.at, c.map_planes, c.blocks);
  for (PlaneId p{0}; p.value < c.map_planes; ++p) {
    s.space[p] = {.free_first = 0, .free_count = c.blocks, .free_pages = c.pages_per_plane, .erased = 0};
  }
  s.partial_slot = s.slots.free = s.prepared_first = s.prepared_last = kNone;
  s.ops.free = kNone;
  s.host.first_arrival = kNever;
  if (c.functional_only == 0) start_timing();
}

void Arena::start_timing() {
  State& s = *state_;
  const Config& c = config_;
  s.served = kEmpty;
  for (PlaneId p{0}; p.value < c.total_planes; ++p) {
    s.orders[p] = {.queue = kEmpty, .last_stamp = 0, .last_block = kNone, .last_end = 0};
    s.host_blocks[p] = {.begun = 0, .reached = 0, .recent = {kNone, kNone, kNone, kNone}};
  }
  for (ChannelId i{0}; i.value < c.channels; ++i) {
    s.channels[i] = {.bus_free = 0,
                     .wishes = kNothingDue<UnitId>,
                     .arrivals = kEmpty,
                     .end = 0,
                     .release = {.at = kNever, .program = kNone, .waits = {}},
                     .served = kEmpty};
  }
  for (UnitId u{0}; u.value < unit_count(c); ++u) {
    s.units[u] = {.free_at = 0,
                  .reads = kEmpty,
                  .current = kNone,
                  .moves_left = 0,
                  .first_plane = first_plane_of(c, u),
                  .phase = Phase::kIdle,
                  .interleaved = 0,
                  .type = CommandType::kRead,
                  .array_end = 0,
                  .held_total = 0,
                  .held_since = 0,
                  .held_end = 0,
                  .waits = {}};
    s.wish_times[u] = kNever;
  }
  for (u32 d = 0; d < kDirections; ++d) s.response[d].min = ~u64{0};
}

void Arena::start_policies() {
  State& s = *state_;
  if (config_.victim_class == VictimClass::kByValid) rank_counts(s, config_);
  if (config_.victim_class == VictimClass::kOldest)
    std::fill_n(s.full_ends.at, config_.map_planes, FullEnds{kNone, kNone});
  fill_tables();
}

// Memory is zero, so a table of zeros is not touched.
void Arena::fill_tables() {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const Cells& cells = state_->tables[i];
    for (u64 at = 0; at < cells.count && tables_[i].initial != 0; ++at)
      store_cell(cells, tables_[i].bytes_log2, static_cast<i64>(at), static_cast<i64>(tables_[i].initial));
  }
}

}  // namespace ssd::run

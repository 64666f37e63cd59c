// The run's memory: see arena.h. It is one mapping, so that huge pages can back it; parts that are never touched cost
// nothing.
#include "runtime/run/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

#include "runtime/engine/ftl/ages.h"
#include "runtime/engine/ftl/heads.h"
#include "runtime/engine/ftl/holders.h"
#include "runtime/engine/ftl/valid.h"
#include "runtime/engine/places.h"
#include "runtime/engine/whole/calendar.h"
#include "runtime/run/whole_at_start.h"

namespace ssd::run {
namespace {

std::byte* map_memory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);
  return static_cast<std::byte*>(memory);
}

// A huge page saves the faults of 512 small ones, and TLB misses, but each one that is touched is zeroed as a whole.
constexpr std::size_t kHugePage = std::size_t{1} << 21;
// So many operations at random places of a huge page pay for it (docs/performance.md, memory).
constexpr u64 kOperationsOfAHugePage = 64;
constexpr std::size_t kAlwaysHuge = 32 * kHugePage;

// A hash table of pages (page_index.h) begins with so many lists, and with fewer where the pools begin small.
u32 first_lists(const ArenaShape& shape) { return std::bit_floor(std::min(shape.operations, 1024U)); }

// How many such tables the whole-drive loop has.
std::size_t index_count(const Config& c) {
  return std::size_t{1} + (has_superblocks(c) ? 1 : 0) + (c.buffer_slots != 0 ? 1 : 0) +
         (c.any_idle_slots != 0 ? 1 : 0) + (c.replicas != 0 ? 2 : 0);
}

// Enlarges a pool in place or elsewhere. Its elements are named by index, so nothing else changes. False if the system
// has no memory.
template <class T>
bool grow(T*& pool, std::size_t& bytes, std::size_t capacity) {
  void* moved = mremap(static_cast<void*>(pool), bytes, capacity * sizeof(T), MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) return false;
  pool = static_cast<T*>(moved);
  bytes = capacity * sizeof(T);
  return true;
}

}  // namespace

void Arena::lay_out(const ArenaShape& shape) {
  const Config& c = config_;
  const std::size_t spaces = c.map_planes, blocks = spaces * c.block_stride;
  bytes_ = 0;
  sparse_.clear();
  place(state_, 1);
  State& s = memory_ == nullptr ? layout_ : *state_;
  s.holders.group_log2 = std::max(group_log2_of(c.logical_pages), shape.least_group_log2);
  const std::size_t group = std::size_t{1} << s.holders.group_log2;
  place(s.l2p, (c.logical_pages + group - 1) / group * group);
  place(s.holders.notes, blocks * c.pages + 1);
  note_sparse((blocks * c.pages + 1) * sizeof(Note));
  if (shape.sector_states) {
    const std::size_t words = (c.logical_pages * c.sectors_per_page + 63) / 64;
    place(s.written, words);
    note_sparse(words * sizeof(u64));
  }
  place(s.space, spaces);
  place(s.free_blocks, blocks);
  if (c.wide_counts != 0)
    place(s.wide_valid, blocks);
  else
    place(s.valid, blocks);
  place(s.host_heads, spaces * c.streams);
  place(s.collection_heads, spaces * own_heads(c));
  if (c.collects_by_stream != 0) place(s.stream_of_block, blocks);
  if (c.streams > 1) place(s.stream_pages, c.streams);
  if (has_superblocks(c)) {
    place(s.striped, c.stripe);
    place(s.rank_in_stripe, c.stripe);
  }
  place(s.life, blocks);
  place(s.moves, c.pages);
  if (c.begun != 0) {
    place(s.begun_from, spaces);
    place(s.begun_pages, blocks);
  }
  lay_out_policies();
  if (c.functional_only == 0) lay_out_timing(shape);
  if (c.whole != 0) lay_out_whole();
}

u64 cells_of(const Config& c, TableOf of) {
  switch (of) {
    case TableOf::kDrive: return 1;
    case TableOf::kPage: return c.logical_pages;
    case TableOf::kBlock: return u64{c.map_planes} * c.blocks;
    case TableOf::kStream: return c.streams;
  }
  return 0;
}

// The least number of bits such that the number of a group is a note. No group has two logical pages: those of four are
// found as fast.
u32 group_log2_of(u64 logical_pages) {
  u32 log2 = 0;
  while (logical_pages > u64{kGroups} << log2) ++log2;
  return log2 == 1 ? 2 : log2;
}

// What policies read beside the map: how blocks compare, and tables.
void Arena::lay_out_policies() {
  const Config& c = config_;
  State& s = memory_ == nullptr ? layout_ : *state_;
  const std::size_t spaces = c.map_planes, blocks = spaces * c.block_stride;
  if (c.victim_class == VictimClass::kByValid) place(s.victim_rank, std::size_t{c.pages} + 1);
  if (c.keeps_ages != 0) place(s.full_at, blocks);
  if (ranks_by_age(c)) place(s.age_ranks, c.blocks);
  if (ranks_by_random(c)) place(s.random_ranks, c.blocks);
  if (ranks_by_age(c) || ranks_by_random(c)) place(s.ranking, c.blocks);
  if (c.victim_class == VictimClass::kOldest) {
    place(s.full_list, blocks);
    place(s.full_ends, spaces);
  }
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const u64 cells = cells_of(config_, tables_[i].of);
    place(s.tables[i].at, cells << tables_[i].bytes_log2);
    s.tables[i].count = cells;
    s.tables[i].bytes = cells << tables_[i].bytes_log2;
  }
}

void Arena::lay_out_timing(const ArenaShape& shape) {
  const Config& c = config_;
  State& s = memory_ == nullptr ? layout_ : *state_;
  const std::size_t planes = c.total_planes, units = std::size_t{c.channels} * c.units_per_channel;
  place(s.channels, c.channels);
  place(s.units, units);
  place(s.wishes, units);
  place(s.wish_times, units);
  place(s.orders, planes);
  place(s.host_blocks, planes);
  place(s.issued, std::size_t{c.map_planes} * c.block_stride);
  place(s.chip_covered, std::size_t{c.channels} * c.chips);
  if (shape.coupled) place(s.completions, std::max<std::size_t>(1, shape.completions));
  if (shape.closed_depth != 0) place(s.arrivals, shape.closed_depth);
  lay_out_flows(shape);
  place(s.response, kDirections);
  place(s.unit_times, units);
  place(s.channel_bus, c.channels);
  place(s.plane_array, planes);
  place(s.die_array, planes / c.planes);
  place(s.chip_array, std::size_t{c.channels} * c.chips);
}

void Arena::lay_out_whole() {
  const Config& c = config_;
  State& s = memory_ == nullptr ? layout_ : *state_;
  const std::size_t planes = c.total_planes, units = unit_count(c), commanded = units + reader_count(c);
  place(s.whole, 1);
  whole::Whole& w = memory_ == nullptr ? whole_layout_ : *s.whole;
  if (c.scope_planes != 1) place(w.collected, planes);
  if (c.background != 0) {
    place(w.rest_since, units);
    place(w.watched, (units + 63) / 64);
  }
  place(w.units, commanded);
  place(w.wishes, commanded);
  place(w.wants, commanded);
  place(w.engaged, units);
  place(w.busy, units);
  place(w.unit_ends, 2 * std::size_t{whole::unit_leaves(c)});
  place(w.tenure_end, commanded);
  place(w.array_end, commanded);
  place(w.planes, planes);
  place(w.plane_at, planes);
  place(w.behind, (planes + 63) / 64);
  lay_out_channels(w);
  place(w.queues, c.queues);
  lay_out_copies(w);
  if (c.reorder_requests != 0) place(w.turns.lines, c.channels);
  if (c.buffer_slots == 0) return;
  w.buffer.words = whole::words_of_page(c);
}

void Arena::lay_out_channels(whole::Whole& w) {
  const Config& c = config_;
  place(w.bus_ends, 2 * std::size_t{whole::channel_leaves(c)});
  place(w.unit_on_bus, c.channels);
  place(w.wanting, c.channels);
  place(w.touched, (c.channels + 63) / 64);
  place(w.engaged_units, c.channels);
  place(w.engaged_dies, std::size_t{c.channels} * c.chips);
  place(w.chip_mark, std::size_t{c.channels} * c.chips);
  place(w.busy_units, std::size_t{c.channels} * c.chips);
  place(w.decided, c.channels);
}

void Arena::lay_out_copies(whole::Whole& w) {
  const Config& c = config_;
  if (c.any_idle_slots != 0) {
    place(w.held.at, c.any_idle_slots);
    place(w.held.reserved, unit_count(c));
    place(w.held.gathered, unit_count(c));
  }
  if (c.replicas == 0) return;
  place(w.replicas.marks, c.replicas);
  place(w.replicas.at, c.replicas);
}

template <class T>
void Arena::map_pool(T*& memory, u32& capacity, u32 count) {
  memory = reinterpret_cast<T*>(map_memory(std::size_t{count} * sizeof(T)));
  capacity = count;
  pool_bytes_ += std::size_t{count} * sizeof(T);
}

// By how many elements a pool may grow: by as many as it has, if these take no more than half of the memory that is
// left (other pools grow too), and if indices can still name them. 0: it is full.
u32 Arena::room_to_grow(u32 capacity, std::size_t element_bytes) const {
  const std::size_t left = memory_limit_ > bytes() ? memory_limit_ - bytes() : 0;
  return static_cast<u32>(
      std::min({std::size_t{capacity}, left / 2 / element_bytes, std::size_t{kNone - 1 - capacity}}));
}

// How the engine gets more memory: see Whole::grow.
void Arena::grow_pool(State* state, void** memory, u32* capacity, u64 element_bytes) {
  auto* arena = static_cast<Arena*>(state->whole->owner);
  const u32 more = arena->room_to_grow(*capacity, element_bytes);
  const std::size_t bytes = *capacity * element_bytes;
  void* moved = more == 0 ? MAP_FAILED : mremap(*memory, bytes, bytes + more * element_bytes, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) std::longjmp(arena->out_of_memory_, 1);
  *memory = moved;
  *capacity += more;
  arena->pool_bytes_ += more * element_bytes;
}

// No page has an element.
template <class Index>
void Arena::map_index(PageIndex<Index>& index, u32 lists) {
  map_pool(index.lists, index.capacity, lists);
  std::fill_n(index.lists, lists, Index(kNone));
  index.mask = lists - 1;
}

void Arena::map_indices(u32 lists) {
  whole::Whole& w = *state_->whole;
  map_index(w.latest, lists);
  if (has_superblocks(config_)) map_index(w.moving, lists);
  if (config_.buffer_slots != 0) map_index(w.buffer.open, lists);
  if (config_.any_idle_slots != 0) map_index(w.held.slot_of, lists);
  if (config_.replicas == 0) return;
  map_index(w.replicas.mark_of, lists);
  map_index(w.replicas.replica_of, lists);
}

// No request is in the drive.
void Arena::start_turns(const ArenaShape& shape) {
  whole::Turns& t = state_->whole->turns;
  std::fill_n(t.lines.at, config_.channels, List<>{kNone, kNone});
  t.turns.free = t.places.free = t.waiting.free = kNone;
  map_pool(t.turns.at, t.turns.capacity, shape.slots);
  map_pool(t.places.at, t.places.capacity, shape.slots);
  map_pool(t.waiting.at, t.waiting.capacity, shape.slots);
}

void Arena::start_whole(const ArenaShape& shape) {
  State& s = *state_;
  whole::Whole& w = *s.whole;
  const Config& c = config_;
  start_units(c, w);
  start_planes(c, w);
  for (u32 q = 0; q < c.queues; ++q)
    w.queues[q] = {
        .waiting = kEmpty, .in_flight = 0, .waiting_count = 0, .posted = kEmpty, .posted_count = 0, .posted_since = 0};
  w.unplaced = kEmpty;
  w.last_read = kNone;
  w.buffer.resident = w.buffer.waiting = w.buffer.loading = List<>{kNone, kNone};
  std::ranges::fill(w.buffer.whole, whole::kNoDirty);
  std::ranges::fill(w.buffer.partial, whole::kNoDirty);
  std::ranges::fill(w.buffer.asked, whole::kNoDirty);
  w.ops.free = kNone;
  w.slots.free = w.buffer.entries.free = kNone;
  map_pool(w.ops.at, w.ops.capacity, shape.operations);
  map_pool(w.slots.at, w.slots.capacity, shape.slots);
  map_pool(w.timers, w.timer_capacity, shape.operations);
  map_pool(w.done, w.done_capacity, shape.slots);
  if (whole::has_outside(c)) map_pool(w.outside, w.outside_capacity, shape.slots);
  if (c.coalesce_requests != 0) map_pool(w.postings, w.posting_capacity, shape.slots);
  if (shape.flushes) map_pool(w.flushes.at, w.flushes.capacity, shape.slots);
  if (c.buffer_slots != 0) {
    map_pool(w.buffer.entries.at, w.buffer.entries.capacity, c.buffer_slots + 1);
    u32 words = 0;
    map_pool(w.buffer.sectors, words, (c.buffer_slots + 1) * whole::sector_words(c));
    w.buffer.sectors_capacity = c.buffer_slots + 1;
    w.buffer.free_slots = c.buffer_slots;
  }
  map_indices(first_lists(shape));
  start_copies(c, w);
  if (c.reorder_requests != 0) start_turns(shape);
  w.next_timer = w.next_done = kNever;
  w.completions_matter = shape.coupled || c.reorder_requests != 0 ? 1 : 0;
  w.owner = this;
  w.grow = &grow_pool;
  w.has_syncs = shape.flushes ? 1 : 0;
}

void Arena::map_plain_pools(const ArenaShape& shape) {
  State& s = *state_;
  ops_bytes_ = std::size_t{shape.operations} * sizeof(FlashOp);
  s.ops.at = reinterpret_cast<FlashOp*>(map_memory(ops_bytes_));
  s.ops.capacity = s.ops_available = shape.operations;
  slots_bytes_ = std::size_t{shape.slots} * sizeof(Slot);
  if (shape.sector_states)
    s.before.at = reinterpret_cast<Waits*>(map_memory(before_bytes_ = std::size_t{shape.operations} * sizeof(Waits)));
  s.slots.at = reinterpret_cast<Slot*>(map_memory(slots_bytes_));
  s.slots.capacity = shape.slots;
}

// Tables of which a short run touches little get small pages, so that it need not wait for the rest.
void Arena::back_sparsely(const ArenaShape& shape) {
  const std::size_t map = shape.sector_states ? 3 : 2;  // the map, its reverse, and the written sectors
  for (std::size_t i = shape.full_map ? map : 0; i < sparse_.size(); ++i) {
    const std::size_t begin = (sparse_[i].begin + kHugePage - 1) / kHugePage * kHugePage,
                      end = (sparse_[i].begin + sparse_[i].bytes) / kHugePage * kHugePage;
    const bool pays =
        end < begin + kAlwaysHuge || shape.page_operations / kOperationsOfAHugePage >= (end - begin) / kHugePage;
    if (!pays) madvise(memory_ + begin, end - begin, MADV_NOHUGEPAGE);
  }
}

Arena::Arena(const Plan& plan, const ArenaShape& shape) : config_(config_of(plan, shape.pass)), tables_(plan.tables) {
  if (shape.whole) config_.whole = 1;
  if (shape.begun) config_.begun = 1;
  memory_limit_ = shape.memory_limit;
  lay_out(shape);
  memory_ = map_memory(bytes_);
  lay_out(shape);
  back_sparsely(shape);
  erase_all();
  State& s = *state_;
  s.config = &config_;
  for (std::size_t i = 0; i < kHooks; ++i) s.hooks[i] = plan.policies.program(static_cast<Hook>(i));
  s.queue_weights = plan.queue_weights.data();
  s.closed_depth = shape.by_flow ? kByFlow : shape.closed_depth;
  s.arrivals_count = shape.closed_depth;  // in a closed loop this many requests arrive at time 0
  if (config_.functional_only == 0) map_plain_pools(shape);
  if (config_.functional_only == 0) start_flows(shape);
  start_policies();
  if (config_.whole != 0) start_whole(shape);
}

std::size_t Arena::bytes_needed(const Plan& plan, const ArenaShape& shape) {
  Arena measured(config_of(plan, shape.pass));
  measured.tables_ = plan.tables;
  if (shape.whole) measured.config_.whole = 1;
  if (shape.begun) measured.config_.begun = 1;
  measured.lay_out(shape);
  return measured.bytes_ + measured.pools_needed(shape);
}

std::size_t Arena::pools_needed(const ArenaShape& shape) const {
  using whole::PageOp, whole::Timer, whole::Completion, whole::Entry;
  if (config_.functional_only != 0) return 0;
  const std::size_t operations = shape.operations, slots = shape.slots;
  std::size_t bytes = operations * (sizeof(FlashOp) + (shape.sector_states ? sizeof(Waits) : 0)) + slots * sizeof(Slot);
  if (config_.whole == 0) return bytes;
  bytes += operations * (sizeof(PageOp) + sizeof(Timer)) + slots * (sizeof(Slot) + sizeof(Completion));
  bytes += index_count(config_) * first_lists(shape) * sizeof(u32);
  if (config_.reorder_requests != 0)
    bytes += slots * (sizeof(whole::Turn) + sizeof(whole::PlaceInLine) + sizeof(whole::WaitingOp));
  if (whole::has_outside(config_)) bytes += slots * sizeof(whole::OutsideFlash);
  if (config_.coalesce_requests != 0) bytes += slots * sizeof(whole::Posting);
  if (shape.flushes) bytes += slots * sizeof(whole::WaitingFlush);
  if (config_.buffer_slots != 0)
    bytes += (std::size_t{config_.buffer_slots} + 1) * (sizeof(Entry) + whole::sector_words(config_) * sizeof(u64));
  return bytes;
}

Arena::~Arena() {
  if (state_ == nullptr) return;
  if (ops_bytes_ != 0) munmap(static_cast<void*>(state_->ops.at), ops_bytes_);
  if (slots_bytes_ != 0) munmap(static_cast<void*>(state_->slots.at), slots_bytes_);
  if (before_bytes_ != 0) munmap(static_cast<void*>(state_->before.at), before_bytes_);
  if (config_.whole != 0) {
    const whole::Whole& w = *state_->whole;
    const auto unmap = [](auto* memory, std::size_t count) {
      if (memory != nullptr) munmap(static_cast<void*>(memory), count * sizeof *memory);
    };
    for (const auto* index : {&w.latest, &w.moving}) unmap(index->lists, index->capacity);
    for (const auto* index : {&w.buffer.open, &w.held.slot_of, &w.replicas.mark_of, &w.replicas.replica_of})
      unmap(index->lists, index->capacity);
    unmap(w.ops.at, w.ops.capacity);
    unmap(w.slots.at, w.slots.capacity);
    unmap(w.outside, w.outside_capacity);
    unmap(w.flushes.at, w.flushes.capacity);
    unmap(w.timers, w.timer_capacity);
    unmap(w.done, w.done_capacity);
    unmap(w.postings, w.posting_capacity);
    unmap(w.turns.turns.at, w.turns.turns.capacity);
    unmap(w.turns.places.at, w.turns.places.capacity);
    unmap(w.turns.waiting.at, w.turns.waiting.capacity);
    unmap(w.buffer.entries.at, w.buffer.entries.capacity);
    unmap(w.buffer.sectors, std::size_t{w.buffer.sectors_capacity} * whole::sector_words(config_));
  }
  munmap(memory_, bytes_);
}

bool Arena::enlarge(Status wanted) {
  State& s = *state_;
  const bool operations = wanted == Status::kNeedOps;
  u32& capacity = operations ? s.ops.capacity : s.slots.capacity;
  const std::size_t element = operations ? sizeof(FlashOp) + (before_bytes_ == 0 ? 0 : sizeof(Waits)) : sizeof(Slot);
  const u32 more = room_to_grow(capacity, element);
  const std::size_t larger = std::size_t{capacity} + more;
  if (more == 0) return false;
  if (!operations && !grow(s.slots.at, slots_bytes_, larger)) return false;
  if (operations && before_bytes_ != 0 && !grow(s.before.at, before_bytes_, larger)) return false;
  if (operations && !grow(s.ops.at, ops_bytes_, larger)) return false;
  if (operations) s.ops_available += more;
  capacity += more;
  return true;
}

}  // namespace ssd::run

// The run's memory: see arena.h. One mapping, so that huge pages can back it; untouched parts cost nothing.
#include "runtime/simulation/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace ssd::simulation {
namespace {

constexpr std::size_t kLine = 64;

std::byte* map_memory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);
  return static_cast<std::byte*>(memory);
}

// Doubles a pool in place or elsewhere; its entries are named by index, so nothing else changes.
template <class T>
void grow(T*& pool, u32& capacity, std::size_t& bytes) {
  const std::size_t wanted = std::size_t{capacity} * 2 * sizeof(T);
  void* moved = mremap(static_cast<void*>(pool), bytes, wanted, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) throw std::bad_alloc();
  pool = static_cast<T*>(moved);
  bytes = wanted;
  capacity *= 2;
}

}  // namespace

template <class T>
void Arena::place(T*& pointer, std::size_t count) {
  bytes_ = (bytes_ + kLine - 1) / kLine * kLine;
  pointer = memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + bytes_);
  bytes_ += count * sizeof(T);
}

void Arena::lay_out(const ArenaShape& shape) {
  const Config& c = config_;
  const std::size_t planes = c.total_planes, blocks = planes * c.blocks, units = std::size_t{c.channels} * c.units_per_channel;
  bytes_ = 0;
  place(state_, 1);
  State& s = memory_ == nullptr ? layout_ : *state_;
  place(s.l2p, c.logical_pages);
  place(s.p2l, blocks * c.pages);
  if (shape.sector_states) place(s.written, (c.logical_pages * c.sectors_per_page + 63) / 64);
  place(s.space, planes);
  place(s.free_blocks, blocks);
  place(s.valid, blocks);
  place(s.life, blocks);
  place(s.moves, c.pages);
  place(s.channels, c.channels);
  place(s.units, units);
  place(s.wishes, units);
  place(s.wish_times, units);
  place(s.orders, planes);
  place(s.issued, blocks);
  place(s.chip_covered, std::size_t{c.channels} * c.chips);
  if (shape.coupled) place(s.completions, std::max<std::size_t>(1, shape.completions));
  if (shape.closed_depth != 0) place(s.arrivals, shape.closed_depth);
  place(s.response, 2);
  place(s.channel_bus, c.channels);
  place(s.plane_array, planes);
  place(s.chip_array, std::size_t{c.channels} * c.chips);
}

// The state at time 0. Fresh memory is zero, so only what starts otherwise is written.
void Arena::erase_all() {
  State& s = *state_;
  const Config& c = config_;
  const std::size_t blocks = std::size_t{c.total_planes} * c.blocks;
  std::memset(s.l2p, 0xff, c.logical_pages * sizeof *s.l2p);
  std::fill_n(s.valid, blocks, kNotEligible);
  for (std::size_t i = 0; i < blocks; ++i) s.free_blocks[i] = static_cast<u16>(i % c.blocks);
  for (u32 p = 0; p < c.total_planes; ++p) {
    s.space[p] = {.host_block = kNone, .host_page = 0, .collection_block = kNone, .collection_page = 0,
                  .free_first = 0, .free_count = c.blocks, .free_pages = c.pages_per_plane};
    s.orders[p] = {.queue = {kNone, kNone}, .last_stamp = 0, .last_block = kNone, .last_end = 0};
  }
  for (u32 i = 0; i < c.channels; ++i) {
    s.channels[i] = {.bus_free = 0, .next_decision = kNever, .arrivals = {kNone, kNone}, .end = 0};
  }
  for (u32 u = 0; u < c.channels * c.units_per_channel; ++u) {
    s.units[u] = {.free_at = 0, .reads = {kNone, kNone}, .current = kNone, .moves_left = 0,
                  .first_plane = u * c.planes_per_unit, .phase = Phase::kIdle};
    s.wish_times[u] = kNever;
  }
  for (u32 d = 0; d < 2; ++d) s.response[d].min = ~u64{0};
  s.partial_slot = s.op_free = s.slot_free = s.prepared_first = s.prepared_last = kNone;
  s.host.first_arrival = kNever;
}

Arena::Arena(const design::Design& design, const ArenaShape& shape) : config_(design::config(design)) {
  lay_out(shape);
  memory_ = map_memory(bytes_);
  lay_out(shape);
  erase_all();
  State& s = *state_;
  s.config = &config_;
  for (std::size_t i = 0; i < design.allocation.map.size(); ++i) s.map[i] = design.allocation.map[i].program();
  s.trigger = design.gc.trigger.program();
  s.stop = design.gc.stop.program();
  s.closed_depth = shape.closed_depth;
  s.arrivals_count = shape.closed_depth;  // in a closed loop so many requests arrive at time 0
  ops_bytes_ = std::size_t{shape.operations} * sizeof *s.ops;
  s.ops = reinterpret_cast<FlashOp*>(map_memory(ops_bytes_));
  s.op_capacity = s.ops_available = shape.operations;
  slots_bytes_ = std::size_t{shape.slots} * sizeof *s.slots;
  s.slots = reinterpret_cast<Slot*>(map_memory(slots_bytes_));
  s.slot_capacity = shape.slots;
}

std::size_t Arena::bytes_needed(const design::Design& design, const ArenaShape& shape) {
  Arena measured(design::config(design));
  measured.lay_out(shape);
  return measured.bytes_ + shape.operations * sizeof(FlashOp) + shape.slots * sizeof(Slot);
}

Arena::~Arena() {
  if (state_ == nullptr) return;
  munmap(static_cast<void*>(state_->ops), ops_bytes_);
  munmap(static_cast<void*>(state_->slots), slots_bytes_);
  munmap(memory_, bytes_);
}

void Arena::grow_ops() {
  state_->ops_available += state_->op_capacity;
  grow(state_->ops, state_->op_capacity, ops_bytes_);
}

void Arena::grow_slots() { grow(state_->slots, state_->slot_capacity, slots_bytes_); }

}  // namespace ssd::simulation

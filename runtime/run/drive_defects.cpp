// Checks of a state: what no run can have left (defect), and what does not fit a design of the same shape (misfit). The
// content of every file is checked here before it reaches the engine. See drive_state.h.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/abi/endurance.h"
#include "runtime/engine/ftl/sectors.h"
#include "runtime/run/drive_state.h"
#include "runtime/run/planes.h"

namespace ssd::run {

namespace {

// How many pages of each block are programmed, and whether the blocks contradict each other.
class Blocks {
 public:
  explicit Blocks(const DriveState& state) : state_(state), programmed_(state.shape.total_blocks(), kUnsaid) {}

  std::string defect() {
    u64 first_free = 0;
    for (u64 plane = 0; plane < state_.shape.total_planes(); ++plane) {
      if (std::string found = defect_of_plane(plane, first_free); !found.empty()) return found;
      first_free += state_.free_counts[plane];
    }
    std::ranges::replace(programmed_, kUnsaid, static_cast<u32>(state_.shape.pages));
    return {};
  }
  u32 programmed(u64 block) const { return programmed_[block]; }

 private:
  static constexpr u32 kUnsaid = ~u32{0};

  bool set(u64 plane, u64 block, u64 pages) {
    if (block >= state_.shape.blocks || programmed_[plane * state_.shape.blocks + block] != kUnsaid) return false;
    programmed_[plane * state_.shape.blocks + block] = static_cast<u32>(pages);
    return true;
  }

  std::string defect_of_plane(u64 plane, u64 first_free) {
    const DriveShape& shape = state_.shape;
    bool sound = true, some_retired = false;
    for (u64 i = 0; i < state_.free_counts[plane]; ++i) sound &= set(plane, state_.free_blocks[first_free + i], 0);
    for (u64 i = 0; i < shape.active_blocks(); ++i) {
      const Active& active = state_.active[plane * shape.active_blocks() + i];
      if (active.block == kNone) {
        sound &= active.page == 0;
        continue;
      }
      sound &= set(plane, active.block, active.page) && active.page > 0 && active.page < shape.pages;
      sound &= i < shape.streams || shape.shared_stream == kNoStream;
    }
    for (u64 b = 0; b < shape.blocks; ++b) {
      const u64 block = plane * shape.blocks + b;
      if (state_.erases[block] >> 31 != 0) sound = false;
      if (const u32 begun = state_.begun.empty() ? 0 : state_.begun[block]; begun != 0)
        sound &= shape.planes_of_superblock == 1 && begun < shape.pages && set(plane, b, begun);
      if (state_.retired[block] == 0) continue;
      sound &= set(plane, b, 0);
      some_retired = true;
    }
    if (!sound) return fmt::format("the blocks of plane {} contradict each other", plane);
    return state_.free_counts[plane] != 0 || some_retired ? "" : fmt::format("plane {} has no free block", plane);
  }

  const DriveState& state_;
  std::vector<u32> programmed_;
};

// Each logical page is at a page of its own that is programmed.
std::string defect_of_map(const DriveState& state, const Blocks& blocks) {
  const DriveShape& shape = state.shape;
  std::vector<bool> taken(shape.physical_pages());
  for (u64 lpn = 0; lpn < state.map.size(); ++lpn) {
    const u32 page = state.map[lpn];
    if (page == kNoPage) continue;
    if (page >= taken.size() || taken[page] || page % shape.pages >= blocks.programmed(page / shape.pages)) {
      return fmt::format("logical page {} is at an impossible place", lpn);
    }
    taken[page] = true;
  }
  return {};
}

// A logical page has written sectors if and only if it is in the map.
std::string defect_of_sectors(const DriveState& state) {
  const u64 sectors = state.shape.sectors_per_page();
  for (u64 lpn = 0; !state.written.empty() && lpn < state.map.size(); ++lpn) {
    bool any = false;
    for_bits(lpn * sectors, sectors, [&](u64 word, u64 mask) { any |= (state.written[word] & mask) != 0; });
    if (any != (state.map[lpn] != kNoPage))
      return fmt::format("the sectors of logical page {} and the map disagree", lpn);
  }
  return {};
}

}  // namespace

std::string defect(const DriveState& state) {
  if (state.write_back_turn >= state.units || state.replica_turn >= state.units)
    return "a turn belongs to a unit that does not exist";
  if (std::ranges::any_of(state.ages, [](Time age) { return age > kLongestAge; }))
    return "a block is older than simulated time can be";
  if (std::ranges::any_of(state.streams_of_blocks, [&](u8 stream) { return stream >= state.shape.streams; }))
    return "a block belongs to a stream that does not exist";
  Blocks blocks(state);
  if (std::string found = blocks.defect(); !found.empty()) return found;
  if (std::string found = defect_of_map(state, blocks); !found.empty()) return found;
  return defect_of_sectors(state);
}

namespace {

// The pages of a plane's free blocks, and those that are left in its collection blocks (collection.stream).
u64 room_of_collection(const DriveState& state, u64 plane) {
  const DriveShape& shape = state.shape;
  u64 pages = state.free_counts[plane] * shape.pages;
  for (u64 i = shape.streams; i < shape.active_blocks(); ++i) {
    const Active& active = state.active[plane * shape.active_blocks() + i];
    pages += active.block == kNone ? 0 : shape.pages - active.page;
  }
  return pages;
}

}  // namespace

// A static map determines where a page goes whenever it is written, so the page must already be there; collection
// within a die leaves it in the die.
Misfit misfit(const DriveState& state, const Plan& plan) {
  u64 worn_otherwise = 0;
  for (u64 block = 0; block < state.erases.size(); ++block) {
    worn_otherwise += is_worn_out(state.erases[block], plan.config.endurance) != (state.retired[block] != 0) ? 1 : 0;
  }
  if (worn_otherwise != 0) return {.kind = Misfit::Kind::kRetired, .blocks = worn_otherwise};
  for (u64 plane = 0; plan.config.asks_moves != 0 && plane < state.free_counts.size(); ++plane) {
    if (room_of_collection(state, plane) < u64{plan.config.reserve} * plan.config.pages)
      return {.kind = Misfit::Kind::kReserve, .plane = plane, .blocks = state.free_counts[plane]};
  }
  if (state.ages.empty() && plan.config.keeps_ages != 0) return {.kind = Misfit::Kind::kAges};
  if (plan.config.placement != Placement::kStatic) return {};
  const PlaneOfPage planes(plan);
  const u64 alike = plan.config.same_die != 0 ? plan.geometry.planes : 1;
  for (u64 lpn = 0; lpn < state.map.size(); ++lpn) {
    if (state.map[lpn] == kNoPage) continue;
    const u64 plane = state.map[lpn] / plan.geometry.pages_per_plane(), expected = planes(lpn);
    if (plane / alike != expected / alike)
      return {.kind = Misfit::Kind::kMisplaced, .lpn = lpn, .plane = plane, .expected = expected};
  }
  return {};
}

}  // namespace ssd::run

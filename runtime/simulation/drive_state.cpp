// Between an engine's memory and a DriveState: see drive_state.h. What the engine can work out is not kept: which block a page is valid in,
// how many pages are free, what was erased.
#include "runtime/simulation/drive_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/engine/ftl/sectors.h"
#include "runtime/engine/ftl/space.h"
#include "runtime/simulation/planes.h"

namespace ssd::simulation {
namespace {

using Active = DriveState::Active;

u32 units_of(const Config& c) { return c.channels * c.units_per_channel; }

// ---- from the engine --------------------------------------------------------------------------------------------------------

Active active_of(const State& s, const Config& c, u32 plane, u32 stream) {
  const PlaneSpace& space = s.space[plane];
  if (stream == c.streams) return {space.collection_block, space.collection_block == kNone ? 0 : space.collection_page};
  if (s.whole == nullptr) return {space.host_block, space.host_block == kNone ? 0 : space.host_page};
  const whole::Active& active = s.whole->active[u64{plane} * c.streams + stream];
  return {active.block, active.block == kNone ? 0 : active.page};
}

// Only where some mapped page was written in part. What is not in the map was written to a buffer or a slot, and is lost.
std::vector<u64> sectors_of(const State& s, const Config& c) {
  if (s.written == nullptr) return {};
  std::vector<u64> written((c.logical_pages * c.sectors_per_page + 63) / 64);
  bool all_whole = true;
  for (u64 lpn = 0; lpn < c.logical_pages; ++lpn) {
    if (s.l2p[lpn] == kNoPage) continue;
    const u64 first = lpn * c.sectors_per_page;
    for_bits(first, c.sectors_per_page, [&](u64 word, u64 mask) { written[word] |= s.written[word] & mask; });
    all_whole &= written_sectors(s, first, c.sectors_per_page) == c.sectors_per_page;
  }
  return all_whole ? std::vector<u64>{} : written;
}

std::vector<Time> ages_of(const State& s, const Config& c, u64 blocks, Time end) {
  if (c.keeps_ages == 0) return {};
  std::vector<Time> ages(blocks);
  const Time now = end + kTimeZero;
  std::transform(s.full_at, s.full_at + blocks, ages.begin(), [now](Time full) { return now > full ? std::min(now - full, kLongestAge) : 0; });
  return ages;
}

void capture_plane(const State& s, const Config& c, u32 plane, DriveState& to) {
  const u32 free = s.space[plane].free_count;
  to.free_counts.push_back(free);
  std::vector<bool> in_use(c.blocks, true);
  for (u32 i = 0; i < free; ++i) {
    to.free_blocks.push_back(static_cast<u16>(free_block(s, c, plane, i)));
    in_use[to.free_blocks.back()] = false;
  }
  for (u32 stream = 0; stream <= c.streams; ++stream) {
    to.active.push_back(active_of(s, c, plane, stream));
    if (to.active.back().block != kNone) in_use[to.active.back().block] = false;
  }
  // Neither free nor active, and yet no victim: such a block has worn out (S69).
  for (u32 b = 0; b < c.blocks; ++b) to.retired.push_back(in_use[b] && s.valid[first_block(c, plane) + b] >= kNotEligible ? 1 : 0);
}

void capture_turns(const State& s, const Config& c, DriveState& to) {
  to.unit_turns.resize(units_of(c));
  if (s.whole == nullptr) return;
  const whole::Whole& w = *s.whole;
  to.write_number = w.write_number;
  to.turn = w.turn;
  for (u32 u = 0; u < units_of(c); ++u) to.unit_turns[u] = w.units[u].turn;
  to.write_back_turn = w.held.turn;
  to.replica_turn = w.replicas.turn;
}

// ---- into the engine --------------------------------------------------------------------------------------------------------

// How far the block's programs have come; the functional pass alone has no use for that.
void note_issued(State& s, u64 block, u64 pages) {
  if (s.issued != nullptr) s.issued[block] = (u64{s.life[block] >> 1} << 16) | pages;
}

void open_block(State& s, const Config& c, u32 plane, u32 stream, const Active& active) {
  const u64 block = first_block(c, plane) + active.block;
  s.valid[block] |= kNotEligible;
  note_issued(s, block, active.page);
  s.space[plane].free_pages += c.pages - active.page;
  PlaneSpace& space = s.space[plane];
  if (stream == c.streams) {
    space.collection_block = active.block;
    space.collection_page = active.page;
    s.life[block] |= 1;
  } else if (s.whole == nullptr) {
    space.host_block = active.block;
    space.host_page = active.page;
  } else {
    s.whole->active[u64{plane} * c.streams + stream] = {active.block, active.page};
  }
}

// Blocks are full, and then some of them are not.
void restore_plane(State& s, const Config& c, const DriveState& from, u32 plane, u64 first_free) {
  const u64 first = first_block(c, plane);
  PlaneSpace& space = s.space[plane];
  space = {.host_block = kNone, .host_page = 0, .collection_block = kNone, .collection_page = 0, .free_first = 0,
           .free_count = from.free_counts[plane], .free_pages = from.free_counts[plane] * c.pages, .erased = 0};
  for (u32 b = 0; b < c.blocks; ++b) {
    const u64 block = first + b;
    s.valid[block] = from.retired[block] != 0 ? kNotEligible : 0;
    s.retired_blocks += from.retired[block];
    s.life[block] = from.erases[block] << 1;
    note_issued(s, block, c.pages);
    space.erased += from.erases[block];
  }
  for (u32 i = 0; i < space.free_count; ++i) {
    const u16 block = s.free_blocks[first + i] = from.free_blocks[first_free + i];
    s.valid[first + block] = kNotEligible;
    note_issued(s, first + block, 0);
  }
  for (u32 stream = 0; stream <= c.streams; ++stream) {
    const Active& active = from.active[u64{plane} * (c.streams + 1) + stream];
    if (active.block != kNone) open_block(s, c, plane, stream, active);
  }
}

void restore_ages(State& s, const Config& c, const DriveState& from) {
  std::transform(from.ages.begin(), from.ages.end(), s.full_at, [](Time age) { return kTimeZero - age; });
  if (c.victim_class != VictimClass::kOldest) return;
  std::vector<u32> full;
  for (u32 plane = 0; plane < c.map_planes; ++plane) {
    const u64 first = first_block(c, plane);
    full.clear();
    for (u32 b = 0; b < c.blocks; ++b) {
      if (s.valid[first + b] < kNotEligible) full.push_back(b);
    }
    std::ranges::stable_sort(full, {}, [&](u32 b) { return s.full_at[first + b]; });
    for (const u32 b : full) enter_list_of_full(s, c, plane, b);
  }
}

// The map is read in order, the flash at random: fetched ahead.
void restore_map(State& s, const Config& c, const DriveState& from) {
  constexpr u64 kFetchedAhead = 32;
  const std::vector<u32>& map = from.map;
  std::ranges::copy(map, s.l2p);
  for (u64 lpn = 0; lpn < map.size(); ++lpn) {
    const u32 later = map[std::min<u64>(lpn + kFetchedAhead, map.size() - 1)];
    if (later != kNoPage) __builtin_prefetch(&s.p2l[later], 1);
    if (map[lpn] == kNoPage) continue;
    s.p2l[map[lpn]] = static_cast<u32>(lpn);
    ++s.valid[map[lpn] / c.pages];
  }
  if (s.written == nullptr) return;
  if (!from.written.empty()) {
    std::ranges::copy(from.written, s.written);
    return;
  }
  for (u64 lpn = 0; lpn < map.size(); ++lpn) {
    if (map[lpn] != kNoPage) mark_written(s, lpn * c.sectors_per_page, c.sectors_per_page);
  }
}

void restore_turns(State& s, const Config& c, const DriveState& from) {
  if (s.whole == nullptr) return;
  whole::Whole& w = *s.whole;
  w.write_number = from.write_number;
  w.turn = from.turn;
  if (from.unit_turns.size() != units_of(c)) return;
  for (u32 u = 0; u < units_of(c); ++u) w.units[u].turn = from.unit_turns[u];
  w.held.turn = from.write_back_turn;
  w.replicas.turn = from.replica_turn;
}

}  // namespace

DriveState capture(const State& s, const Config& c, Time end) {
  DriveState state;
  state.shape = shape_of(c);
  const u64 blocks = state.shape.total_blocks();
  state.map.assign(s.l2p, s.l2p + c.logical_pages);
  state.written = sectors_of(s, c);
  state.erases.resize(blocks);
  std::transform(s.life, s.life + blocks, state.erases.begin(), [](BlockLife life) { return life >> 1; });
  state.ages = ages_of(s, c, blocks, end);
  for (u32 plane = 0; plane < c.map_planes; ++plane) capture_plane(s, c, plane, state);
  capture_turns(s, c, state);
  return state;
}

void restore(State& s, const Config& c, const DriveState& state) {
  u64 first_free = 0;
  for (u32 plane = 0; plane < c.map_planes; ++plane) {
    restore_plane(s, c, state, plane, first_free);
    first_free += state.free_counts[plane];
  }
  restore_map(s, c, state);
  if (c.keeps_ages != 0) restore_ages(s, c, state);
  restore_turns(s, c, state);
}

DriveShape shape_of(const Config& c) {
  return {.channels = c.channels, .chips = c.chips, .dies = c.dies, .planes = c.planes, .blocks = c.blocks, .pages = c.pages,
          .page_bytes = c.page_bytes, .sector_bytes = c.sector_bytes, .logical_pages = c.logical_pages, .streams = c.streams,
          .shared_stream = c.shared_stream, .planes_of_superblock = c.stripe};
}

u64 bytes_of_state(const DriveShape& shape) {
  const u64 sectors = (shape.logical_pages * shape.sectors_per_page() + 63) / 64 * sizeof(u64);
  const u64 a_block = sizeof(u32) + sizeof(Time) + sizeof(u8) + sizeof(u16);
  return shape.logical_pages * sizeof(u32) + sectors + shape.total_blocks() * a_block + shape.total_planes() * (shape.streams + 2) * sizeof(Active);
}

ShapeDifference difference(const DriveShape& here, const DriveShape& there) {
  struct Row {
    u64 DriveShape::*field;
    const char* text;
  };
  static constexpr std::array kRows{
      Row{&DriveShape::channels, "{} channels"},          Row{&DriveShape::chips, "{} chips on a channel"},
      Row{&DriveShape::dies, "{} dies on a chip"},        Row{&DriveShape::planes, "{} planes on a die"},
      Row{&DriveShape::planes_of_superblock, "superblocks of {} planes"},
      Row{&DriveShape::blocks, "{} blocks in a plane"},   Row{&DriveShape::pages, "{} pages in a block"},
      Row{&DriveShape::page_bytes, "pages of {} bytes"},  Row{&DriveShape::sector_bytes, "sectors of {} bytes"},
      Row{&DriveShape::logical_pages, "{} logical pages"}, Row{&DriveShape::streams, "{} streams"}};
  for (const Row& row : kRows) {
    if (here.*row.field != there.*row.field) return {fmt::format(fmt::runtime(row.text), here.*row.field), fmt::format(fmt::runtime(row.text), there.*row.field)};
  }
  const auto active = [](u64 stream) {
    return stream == kNoStream ? std::string("active blocks of collection's own") : fmt::format("active blocks that collection shares with stream {}", stream);
  };
  if (here.shared_stream != there.shared_stream) return {active(here.shared_stream), active(there.shared_stream)};
  return {};
}

namespace {

// How many pages of each block are programmed, and whether that can be.
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
    for (u64 stream = 0; stream <= shape.streams; ++stream) {
      const Active& active = state_.active[plane * (shape.streams + 1) + stream];
      if (active.block == kNone) {
        sound &= active.page == 0;
        continue;
      }
      sound &= set(plane, active.block, active.page) && active.page > 0 && active.page < shape.pages;
      sound &= stream < shape.streams || shape.shared_stream == kNoStream;
    }
    for (u64 b = 0; b < shape.blocks; ++b) {
      const u64 block = plane * shape.blocks + b;
      if (state_.erases[block] >> 31 != 0) sound = false;
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

// Each page in one place at most, and there only if something was programmed.
std::string defect_of_map(const DriveState& state, const Blocks& blocks) {
  const DriveShape& shape = state.shape;
  std::vector<bool> taken(shape.physical_pages());
  for (u64 lpn = 0; lpn < state.map.size(); ++lpn) {
    const u32 page = state.map[lpn];
    if (page == kNoPage) continue;
    if (page >= taken.size() || taken[page] || page % shape.pages >= blocks.programmed(page / shape.pages)) {
      return fmt::format("logical page {} cannot be where it is", lpn);
    }
    taken[page] = true;
  }
  return {};
}

// A page has written sectors if and only if the map knows it.
std::string defect_of_sectors(const DriveState& state) {
  const u64 sectors = state.shape.sectors_per_page();
  for (u64 lpn = 0; !state.written.empty() && lpn < state.map.size(); ++lpn) {
    bool any = false;
    for_bits(lpn * sectors, sectors, [&](u64 word, u64 mask) { any |= (state.written[word] & mask) != 0; });
    if (any != (state.map[lpn] != kNoPage)) return fmt::format("the sectors of logical page {} and the map disagree", lpn);
  }
  return {};
}

}  // namespace

std::string defect(const DriveState& state) {
  const auto beyond = [](u64 most) { return [most](u32 turn) { return turn >= most; }; };
  const u64 units = state.unit_turns.size();
  if (state.turn >= state.shape.total_planes() || std::ranges::any_of(state.unit_turns, beyond(state.shape.total_planes())) ||
      state.write_back_turn >= units || state.replica_turn >= units) {
    return "a turn is that of a plane or unit that is not there";
  }
  if (std::ranges::any_of(state.ages, [](Time age) { return age > kLongestAge; })) return "a block is older than simulated time can be";
  Blocks blocks(state);
  if (std::string found = blocks.defect(); !found.empty()) return found;
  if (std::string found = defect_of_map(state, blocks); !found.empty()) return found;
  return defect_of_sectors(state);
}

// A static map says where a page goes whenever it is written, so it must be there already; collection within a die leaves it in the die.
Misfit misfit(const DriveState& state, const design::Design& design) {
  const u64 endurance = design.nand.endurance;
  u64 worn_otherwise = 0;
  for (u64 block = 0; block < state.erases.size(); ++block) {
    const bool worn = endurance != 0 && state.erases[block] >= endurance;
    worn_otherwise += worn != (state.retired[block] != 0) ? 1 : 0;
  }
  if (worn_otherwise != 0) return {.kind = Misfit::Kind::kRetired, .blocks = worn_otherwise};
  if (state.ages.empty() && design::keeps_ages(design)) return {.kind = Misfit::Kind::kAges};
  if (design.allocation.placement != Placement::kStatic) return {};
  const PlaneOfPage planes(design);
  const u64 alike = design::config(design).same_die != 0 ? design.geometry.planes : 1;
  for (u64 lpn = 0; lpn < state.map.size(); ++lpn) {
    if (state.map[lpn] == kNoPage) continue;
    const u64 plane = state.map[lpn] / design.geometry.pages_per_plane(), expected = planes(lpn);
    if (plane / alike != expected / alike) return {.kind = Misfit::Kind::kMisplaced, .lpn = lpn, .plane = plane, .expected = expected};
  }
  return {};
}

}  // namespace ssd::simulation

// What the design's policies choose among the blocks of a plane, and the fields of a block that they see: the victim of
// a collection (collection.victim), the free block that is opened next (space.free_block), the laggard (wear.static).
// The invariant is that a choice changes nothing.
#include <algorithm>
#include <map>

#include "tests/oracle/flash.h"
#include "tests/oracle/space.h"

namespace ssd::oracle {
namespace {

// One step of splitmix64 from the given state (m of space.random).
std::uint64_t stirred(std::uint64_t state) {
  std::uint64_t z = state + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

// space.random, in steps of 2^-32.
std::int64_t Space::draw(std::int64_t block) const {
  const std::int64_t plane = block / drive_.blocks;
  std::uint64_t erased = 0;
  for (std::int64_t b = plane * drive_.blocks; b < (plane + 1) * drive_.blocks; ++b)
    erased += static_cast<std::uint64_t>(erases_[b]);
  const std::uint64_t of_plane = stirred(stirred(drive_.run_seed) ^ static_cast<std::uint64_t>(plane));
  return static_cast<std::int64_t>(
      stirred(stirred(of_plane ^ static_cast<std::uint64_t>(block % drive_.blocks)) ^ erased) >> 32);
}

// space.last_write: the time at which the block became full.
std::int64_t Space::last_write_of(std::int64_t block) const {
  constexpr std::int64_t kMost = std::int64_t{1} << 56;
  return std::clamp(full_since_[block], -kMost, kMost);
}

// collection.victim. With several queues the order of admission may differ from the order of arrival, so an age is cut
// off at 0 (space.time).
BlockView Space::view_of(std::int64_t block) const {
  const std::int64_t valid = count(block, PageState::kValid), free = count(block, PageState::kFree);
  const std::int64_t age = std::max<std::int64_t>(static_cast<std::int64_t>(time_) - full_since_[block], 0);
  return {.valid = valid,
          .invalid = block_size() - free - valid,
          .free = free,
          .written = block_size() - free,
          .pages = block_size(),
          .erases = erases_[block],
          .age = age,
          .random = draw(block),
          .around = around(),
          .number = number_of_block(block),
          .stream = streams_of_blocks_[block],
          .tables = visible_tables(),
          .last_write = last_write_of(block)};
}

// collection.victim: the block is full (so it is not active, space.take) and has an invalid page, or invalid places for
// a word line (iu.map, iu.word_line). With an endurance the plane may have too little room left for the valid pages of
// some blocks.
bool Space::is_eligible(const BlockView& view, std::int64_t block) const {
  if (view.free > 0 || view.invalid < drive_.word_line() || is_retired(block)) return false;
  return drive_.endurance == 0 || view.valid <= count_pages_for_any_collection(block / drive_.blocks);
}

// The eligible blocks, ascending, with their ranks (collection.victim): how many of them come before a block by age and
// by random number; among equals the lower block comes first.
std::map<std::int64_t, BlockView> Space::eligible(std::int64_t plane) const {
  std::map<std::int64_t, BlockView> views;
  for (std::int64_t block = plane * drive_.blocks; block < (plane + 1) * drive_.blocks; ++block) {
    const BlockView view = view_of(block);
    if (is_eligible(view, block)) views.emplace(block, view);
  }
  for (auto& [block, view] : views) {
    for (const auto& [other, seen] : views) {
      view.age_rank += std::pair(full_since_[other], other) < std::pair(full_since_[block], block);
      view.random_rank += std::pair(seen.random, other) < std::pair(view.random, block);
    }
  }
  return views;
}

// collection.victim, collection.scope. Ties go to the lower plane and block, because only a strictly better block
// replaces the best so far.
std::optional<std::int64_t> Space::choose_victim_among(const std::vector<std::int64_t>& planes) const {
  std::optional<std::int64_t> best;
  std::int64_t highest = 0;
  for (const std::int64_t plane : planes) {
    if (plane != home_of(plane)) continue;
    for (const auto& [block, view] : eligible(plane)) {
      const std::int64_t score = drive_.victim ? drive_.victim(view) : view.pages - view.valid;
      if (best && score <= highest) continue;
      best = block;
      highest = score;
    }
  }
  return best;
}

// space.free_block.
std::int64_t Space::next_free_block(std::int64_t plane) const {
  const auto& free_blocks = space_of(plane).free_blocks;
  require(!free_blocks.empty(), "a block should be opened but none is free");
  if (!drive_.allocate && drive_.wear != Wear::kDynamic) return free_blocks.front();
  return *std::ranges::max_element(free_blocks, {}, [this](std::int64_t block) {
    return std::pair(drive_.allocate ? drive_.allocate(view_of(block)) : -erases_[block], -block);
  });
}

// wear.static: the full block of fewest erases, with invalid pages or without; retired blocks do not count.
std::optional<std::int64_t> Space::laggard(std::int64_t plane) const {
  std::optional<std::int64_t> least;
  for (std::int64_t block = plane * drive_.blocks; block < (plane + 1) * drive_.blocks; ++block) {
    if (is_retired(block) || count(block, PageState::kFree) > 0) continue;
    if (!least || erases_[block] < erases_[*least]) least = block;
  }
  return least;
}

// wear.static.
bool Space::lags(std::int64_t plane) const {
  const auto block = laggard(plane);
  if (drive_.wear != Wear::kStatic || !block || planes_[plane].free_blocks.empty()) return false;
  std::int64_t most = 0;
  for (std::int64_t other = plane * drive_.blocks; other < (plane + 1) * drive_.blocks; ++other) {
    if (!is_retired(other)) most = std::max(most, erases_[other]);
  }
  return most - erases_[*block] > drive_.wear_threshold;
}

}  // namespace ssd::oracle

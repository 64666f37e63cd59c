// Static wear levelling (wear.static): cold data move from the full block of fewest erases into the free block of most
// erases. That block is full afterwards, so the plane has as many free pages as before, and a wear collection can
// always finish.
#include <algorithm>

#include "tests/oracle/flash.h"
#include "tests/oracle/timing.h"

namespace ssd::oracle {

// Everything but the erase. The block that is filled is not the plane's collection block and is never open.
std::optional<Collection> Space::collect_for_wear(std::int64_t plane) {
  if (!lags(plane)) return std::nullopt;
  const std::int64_t block = *laggard(plane);
  auto& free_blocks = planes_[plane].free_blocks;
  const std::int64_t worn =
      *std::ranges::max_element(free_blocks, {}, [this](std::int64_t b) { return std::pair(erases_[b], -b); });
  std::erase(free_blocks, worn);
  streams_of_blocks_[worn] = streams_of_blocks_[block];
  const BlockView chosen = view_of(block);
  Collection collection{.block = block, .is_wear = true};
  std::int64_t to = worn * drive_.pages;
  for (std::int64_t from = block * drive_.pages; from < (block + 1) * drive_.pages; ++from) {
    if (pages_[from].state == PageState::kValid) collection.moves.push_back(move_for_wear(from, to++));
  }
  for (; to < (worn + 1) * drive_.pages; ++to) {
    waste(to);
    collection.skipped.push_back(to);
  }
  full_since_[worn] = static_cast<std::int64_t>(time_);
  ask_latencies(collection, chosen);
  block_left(chosen);
  return collection;
}

// command.copyback: wear collections copy back only where the parity agrees; they skip no page.
Move Space::move_for_wear(std::int64_t from, std::int64_t to) {
  const bool wasted = (from % drive_.pages - to % drive_.pages) % 2 != 0;
  const bool willing = drive_.copyback == Willing::kBlind || drive_.copyback == Willing::kWise ||
                       (drive_.copyback == Willing::kPredicate && drive_.copyback_predicate({wasted, 1, 1, around()}));
  Move move{.lpn = pages_[from].lpn, .from = from, .to = to, .copyback = willing && !wasted};
  count_move(stream_of_page(from));
  put(move.lpn, to, kNone);
  page_moved(move);
  return move;
}

// Placed at admission: once after the collections that a write has caused, in each plane in which they were
// (collection.scope).
void Space::follow_with_wear(std::vector<Collection>& decided) {
  std::set<std::int64_t> planes;
  for (const Collection& collection : decided) planes.insert(collection.block / drive_.blocks);
  for (const std::int64_t plane : planes) {
    if (const auto collection = collect_for_wear(plane)) {
      erase(collection->block);
      decided.push_back(*collection);
    }
  }
}

// Placed at issue: creates a job that chooses its blocks when it starts (collection.jobs, step 4).
void Timing::look_after_wear(std::int64_t plane) {
  if (!space_.lags(plane)) return;
  if (drive_.cost_zero) {
    const Collection collection = *space_.collect_for_wear(plane);
    drop_replicas_in(collection.block);
    space_.erase(collection.block);
    return count_at_once(collection);
  }
  operations_.at(create_job(plane)).is_wear = true;
}

}  // namespace ssd::oracle

// Collections without cost (collection.cost_zero): the map and the counts change at the moment at which the job would
// be created; units, buses and array phases are not involved.
#include "tests/oracle/timing.h"

namespace ssd::oracle {

// Does what the job that collection.jobs would create does, and everything that follows from that.
bool Timing::collect_at_once(std::int64_t victim, bool forced) {
  drop_replicas_in(victim);
  const Collection collection = space_.collect(victim, forced);
  count_at_once(collection);
  const std::int64_t plane = victim / drive_.blocks;
  std::int64_t gained = space_.is_retired(victim) ? 0 : drive_.pages;
  std::set<std::int64_t> others;
  for (const FlashStep& step : collection.flash_steps) gained -= step.is_read ? 0 : drive_.program_unit;
  for (const Move& move : collection.moves) {
    if (drive_.word_line() == 1) gained -= 1 + move.skipped.has_value();
    others.insert(space_.plane_of_page(move.to));
  }
  others.erase(plane);
  if (!look_after_collection(plane, gained > 0)) look_after_wear(plane);
  look_after_others(others, gained > 0);
  return true;
}

void Timing::count_at_once(const Collection& collection) {
  ++outcome_.collections;
  outcome_.erases += std::ssize(space_.group_of(collection.block / drive_.blocks));
  count_in_arrays(Command::kErase, std::ssize(space_.group_of(collection.block / drive_.blocks)));
  outcome_.forced_collections += collection.forced;
  outcome_.wear_collections += collection.is_wear;
  outcome_.wasted_wear += std::ssize(collection.skipped);
  for (const Move& move : collection.moves) {
    for (const std::int64_t write : unfinished_programs_) {
      if (programs_place(operations_.at(write), move.from)) moved_while_programmed_.insert({write, move.lpn});
    }
    if (drive_.word_line() > 1) continue;  // counted by flash page
    if (move.copyback) {
      count_in_arrays(Command::kCopyback, 1);
    } else {
      count_in_arrays(Command::kRead, 1);
      count_in_arrays(Command::kProgram, 1);
    }
    ++outcome_.collection_programs;
    outcome_.copybacks += move.copyback;
    outcome_.collection_reads += !move.copyback;
    outcome_.wasted_copyback += move.skipped.has_value();
  }
  for (const FlashStep& step : collection.flash_steps)
    count_in_arrays(step.is_read ? Command::kRead : Command::kProgram, 1);
  if (drive_.word_line() > 1) count_gathering(collection);
}

}  // namespace ssd::oracle

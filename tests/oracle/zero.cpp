// Collections that cost nothing (S51): the map and the counts change at the moment at which the job would have been created; no unit, no
// bus and no array phase knows of it.
#include "tests/oracle/timing.h"

namespace ssd::oracle {

// The job that S24 wants, and all that it would bring about.
bool Timing::collect_at_once(std::int64_t plane, bool forced) {
  const auto victim = space_.choose_victim(plane);
  if (!victim) return false;
  drop_replicas_in(*victim);
  const std::int64_t before = space_.count_free_pages(plane);
  count_at_once(space_.collect(plane, *victim, forced));
  if (!look_after_collection(plane, space_.count_free_pages(plane) > before)) look_after_wear(plane);
  return true;
}

void Timing::count_at_once(const Collection& collection) {
  ++outcome_.collections;
  ++outcome_.erases;
  outcome_.forced_collections += collection.forced;
  outcome_.wear_collections += collection.is_wear;
  outcome_.wasted_wear += std::ssize(collection.skipped);
  for (const Move& move : collection.moves) {
    for (const std::int64_t write : unfinished_programs_) {
      if (operations_.at(write).physical_page == move.from) moved_while_programmed_.insert(write);
    }
    ++outcome_.collection_programs;
    outcome_.copybacks += move.copyback;
    outcome_.collection_reads += !move.copyback;
    outcome_.wasted_copyback += move.skipped.has_value();
  }
}

}  // namespace ssd::oracle

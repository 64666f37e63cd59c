// The end of a drive whose blocks have worn out (wear.end_of_life): a write can get no page because blocks are retired.
// That is a result. What was admitted goes on as far as it can; nothing else begins.
#include <algorithm>

#include "tests/oracle/flash.h"
#include "tests/oracle/timing.h"

namespace ssd::oracle {

// wear.retirement: the erase with which a block reaches its endurance retires it.
void Space::erase(std::int64_t block) {
  for (const std::int64_t part : parts_of(block)) ++erases_[part];
  const bool retires = drive_.endurance > 0 && erases_[block] >= drive_.endurance;
  for (const std::int64_t page : pages_of(block)) {
    require(pages_[page].state == PageState::kInvalid, "an erased block holds a valid or a free page");
    pages_[page] = {.state = retires ? PageState::kRetired : PageState::kFree};
  }
  streams_of_blocks_[block] = 0;
  if (!retires) space_of(block / drive_.blocks).free_blocks.push_back(block);
}

bool Space::has_retired_block(std::int64_t plane) const {
  for (std::int64_t block = plane * drive_.blocks; block < (plane + 1) * drive_.blocks; ++block) {
    if (is_retired(block)) return true;
  }
  return false;
}

bool Space::has_retired_block() const {
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    if (has_retired_block(plane)) return true;
  }
  return false;
}

// Placed at admission: this write can get no page. Without retired blocks the drive is full (map.drive_full).
void Timing::end_life_in(std::int64_t plane) {
  if (!space_.has_retired_block(plane)) throw DriveFull{plane};
  outcome_.end_of_life = true;
}

// Placed at issue: at the end of a round.
void Timing::look_for_end_of_life() {
  if (!at_issue_ || drive_.endurance == 0 || outcome_.end_of_life) return;
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (plane_order_[plane].empty() || !is_stuck(plane)) continue;
    const Operation& head = operations_.at(plane_order_[plane].front());
    if (head.kind == OperationKind::kProgram && head.ready && !space_.can_give(plane, head.stream) &&
        (dynamic_ ? space_.has_retired_block() : space_.has_retired_block(plane))) {
      outcome_.end_of_life = true;
    }
  }
  if (is_first_unplaced_stuck() && space_.has_retired_block()) outcome_.end_of_life = true;
}

bool Timing::is_first_unplaced_stuck() const {
  const auto writes = unplaced_by_rule_2();
  if (writes.empty()) return false;
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (space_.can_give(plane, operations_.at(writes.front()).stream) || !is_stuck(plane)) return false;
  }
  return true;
}

// wear.end_of_life, stuck: nothing in the plane is or can be collected. A wear collection that waits, perhaps behind
// the write that is stuck, would gain no page.
bool Timing::is_stuck(std::int64_t plane) const {
  const auto job = job_of(plane);
  if (job && (!operations_.at(*job).is_wear || collects(plane))) return false;
  return !space_.choose_victim(plane);
}

std::int64_t Timing::count_retired_blocks() const {
  std::int64_t counted = 0;
  for (std::int64_t block = 0; block < space_.plane_count() * drive_.blocks; ++block)
    counted += space_.is_retired(block);
  return counted;
}

// What was admitted and never done counts nowhere: at the end of life, or what left the buffer and found no page
// (map.drive_full).
void Timing::forget_what_is_left() {
  for (std::int64_t request = 0; request < std::ssize(requests_); ++request) {
    if (!states_[request].is_admitted || present_.contains(request)) outcome_.completion[request] = kNotComplete;
  }
  for (const auto& [sequence, operation] : operations_) {
    if (operation.kind == OperationKind::kProgram && operation.physical_page == kNone)
      outcome_.host_programs -= drive_.program_unit;
  }
  for (const Unit& unit : units_) {
    for (const std::int64_t sequence : unit.reads) {
      const Operation& read = operations_.at(sequence);
      outcome_.flash_reads -= read.ready.has_value();
      outcome_.rmw_reads -= read.ready.has_value() && read.is_of_old_page;
    }
  }
}

}  // namespace ssd::oracle

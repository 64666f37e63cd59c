// migrate: any_idle (copies.any_idle to copies.held_time). A collection that is a stream reads its pages into slots of
// the controller and ends; then the pages are written back to units where no host operation waits. The invariant is
// that a logical page is either in the map or held in one slot, never both.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// copies.any_idle, step 1: asked when one of its moves is about to be granted.
bool Timing::becomes_stream(std::int64_t sequence) const {
  const Operation& job = operations_.at(sequence);
  if (drive_.any_idle_slots == 0 || job.is_wear || job.is_stream) return false;
  return drive_.any_idle_always || host_is_ready_for(unit_of(job.plane)) || unplaced_is_ready();
}

// copies.any_idle, step 2. `from`: the page that is to move.
void Timing::begin_stream(std::int64_t sequence, std::int64_t from) {
  Operation& job = operations_.at(sequence);
  job.is_stream = true;
  ++outcome_.streams;
  for (std::int64_t page = from; page < (job.collection->block + 1) * drive_.pages; ++page) {
    if (std::ssize(slots_) == drive_.any_idle_slots) return;
    if (space_.page(page).state == PageState::kValid)
      slots_[next_slot_++] = Slot{.lpn = space_.page(page).lpn, .source = page, .job = sequence};
  }
}

// copies.write_back: the erase is granted, so all pages of these collections that can be held are held.
void Timing::complete_segments(const std::vector<std::int64_t>& jobs) {
  for (const std::int64_t job : jobs) {
    for (auto& [number, slot] : slots_) {
      if (slot.job == job && slot.state == SlotState::kHeld) slot.segment = next_segment_;
    }
    ++next_segment_;
  }
}

std::optional<std::int64_t> Timing::slot_reserved_for(std::int64_t page) const {
  for (const auto& [number, slot] : slots_) {
    if (slot.state == SlotState::kReserved && slot.source == page) return number;
  }
  return std::nullopt;
}

// The slot that has the data of the page, held or being written back.
std::optional<std::int64_t> Timing::slot_of(std::int64_t lpn) const {
  for (const auto& [number, slot] : slots_) {
    if (slot.state != SlotState::kReserved && slot.lpn == lpn) return number;
  }
  return std::nullopt;
}

// copies.any_idle, step 3: the read of a page into its slot.
void Timing::add_slot_step(Collecting& collecting, std::int64_t sequence, std::int64_t from, std::int64_t slot) {
  Operation& job = operations_.at(sequence);
  ++job.moved;
  ++outcome_.collection_reads;
  ++outcome_.buffered_moves;
  Step step{Command::kRead, {job.plane}, drive_.command, space_.read_time(from)};
  step.at_array_end = [this, from, lpn = slots_.at(slot).lpn] { flash_.require_content(from, lpn); };
  step.at_data_out_end = [this, slot] { hold(slot); };
  collecting.steps.push_back(step);
}

// copies.any_idle, step 4: the data have arrived in the slot.
void Timing::hold(std::int64_t number) {
  Slot& slot = slots_.at(number);
  if (space_.page(slot.source).state != PageState::kValid) {
    slots_.erase(number);
    return;
  }
  space_.forget(slot.lpn);
  slot.state = SlotState::kHeld;
  slot.since = now_;
}

// copies.held_time.
void Timing::leave_slot(std::int64_t number) {
  outcome_.held_times.push_back(now_ - slots_.at(number).since);
  slots_.erase(number);
}

// copies.held_time: how many pages were held in the mean, and what writing them back takes when the power is lost. The
// mean is held_sum / end; the sum of its two terms is rounded once, but only the first one is no whole number.
void Timing::add_up_held() {
  for (const Time held : outcome_.held_times) outcome_.held_sum += held;
  for (const auto& [number, slot] : slots_) {
    if (slot.state != SlotState::kReserved) outcome_.held_sum += outcome_.end - slot.since;
  }
  const Time length = clock();
  if (length == 0) return;
  const Time chips = static_cast<Time>(drive_.channels * drive_.chips);
  const Time program = drive_.longest_program > 0 ? drive_.longest_program : drive_.program;
  const Time rounds = outcome_.held_sum / (length * chips);
  outcome_.power_loss =
      (2 * 50 * outcome_.held_sum + length) / (2 * length) + rounds * (drive_.command + transfer_page() + program);
}

// The page has newer data, or was trimmed. A write-back under way goes on, but the page that it programs is not used
// (copies.absorb).
void Timing::forget_slot(std::int64_t lpn) {
  const auto number = slot_of(lpn);
  if (!number) return;
  if (slots_.at(*number).state == SlotState::kHeld)
    leave_slot(*number);
  else
    slots_.at(*number).lpn = kNone;
}

// copies.absorb.
bool Timing::absorbs(const Operation& write) const {
  const auto number = slot_of(write.lpn);
  return number && slots_.at(*number).state == SlotState::kHeld;
}

// copies.absorb: the write was counted, numbered and queued like any other, but it becomes no flash operation.
void Timing::absorb(std::int64_t sequence) {
  const Operation write = operations_.at(sequence);
  operations_.erase(sequence);
  unplaced_.erase(sequence);
  unfinished_programs_.erase(sequence);
  ungranted_[write.lpn].erase(sequence);
  --outcome_.host_programs;
  ++outcome_.absorbed_writes;
  outcome_.host_flushes.absorbed += std::ssize(write.pending);
  for (const std::int64_t pending : write.pending) outcome_.forced.absorbed += pending_.count_forced(pending);
  forget_copies(write.lpn);
  if (write.page) end_pending_writes(write.pending);  // host.flush: until it is absorbed
  after(now_ + drive_.buffer_latency, sequence, [this, write] {
    if (write.page) {
      write.page->tell(&Split::controller, now_);
      complete_page(write.page);
    } else {
      end_pending_writes(write.pending);  // host.flush: when it is complete
    }
    write.at_released();
  });
  make_ready_in_turn(write.lpn);
}

// copies.write_back.
bool Timing::write_back() {
  bool changed = false;
  while (write_back_one()) changed = true;
  return changed;
}

bool Timing::write_back_one() {
  const auto number = next_to_write_back();
  if (!number || unplaced_is_ready()) return false;
  const auto unit = unit_for_write_back();
  if (!unit) return false;
  Slot& slot = slots_.at(*number);
  next_write_back_unit_ = *unit + 1;
  const std::int64_t plane = *plane_for_copy(*unit), page = space_.take_copy(plane), lpn = slot.lpn;
  space_.count_move(0);
  space_.put(lpn, page, kNone);
  slot.state = SlotState::kWritingBack;
  ++outcome_.write_backs;
  ++outcome_.collection_programs;
  grant_copy(*unit, plane, page, [this, number = *number, page, lpn] {
    flash_.program(page, lpn);
    leave_slot(number);
  });
  return true;
}

// The first page of the first complete segment.
std::optional<std::int64_t> Timing::next_to_write_back() const {
  const auto place = [this](std::int64_t number) {
    return std::pair(*slots_.at(number).segment, slots_.at(number).source);
  };
  std::optional<std::int64_t> first;
  for (const auto& [number, slot] : slots_) {
    if (slot.state != SlotState::kHeld || !slot.segment) continue;
    if (!first || place(number) < place(*first)) first = number;
  }
  return first;
}

std::optional<std::int64_t> Timing::unit_for_write_back() const {
  const auto count = std::ssize(units_);
  for (std::int64_t step = 0; step < count; ++step) {
    const std::int64_t unit = (next_write_back_unit_ + step) % count;
    if (plane_for_copy(unit) && !host_is_ready_for(unit)) return unit;
  }
  return std::nullopt;
}

// copies.space: programs a page of the plane's collection block from the controller. Like a move, it holds its unit.
void Timing::grant_copy(std::int64_t number, std::int64_t plane, std::int64_t page,
                        std::function<void()> at_array_end) {
  Unit& unit = units_[number];
  const Time bus = drive_.command + transfer_page();
  Running running{.kind = Command::kProgram,
                  .operations = {},
                  .planes = {plane},
                  .is_collection = true,
                  .array_length = space_.program_time(page),
                  .stage_end = now_ + bus,
                  .at_array_end = std::move(at_array_end)};
  record_command(running, number);
  unit.current = running;
  unit.collected.emplace_back(now_, kNever);
  hold_bus(number, bus, page_bytes(), true);
  look_after_page(plane, is_quiet(plane));
}

// copies.space: the plane of an idle unit that has most free pages among those that can give one.
std::optional<std::int64_t> Timing::plane_for_copy(std::int64_t unit) const {
  if (!can_be_taken(unit) || !bus_is_free(unit)) return std::nullopt;
  std::optional<std::int64_t> best;
  for (const std::int64_t plane : planes_of_unit(unit)) {
    if (!space_.can_give_copy(plane)) continue;
    if (!best || space_.count_free_pages(plane) > space_.count_free_pages(*best)) best = plane;
  }
  return best;
}

// Whether a host operation is ready in the unit and not granted, even if the unit could not begin it now.
bool Timing::host_is_ready_for(std::int64_t unit) const {
  const auto ready = [this](std::int64_t sequence) {
    return operations_.at(sequence).is_host() && operations_.at(sequence).ready;
  };
  if (std::ranges::any_of(units_[unit].reads, ready)) return true;
  return std::ranges::any_of(planes_of_unit(unit),
                             [&](std::int64_t plane) { return std::ranges::any_of(plane_order_[plane], ready); });
}

bool Timing::unplaced_is_ready() const {
  return std::ranges::any_of(unplaced_, [this](std::int64_t write) { return operations_.at(write).ready.has_value(); });
}

}  // namespace ssd::oracle

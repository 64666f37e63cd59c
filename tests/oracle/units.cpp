// A unit as a state machine: how the phases of its commands end, and what begins then. commands.cpp decides which
// command a unit gets.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// place.dynamic: the unit runs no command, has none suspended, and no collection in it has begun and not ended.
bool Timing::is_idle(std::int64_t number) const {
  const Unit& unit = units_[number];
  return unit.running().empty() && !unit.halted && !unit.settling && !unit.collecting;
}

bool Timing::end_one_phase(std::int64_t number) {
  Unit& unit = units_[number];
  if (unit.settling && unit.settling->end <= now_) {
    const bool resuming = unit.settling->resuming;
    unit.settling.reset();
    flash_phase_ended();
    tell_all(*unit.halted, &Split::array, now_);
    unit.released = now_;
    if (resuming) {
      unit.current = std::exchange(unit.halted, std::nullopt);
      begin_array(number, *unit.current);
    }
    return true;
  }
  for (auto* running : {&unit.current, &unit.successor}) {
    if (*running && end_phase_of(number, **running)) return true;
  }
  for (auto& [plane, read] : unit.plane_reads) {
    if (end_phase_of(number, read)) return true;  // the read may be gone
  }
  return false;
}

bool Timing::end_phase_of(std::int64_t number, Running& running) {
  auto& own_ends = running.own_ends;
  if (!own_ends.empty() && own_ends.front().first <= now_) {
    const std::int64_t operation = own_ends.front().second;
    own_ends.pop_front();
    end_own_transfer(running, operation);
    return true;
  }
  return running.stage_end <= now_ && end_stage(number, running);
}

bool Timing::end_stage(std::int64_t number, Running& running) {
  require(running.stage_end == now_, "the end of a phase was missed");
  Unit& unit = units_[number];
  flash_phase_ended();
  running.stage_end = kNever;
  const bool is_successor = unit.successor && &*unit.successor == &running;
  if (running.stage == Stage::kTransferIn) {
    if (running.cache_to > running.cache_from) {
      tell_all(running, &Split::transfer, running.cache_from);
      tell_all(running, &Split::array, now_);
      running.cache_from = running.cache_to = 0;
    }
    tell_all(running, &Split::transfer, now_);
    if (is_successor && running.kind == Command::kProgram) {
      running.stage = Stage::kWaitsForArray;
    } else {
      begin_array(number, running);
    }
  } else if (running.stage == Stage::kArray) {
    running.stage = Stage::kArrayEnded;  // so that what its end causes cannot suspend it
    end_array_piece(number, running);
    end_array(running);
    if (running.kind == Command::kRead) {
      running.stage = Stage::kWaitsForBus;
      running.bus_ready = now_;                          // time.order
      if (!running.is_plane_read) unit.released = now_;  // for a chained read R of account.split
    } else {
      finish_command(number);
    }
  } else {
    running.at_data_out_end();
    running.is_plane_read ? finish_plane_read(number, running.planes.front()) : finish_command(number);
  }
  return true;
}

void Timing::begin_array(std::int64_t unit, Running& running) {
  tell_all(running, &Split::unit, now_);  // command.cache_program: it may have waited for its predecessor
  if (running.suspends == 0) {
    running.array_begin = now_;
    // command.cache_program: from this time on a successor may be granted.
    if (drive_.cache && running.kind == Command::kProgram && !running.is_collection)
      after(now_ + drive_.cache_busy, running.leader, [] {});
  }
  running.stage = Stage::kArray;
  running.piece_begin = now_;
  running.stage_end = now_ + running.array_length;
  suspend_if_asked(unit);
}

void Timing::end_array_piece(std::int64_t unit, Running& running) {
  account_array(running, unit);
  tell_all(running, &Split::array, now_);
}

void Timing::end_array(Running& running) {
  running.at_array_end();
  if (running.kind != Command::kProgram) return;
  for (const std::int64_t sequence : running.operations) {
    const auto programmed = operations_.at(sequence).at_programmed;
    programmed();
    release_readers(sequence);
    operations_.erase(sequence);
  }
}

// The data of one page have crossed the bus. A read no longer concerns the unit then.
void Timing::end_own_transfer(Running& running, std::int64_t sequence) {
  Operation& operation = operations_.at(sequence);
  if (operation.account) {
    if (running.cache_to > running.cache_from) {
      operation.account->tell(&Split::transfer, running.cache_from);
      operation.account->tell(&Split::array, running.cache_to);
    }
    operation.account->tell(&Split::transfer, now_);
  }
  const auto transferred = operation.at_transferred;
  if (running.kind == Command::kRead) running.at_end[operation.plane] = operation.at_command_end;
  if (running.kind == Command::kRead) operations_.erase(sequence);
  transferred();
}

void Timing::finish_command(std::int64_t number) {
  Unit& unit = units_[number];
  const bool was_collection = unit.current->is_collection;
  for (const auto& [plane, at_end] : std::exchange(unit.current->at_end, {})) at_end();
  unit.current = std::exchange(unit.successor, std::nullopt);
  unit.released = now_;
  if (was_collection && unit.collecting) {
    step_finished(number);
  } else if (was_collection) {
    unit.collected.back().second = now_;  // a write-back, a replica or a move of a superblock
  }
  if (!unit.current) return resume_if_nothing_to_read(number);
  if (unit.current->stage == Stage::kWaitsForArray) begin_array(number, *unit.current);
}

// command.suspend: `resume` begins at the end of a command when no host read is ready.
void Timing::resume_if_nothing_to_read(std::int64_t number) {
  Unit& unit = units_[number];
  if (!unit.halted || !unit.plane_reads.empty() || has_ready_read(number)) return;
  tell_all(*unit.halted, &Split::unit, now_);
  unit.settling = Settling{now_ + drive_.resume, true};
}

// command.suspend: the array phase stops; the rest of it runs when the reads are done.
void Timing::suspend_if_asked(std::int64_t number) {
  Unit& unit = units_[number];
  if (!drive_.suspend_on || !unit.current || unit.successor || unit.settling) return;
  Running& running = *unit.current;
  if (running.is_collection && !unit.collecting) return;  // a write-back, a replica or a move of a superblock
  if (running.stage != Stage::kArray || running.kind == Command::kRead || running.stage_end <= now_) return;
  if (drive_.suspend_limit > 0 && running.suspends >= drive_.suspend_limit) return;
  const bool asked = std::ranges::any_of(unit.reads, [&](std::int64_t read) {
    const Operation& operation = operations_.at(read);
    return operation.is_host() && is_candidate(operation) && priority_of(read) > priority_of(running.leader);
  });
  if (!asked) return;
  end_array_piece(number, running);
  running.array_length = running.stage_end - now_;
  running.stage_end = kNever;
  ++running.suspends;
  ++outcome_.suspends;
  unit.halted = std::exchange(unit.current, std::nullopt);
  unit.settling = Settling{now_ + drive_.suspend, false};
}

bool Timing::has_ready_read(std::int64_t unit) const {
  return std::ranges::any_of(units_[unit].reads, [&](std::int64_t read) {
    return operations_.at(read).is_host() && is_candidate(operations_.at(read));
  });
}

void Timing::tell_all(Running& running, Time Split::* part, Time until) {
  for (const std::int64_t sequence : running.operations) {
    const auto found = operations_.find(sequence);
    if (found != operations_.end() && found->second.account) found->second.account->tell(part, until);
  }
}

}  // namespace ssd::oracle

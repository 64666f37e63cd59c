// Collections: decided at admission (S2) or as jobs that choose their block when they start (S24), in one piece (rule 27) or move by
// move (S36), alone or together with those of other planes of the die (S32).
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

void Timing::add_collections(std::int64_t plane, const std::vector<Collection>& collections) {
  for (const Collection& collection : collections) {
    const std::int64_t sequence = next_sequence_++;
    Operation job{.sequence = sequence, .kind = OperationKind::kCollection, .plane = plane, .ready = now_};
    job.forced = collection.forced;
    job.collection = collection;
    operations_[sequence] = job;
    plane_order_[plane].push_back(sequence);
  }
}

bool Timing::collects(std::int64_t plane) const {
  const auto& collecting = units_[unit_of(plane)].collecting;
  return collecting && std::ranges::any_of(collecting->jobs, [&](std::int64_t job) { return operations_.at(job).plane == plane; });
}

std::optional<std::int64_t> Timing::waiting_job(std::int64_t plane) const {
  for (const std::int64_t sequence : plane_order_[plane]) {
    if (operations_.at(sequence).kind == OperationKind::kCollection) return sequence;
  }
  return std::nullopt;
}

void Timing::look_after_program(std::int64_t plane) {
  if (space_.triggered(plane) && !waiting_job(plane) && space_.can_give_to_all(plane)) create_job(plane, false);
  look_after_invalidation(plane);
}

void Timing::look_after_collection(std::int64_t plane, bool gained) {
  if (gained && !space_.stopped(plane) && space_.can_give_to_all(plane)) create_job(plane, false);
  look_after_invalidation(plane);
}

// A plane that can give some stream no page is collected before anything else. A job that waits already becomes that one.
void Timing::look_after_invalidation(std::int64_t plane) {
  if (!at_issue_ || space_.can_give_to_all(plane) || collects(plane)) return;
  const auto job = waiting_job(plane);
  if (!job) return create_job(plane, true);
  operations_.at(*job).forced = true;
  auto& order = plane_order_[plane];
  order.erase(std::ranges::find(order, *job));
  order.push_front(*job);
}

void Timing::create_job(std::int64_t plane, bool forced) {
  if (!space_.choose_victim(plane)) return;
  const std::int64_t sequence = next_sequence_++;
  Operation job{.sequence = sequence, .kind = OperationKind::kCollection, .plane = plane, .ready = now_};
  job.forced = forced;
  operations_[sequence] = job;
  auto& order = plane_order_[plane];
  order.insert(forced ? order.begin() : order.end(), sequence);
}

// S24: at the start. Without a victim the job vanishes.
bool Timing::choose_block(std::int64_t sequence) {
  Operation& job = operations_.at(sequence);
  if (job.collection) return true;
  const auto victim = space_.choose_victim(job.plane);
  if (!victim) {
    auto& order = plane_order_[job.plane];
    order.erase(std::ranges::find(order, sequence));
    operations_.erase(sequence);
    return false;
  }
  job.collection = Collection{*victim, job.forced, {}, space_.erase_time(*victim)};
  if (drive_.preempt_page) return true;
  for (std::int64_t page = *victim * drive_.pages; page < (*victim + 1) * drive_.pages; ++page) {
    if (space_.page(page).state == PageState::kValid) job.collection->moves.push_back(space_.move(page, job.forced));
  }
  return true;
}

bool Timing::start_collection(std::int64_t number, std::int64_t leader) {
  if (!choose_block(leader)) return false;
  std::vector<std::int64_t> jobs;
  const std::int64_t own = operations_.at(leader).plane, die = die_of(own);
  const bool together = drive_.multiplane != Willing::kNo && !drive_.block_and_page;
  for (std::int64_t plane = die * drive_.planes; plane < (die + 1) * drive_.planes; ++plane) {
    if (plane == own) {
      jobs.push_back(leader);
    } else if (together && !plane_order_[plane].empty()) {
      const std::int64_t head = plane_order_[plane].front();
      if (operations_.at(head).kind == OperationKind::kCollection && choose_block(head)) jobs.push_back(head);
    }
  }
  Unit& unit = units_[number];
  bool idle = true;  // rule 43
  for (const auto& [sequence, operation] : operations_) {
    if (operation.kind == OperationKind::kCollection || operation.plane == kNone || unit_of(operation.plane) != number) continue;
    if (operation.ready) idle = false;
  }
  unit.collecting = Collecting{.leader = leader, .jobs = jobs, .steps = {}, .sources = {}, .ready = now_};
  for (const std::int64_t job : jobs) {
    const Collection& collection = *operations_.at(job).collection;
    ++outcome_.collections;
    outcome_.forced_collections += collection.forced;
    outcome_.idle_collections += idle;
    for (const Move& move : collection.moves) add_move_steps(*unit.collecting, job, move);
    for (std::int64_t page = collection.block * drive_.pages; drive_.preempt_page && page < (collection.block + 1) * drive_.pages; ++page) {
      unit.collecting->sources.push_back(page);
    }
  }
  if (!drive_.preempt_page) {
    add_erase_step(*unit.collecting);
    unit.collected.emplace_back(now_, kNever);
  }
  grant_step(number);
  return true;
}

void Timing::add_move_steps(Collecting& collecting, std::int64_t sequence, const Move& move) {
  Operation& job = operations_.at(sequence);
  job.gained -= 1 + move.skipped.has_value();
  outcome_.wasted_copyback += move.skipped.has_value();
  ++outcome_.collection_programs;
  const auto read = [this, move] { flash_.require_content(move.from, move.lpn); };
  const auto program = [this, move] {
    if (move.skipped) flash_.skip(*move.skipped);
    flash_.program(move.to, move.lpn);
  };
  if (move.copyback) {
    ++outcome_.copybacks;
    collecting.steps.push_back({Command::kCopyback, {job.plane}, drive_.command, move.read_time + move.program_time,
                                [read, program] { read(), program(); }});
    return;
  }
  ++outcome_.collection_reads;
  collecting.steps.push_back({Command::kRead, {job.plane}, drive_.command, move.read_time, read});
  collecting.steps.push_back({Command::kProgram, {job.plane}, drive_.command + transfer_page(), move.program_time, program});
}

// One command for all planes; the longest erase counts (rule 30, S30).
void Timing::add_erase_step(Collecting& collecting) {
  Step step{Command::kErase, {}, command_time(std::ssize(collecting.jobs)), 0};
  for (const std::int64_t job : collecting.jobs) {
    step.planes.push_back(operations_.at(job).plane);
    step.array = std::max(step.array, operations_.at(job).collection->erase_time);
  }
  step.at_array_end = [this, jobs = collecting.jobs] {
    for (const std::int64_t sequence : jobs) {
      Operation& job = operations_.at(sequence);
      flash_.erase(job.collection->block);
      if (at_issue_) space_.erase(job.collection->block);
      job.gained += drive_.pages;
      ++outcome_.erases;
    }
  };
  collecting.erasing = true;
  collecting.steps.push_back(step);
}

// S36: the next page that is still valid, or the erase. The map changes with the grant.
void Timing::prepare_next_move(std::int64_t number) {
  Unit& unit = units_[number];
  Collecting& collecting = *unit.collecting;
  unit.collected.emplace_back(now_, kNever);
  while (!collecting.sources.empty()) {
    const std::int64_t from = collecting.sources.front();
    collecting.sources.pop_front();
    if (space_.page(from).state != PageState::kValid) continue;
    for (const std::int64_t job : collecting.jobs) {
      const Operation& operation = operations_.at(job);
      if (operation.plane == space_.plane_of_page(from)) return add_move_steps(collecting, job, space_.move(from, operation.forced));
    }
  }
  add_erase_step(collecting);
}

// What the collection does now, or next if it waits.
Command Timing::next_kind(std::int64_t number) const {
  const Unit& unit = units_[number];
  if (unit.halted && unit.halted->is_collection) return unit.halted->kind;
  if (unit.current && unit.current->is_collection) return unit.current->kind;
  if (!unit.collecting->steps.empty()) return unit.collecting->steps.front().kind;
  for (const std::int64_t from : unit.collecting->sources) {
    if (space_.page(from).state != PageState::kValid) continue;
    const bool forced = std::ranges::any_of(unit.collecting->jobs, [&](std::int64_t job) {
      return operations_.at(job).forced && operations_.at(job).plane == space_.plane_of_page(from);
    });
    return space_.copies_back(from, forced) ? Command::kCopyback : Command::kRead;
  }
  return Command::kErase;
}

// S36: between two moves, while its planes can give a page to every stream.
bool Timing::is_open(std::int64_t number) const {
  const Unit& unit = units_[number];
  if (!drive_.preempt_page || !unit.collecting || !unit.collecting->steps.empty() || unit.collecting->erasing) return false;
  if (unit.halted || (unit.current && unit.current->is_collection)) return false;
  return std::ranges::all_of(unit.collecting->jobs,
                             [this](std::int64_t job) { return space_.can_give_to_all(operations_.at(job).plane); });
}

void Timing::grant_step(std::int64_t number) {
  Unit& unit = units_[number];
  Collecting& collecting = *unit.collecting;
  if (collecting.steps.empty()) prepare_next_move(number);
  const Step step = collecting.steps.front();
  collecting.steps.pop_front();
  Running running{.kind = step.kind, .leader = collecting.leader, .operations = {}, .planes = step.planes, .is_collection = true,
                  .array_length = step.array, .stage_end = now_ + step.bus, .at_array_end = step.at_array_end};
  record_command(running, number);
  unit.current = running;
  hold_bus(number, step.bus, true);
}

void Timing::step_finished(std::int64_t number) {
  Unit& unit = units_[number];
  Collecting& collecting = *unit.collecting;
  collecting.ready = now_;
  if (!collecting.steps.empty()) return;
  if (drive_.preempt_page || collecting.erasing) unit.collected.back().second = now_;
  if (collecting.erasing) end_collection(number);
}

void Timing::end_collection(std::int64_t number) {
  const std::vector<std::int64_t> jobs = units_[number].collecting->jobs;
  units_[number].collecting.reset();
  for (const std::int64_t sequence : jobs) {
    const Operation job = operations_.at(sequence);
    auto& order = plane_order_[job.plane];
    require(!order.empty() && order.front() == sequence, "a plane's order was broken by a collection");
    order.pop_front();
    operations_.erase(sequence);
    if (!at_issue_) continue;
    space_.check(job.plane, false);
    look_after_collection(job.plane, job.gained > 0);
  }
}

}  // namespace ssd::oracle

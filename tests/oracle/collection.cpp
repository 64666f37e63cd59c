// Collections: decided at admission (collection.in_map) or as jobs that choose their victim when they start
// (collection.jobs); with all moves fixed together or one by one (collection.moves, collection.preempt); alone or
// together with those of other planes of the die (collection.together). Wear collections run alone. The invariants: a
// plane has at most one job placed at issue, and a unit works on one collection at a time, or on one set of collections
// that go together.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

void Timing::add_collections(const std::vector<Collection>& collections) {
  for (const Collection& collection : collections) {
    if (drive_.cost_zero) {
      count_at_once(collection);
      continue;
    }
    if (space_.has_superblocks()) {
      collect_superblock(collection);
      continue;
    }
    Operation& job = operations_.at(create_job(collection.block / drive_.blocks));
    job.forced = collection.forced;
    job.is_wear = collection.is_wear;
    job.collection = collection;
  }
}

bool Timing::collects(std::int64_t plane) const {
  const auto& collecting = units_[unit_of(plane)].collecting;
  return collecting &&
         std::ranges::any_of(collecting->jobs, [&](std::int64_t job) { return operations_.at(job).plane == plane; });
}

// The job of the plane, waiting or running.
std::optional<std::int64_t> Timing::job_of(std::int64_t plane) const {
  for (const std::int64_t sequence : plane_order_[plane]) {
    if (operations_.at(sequence).kind == OperationKind::kCollection) return sequence;
  }
  return std::nullopt;
}

// collection.jobs: a page of the plane was taken. Shortage of the plane comes before the trigger of its scope.
void Timing::look_after_page(std::int64_t plane, bool idle) {
  if (!at_issue_) return;
  if (!space_.can_give_to_all(plane))
    look_after_invalidation(plane);
  else if (space_.triggered(plane, idle))
    collect_in_series(plane);
}

// collection.jobs: a collection of the plane has ended. Returns whether this created a job or made one forced.
bool Timing::look_after_collection(std::int64_t plane, bool may_go_on) {
  if (!space_.can_give_to_all(plane)) return look_after_invalidation(plane);
  return may_go_on && !space_.stopped(plane, is_quiet(plane)) && collect_in_series(plane);
}

// collection.jobs, shortage: a plane that can give no page to some stream gets a forced job at the head of its queue. A
// job that already waits becomes the forced one.
bool Timing::look_after_invalidation(std::int64_t plane) {
  if (!at_issue_ || space_.can_give_to_all(plane) || collects(plane)) return false;
  auto job = job_of(plane);
  if (!job) {
    const auto victim = space_.choose_victim(plane);
    if (!victim) return false;
    if (drive_.cost_zero) return collect_at_once(*victim, true);
    job = create_job(plane);
  }
  Operation& operation = operations_.at(*job);
  operation.forced = true;
  operation.is_wear = operation.in_background = false;  // an ordinary collection from now on
  auto& order = plane_order_[plane];
  order.erase(std::ranges::find(order, *job));
  order.push_front(*job);
  return true;
}

// Creates a job at the tail of the plane's queue.
std::int64_t Timing::create_job(std::int64_t plane) {
  const std::int64_t sequence = next_sequence_++;
  operations_[sequence] =
      Operation{.sequence = sequence, .kind = OperationKind::kCollection, .plane = plane, .ready = now_};
  plane_order_[plane].push_back(sequence);
  return sequence;
}

// collection.jobs: whether there is something to collect when the job starts.
bool Timing::finds_block(std::int64_t sequence) const {
  const Operation& job = operations_.at(sequence);
  if (job.collection) return true;
  return job.is_wear ? space_.lags(job.plane) : space_.choose_victim(job.plane).has_value();
}

// Chooses the victim, and fixes the moves unless each page is checked again before its move. A job without a victim
// vanishes.
bool Timing::choose_block(std::int64_t sequence, bool looks_again) {
  if (!finds_block(sequence)) {
    auto& order = plane_order_[operations_.at(sequence).plane];
    order.erase(std::ranges::find(order, sequence));
    operations_.erase(sequence);
    return false;
  }
  Operation& job = operations_.at(sequence);
  if (job.collection) return true;
  job.collection =
      job.is_wear ? *space_.collect_for_wear(job.plane)
                  : space_.begin_collection(*space_.choose_victim(job.plane), job.forced, !looks_again, may_skip(job));
  drop_replicas_in(job.collection->block);
  return true;
}

// collection.together: the jobs that start with this one, planes ascending.
std::vector<std::int64_t> Timing::jobs_together(std::int64_t leader) const {
  const Operation& first = operations_.at(leader);
  std::vector<std::int64_t> jobs{leader};
  if (first.is_wear || drive_.multiplane == Willing::kNo || drive_.block_and_page) return jobs;
  const std::vector<std::int64_t> heads = jobs_at_heads(die_of(first.plane));
  for (const std::int64_t head : heads) {
    if (head != leader && willing({0, std::ssize(heads), std::ssize(jobs) + 1, space_.around(), false, true}))
      jobs.push_back(head);
  }
  std::ranges::sort(jobs, {}, [this](std::int64_t job) { return operations_.at(job).plane; });
  return jobs;
}

// The collections that are ready at the heads of the queues of the die's planes, without those for wear.
std::vector<std::int64_t> Timing::jobs_at_heads(std::int64_t die) const {
  std::vector<std::int64_t> heads;
  for (std::int64_t plane = die * drive_.planes; plane < (die + 1) * drive_.planes; ++plane) {
    if (plane_order_[plane].empty()) continue;
    const Operation& head = operations_.at(plane_order_[plane].front());
    if (head.kind == OperationKind::kCollection && !head.is_wear && head.ready) heads.push_back(head.sequence);
  }
  return heads;
}

bool Timing::start_collection(std::int64_t number, std::int64_t leader) {
  if (!finds_block(leader)) return choose_block(leader, false);
  Unit& unit = units_[number];
  // account.conflicts.
  const bool host_is_ready = host_is_ready_for(number), idle = !host_is_ready && !unplaced_is_ready();
  const bool elsewhere_idle = idle && is_elsewhere_idle({chip_of(operations_.at(leader).plane)});
  const bool is_wear = operations_.at(leader).is_wear, may_be_stream = drive_.any_idle_slots > 0 && !is_wear;
  const bool may_open = preemptible_ && !is_wear, looks_again = may_open || may_be_stream;
  std::vector<std::int64_t> jobs = jobs_together(leader);
  std::erase_if(jobs, [&](std::int64_t job) { return !choose_block(job, looks_again); });
  unit.collecting = Collecting{.leader = leader,
                               .jobs = jobs,
                               .steps = {},
                               .sources = {},
                               .ready = now_,
                               .looks_again = looks_again,
                               .may_open = may_open};
  for (const std::int64_t job : unit.collecting->jobs) {
    const Collection& collection = *operations_.at(job).collection;
    if (operations_.at(job).superblock != kNone) {  // the erase of one plane of a superblock
      begin_superblock(operations_.at(job).superblock);
      continue;
    }
    ++outcome_.collections;
    outcome_.forced_collections += collection.forced;
    outcome_.idle_collections += idle;
    outcome_.begun_in_idle_drive += elsewhere_idle;
    outcome_.conflicting_collections += may_be_stream && host_is_ready;
    outcome_.background_collections += operations_.at(job).in_background;
    outcome_.wear_collections += collection.is_wear;
    outcome_.wasted_wear += std::ssize(collection.skipped);
    fix_moves(*unit.collecting, job);
  }
  if (!unit.collecting->looks_again) add_erase_step(*unit.collecting);
  if (!unit.collecting->may_open) unit.collected.emplace_back(now_, kNever);
  grant_step(number);
  return true;
}

// A background collection exists to gain pages, so it skips none; otherwise two of them could cause each other without
// end (collection.background).
bool Timing::may_skip(const Operation& job) { return !job.forced && !job.in_background && !job.is_stream; }

// collection.moves: the moves of a job, fixed with its victim, or the pages that it visits one by one.
void Timing::fix_moves(Collecting& collecting, std::int64_t sequence) {
  Operation& job = operations_.at(sequence);
  const Collection& collection = *job.collection;
  for (std::int64_t page = collection.block * drive_.pages;
       collecting.looks_again && drive_.word_line() == 1 && page < (collection.block + 1) * drive_.pages; ++page) {
    collecting.sources.push_back(page);
  }
  job.gained -= std::ssize(collection.skipped);
  if (drive_.word_line() > 1) return add_flash_steps(collecting, sequence);
  for (const Move& move : collection.moves) add_move_steps(collecting, sequence, move);
}

void Timing::add_move_steps(Collecting& collecting, std::int64_t sequence, const Move& move) {
  Operation& job = operations_.at(sequence);
  ++job.moved;
  job.gained -= 1 + move.skipped.has_value();
  const std::int64_t to = space_.plane_of_page(move.to);
  if (to != job.plane) job.other_planes.insert(to);
  outcome_.wasted_copyback += move.skipped.has_value();
  ++outcome_.collection_programs;
  const auto read = [this, move] { flash_.require_content(move.from, move.lpn); };
  const auto program = [this, move] {
    if (move.skipped) flash_.skip(*move.skipped);
    flash_.program(move.to, move.lpn);
  };
  if (move.copyback) {
    ++outcome_.copybacks;
    collecting.steps.push_back(
        {Command::kCopyback, {job.plane}, drive_.command, move.read_time + move.program_time, [read, program] {
           read(), program();
         }});
    return;
  }
  ++outcome_.collection_reads;
  collecting.steps.push_back({Command::kRead, {job.plane}, drive_.command, move.read_time, read});
  collecting.steps.push_back({Command::kProgram, {to}, drive_.command + transfer_page(), move.program_time, program});
}

// One command for all planes; its array phase is the longest of the erases (collection.together, command.phases).
void Timing::add_erase_step(Collecting& collecting) {
  Step step{Command::kErase, {}, command_time(std::ssize(collecting.jobs)), 0};
  for (const std::int64_t job : collecting.jobs) {
    step.planes.push_back(operations_.at(job).plane);
    step.array = std::max(step.array, operations_.at(job).collection->erase_time);
  }
  step.at_array_end = [this, jobs = collecting.jobs] {
    for (const std::int64_t sequence : jobs) {
      Operation& job = operations_.at(sequence);
      for (const std::int64_t skipped : job.collection->skipped) flash_.skip(skipped);
      flash_.erase(job.collection->block);
      if (at_issue_) space_.erase(job.collection->block);
      if (!space_.is_retired(job.collection->block)) job.gained += drive_.pages;  // wear.retirement
      ++outcome_.erases;
    }
  };
  collecting.erasing = true;
  collecting.steps.push_back(step);
}

// collection.moves, copies.any_idle: the next page that is still valid, or the erase. The map changes at the grant, or
// when the data are in the slot.
void Timing::prepare_next_move(std::int64_t number) {
  Unit& unit = units_[number];
  Collecting& collecting = *unit.collecting;
  if (collecting.may_open) unit.collected.emplace_back(now_, kNever);
  if (drive_.word_line() > 1) return gather_next(collecting);
  while (!collecting.sources.empty()) {
    const std::int64_t from = collecting.sources.front();
    collecting.sources.pop_front();
    if (space_.page(from).state != PageState::kValid) {
      if (const auto slot = slot_reserved_for(from)) slots_.erase(*slot);
      continue;
    }
    const std::int64_t job = collecting.at_hand = job_that_moves(collecting, from);
    if (becomes_stream(job)) begin_stream(job, from);
    if (const auto slot = slot_reserved_for(from)) return add_slot_step(collecting, job, from, *slot);
    Move move = space_.move(from, may_skip(operations_.at(job)));
    space_.ask_latencies(move);
    return add_move_steps(collecting, job, move);
  }
  add_erase_step(collecting);
}

std::int64_t Timing::job_that_moves(const Collecting& collecting, std::int64_t from) const {
  return *std::ranges::find_if(
      collecting.jobs, [&](std::int64_t job) { return operations_.at(job).plane == space_.plane_of_page(from); });
}

// What the collection does now, or does next if it waits (bus.priority).
Command Timing::next_kind(std::int64_t number) const {
  const Unit& unit = units_[number];
  if (unit.halted && unit.halted->is_collection) return unit.halted->kind;
  if (unit.current && unit.current->is_collection) return unit.current->kind;
  if (!unit.collecting->steps.empty()) return unit.collecting->steps.front().kind;
  if (drive_.word_line() > 1) {
    const auto next = next_gathering(*unit.collecting);
    return !next ? Command::kErase : next->source == kNone ? Command::kProgram : Command::kRead;
  }
  for (const std::int64_t from : unit.collecting->sources) {
    if (space_.page(from).state != PageState::kValid) continue;
    const std::int64_t job = job_that_moves(*unit.collecting, from);
    if (slot_reserved_for(from)) return Command::kRead;
    const bool stays = space_.destination_of(from) == space_.plane_of_page(from);
    return stays && space_.copies_back(from, may_skip(operations_.at(job))) ? Command::kCopyback : Command::kRead;
  }
  return Command::kErase;
}

// collection.preempt: open between two moves if `hard` does not hold and the design allows it.
bool Timing::is_open(std::int64_t number) const {
  const Unit& unit = units_[number];
  if (!unit.collecting || !unit.collecting->may_open || !unit.collecting->steps.empty() || unit.collecting->erasing)
    return false;
  if (unit.halted || (unit.current && unit.current->is_collection)) return false;
  return !is_hard(*unit.collecting) && (!drive_.preempt || drive_.preempt(collection_view(number)));
}

// collection.preempt: a `hard` of the design is evaluated for the plane at hand; without one, every plane of the
// collection must have a page for every stream.
bool Timing::is_hard(const Collecting& collecting) const {
  const std::int64_t plane = operations_.at(collecting.at_hand).plane;
  if (drive_.hard) return drive_.hard(space_.count_free_pages(plane), space_.count_free_blocks(plane), space_.around());
  return std::ranges::any_of(collecting.jobs,
                             [this](std::int64_t job) { return !space_.can_give_to_all(operations_.at(job).plane); });
}

// The record `g` of collection.preempt.
CollectionView Timing::collection_view(std::int64_t number) const {
  const Operation& job = operations_.at(units_[number].collecting->at_hand);
  return {job.moved, space_.count_valid_pages(job.collection->block), std::ssize(candidates_of_any_age(number)),
          space_.count_free_pages(job.plane), space_.around()};
}

void Timing::grant_step(std::int64_t number) {
  Unit& unit = units_[number];
  Collecting& collecting = *unit.collecting;
  if (collecting.steps.empty()) prepare_next_move(number);
  const Step step = collecting.steps.front();
  collecting.steps.pop_front();
  if (step.kind == Command::kErase) complete_segments(collecting.jobs);
  Running running{.kind = step.kind,
                  .leader = collecting.leader,
                  .operations = {},
                  .planes = step.planes,
                  .is_collection = true,
                  .array_length = step.array,
                  .stage_end = now_ + step.bus,
                  .units_out = step.units_out,
                  .at_array_end = step.at_array_end,
                  .at_data_out_end = step.at_data_out_end};
  record_command(running, number);
  require(unit.running().empty() && !unit.settling, "a unit was given to two commands");
  unit.current = running;
  hold_bus(number, step.bus, step.kind == Command::kProgram ? program_bytes() : 0, true);
}

void Timing::step_finished(std::int64_t number) {
  Unit& unit = units_[number];
  Collecting& collecting = *unit.collecting;
  collecting.ready = now_;
  if (!collecting.steps.empty()) return;
  if (collecting.may_open || collecting.erasing) unit.collected.back().second = now_;
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
    const bool may_go_on = job.gained > 0 && !job.in_background;
    if (!look_after_collection(job.plane, may_go_on) && !job.is_wear) look_after_wear(job.plane);
    look_after_others(job.other_planes, may_go_on);
  }
}

// collection.same_die: planes that gave pages to a collection of another plane. Only a collection that gained pages may
// cause others there; otherwise two planes could collect each other's waste without end.
void Timing::look_after_others(const std::set<std::int64_t>& planes, bool may_go_on) {
  for (const std::int64_t plane : planes) {
    if (may_go_on)
      look_after_page(plane, is_quiet(plane));
    else
      look_after_invalidation(plane);
  }
}

}  // namespace ssd::oracle

// Collections with indirection units smaller than a flash page, or word lines (iu.collection, iu.word_line): those
// whose moves are fixed together, and preemptible ones, which fix each read when it is granted. The invariant: the
// places of a word line of the collection block are taken by one collection, in the order in which their IUs are read,
// and it is programmed once.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

bool Space::has_begun_word_line(std::int64_t victim) const {
  return next_collection_index(victim / drive_.blocks, streams_of_blocks_[victim]) % drive_.word_line() != 0;
}

std::vector<std::int64_t> Space::pad_collection_block(std::int64_t victim) {
  std::vector<std::int64_t> padding;
  while (has_begun_word_line(victim)) {
    padding.push_back(take_for_collection(victim / drive_.blocks, streams_of_blocks_[victim]));
    waste(padding.back());
  }
  return padding;
}

// The rest of the last word line is padding. On the flash, the flash pages of the victim are read in ascending order,
// and a destination is programmed as soon as all its IUs have been read.
void Space::finish_gathering(Collection& collection) {
  const std::int64_t units = drive_.word_line();
  collection.padding = pad_collection_block(collection.block);
  std::vector<Move> gathered;
  const auto program = [&](std::int64_t count) {
    const auto end = gathered.begin() + count;
    collection.flash_steps.push_back({.is_read = false, .units = {gathered.begin(), end}});
    gathered.erase(gathered.begin(), end);
  };
  for (auto next = collection.moves.begin(); next != collection.moves.end();) {
    const std::int64_t source = next->from / drive_.subpages;
    FlashStep read{.is_read = true, .units = {}};
    for (; next != collection.moves.end() && next->from / drive_.subpages == source; ++next)
      read.units.push_back(*next);
    collection.flash_steps.push_back(read);
    gathered.insert(gathered.end(), read.units.begin(), read.units.end());
    if (std::ssize(gathered) >= units) program(units);
  }
  if (!gathered.empty()) program(std::ssize(gathered));
}

std::optional<std::int64_t> Space::next_to_gather(std::int64_t block) const {
  for (const std::int64_t place : pages_of(block)) {
    if (pages_[place].state == PageState::kValid) return place;
  }
  return std::nullopt;
}

FlashStep Space::gather(std::int64_t place) {
  FlashStep read{.is_read = true, .units = {}};
  const std::int64_t first = place / drive_.subpages * drive_.subpages;
  for (std::int64_t from = first; from < first + drive_.subpages; ++from) {
    if (pages_[from].state == PageState::kValid) read.units.push_back(move(from, false));
  }
  return read;
}

// iu.collection, step 2.
std::int64_t Timing::collection_bytes_out(const Running& read) const {
  if (read.units_out == 0) return page_bytes();
  return (read.units_out * page_bytes() + drive_.subpages - 1) / drive_.subpages;
}

void Timing::add_flash_steps(Collecting& collecting, std::int64_t sequence) {
  Operation& job = operations_.at(sequence);
  count_gathering(*job.collection);
  for (const FlashStep& step : job.collection->flash_steps) add_flash_step(collecting, job, step);
}

void Timing::add_flash_step(Collecting& collecting, Operation& job, const FlashStep& step) {
  if (step.is_read) {
    const auto read = [this, units = step.units] { read_moved(units); };
    collecting.steps.push_back({.kind = Command::kRead,
                                .planes = {job.plane},
                                .bus = drive_.command,
                                .array = step.array,
                                .at_array_end = read,
                                .units_out = std::ssize(step.units)});
    return;
  }
  job.gained -= drive_.program_unit;
  const auto program = [this, units = step.units] { program_moved(units); };
  collecting.steps.push_back({.kind = Command::kProgram,
                              .planes = {job.plane},
                              .bus = drive_.command + transfer(program_bytes()),
                              .array = step.array,
                              .at_array_end = program});
}

// At the end of the array phase of a read, or of a program: of one word line, whose rest is padding.
void Timing::read_moved(const std::vector<Move>& moves) const {
  for (const Move& move : moves) flash_.require_content(move.from, move.lpn);
}

void Timing::program_moved(const std::vector<Move>& moves) {
  for (const Move& move : moves) flash_.program(move.to, move.lpn);
  for (std::int64_t place = moves.back().to + 1; place % drive_.word_line() != 0; ++place) flash_.skip(place);
}

// The counts of a collection whose moves are fixed together: flash pages, and IUs. With superblocks each flash page
// counts with its grant.
void Timing::count_gathering(const Collection& collection) {
  for (const FlashStep& step : collection.flash_steps) {
    outcome_.collection_reads += step.is_read;
    outcome_.collection_programs += step.is_read ? 0 : drive_.program_unit;
  }
  count_units(collection);
}

void Timing::count_units(const Collection& collection) {
  std::int64_t last_programs = 0;  // behind the last read
  for (const FlashStep& step : collection.flash_steps) last_programs = step.is_read ? 0 : last_programs + 1;
  outcome_.moved_units += std::ssize(collection.moves);
  outcome_.padding += std::ssize(collection.padding);
  outcome_.units_reached.padded_collections += !collection.padding.empty();
  outcome_.units_reached.two_last_programs += last_programs == 2;
}

// iu.collection, step 6: plane by plane (collection.together) the next flash page that has a valid IU, then the program
// of the word line that is begun. Nothing is left before the erase.
std::optional<NextGathering> Timing::next_gathering(const Collecting& collecting) const {
  for (const std::int64_t job : collecting.jobs) {
    const Operation& operation = operations_.at(job);
    if (const auto source = space_.next_to_gather(operation.collection->block)) return NextGathering{job, *source};
    if (space_.has_begun_word_line(operation.collection->block)) return NextGathering{job};
  }
  return std::nullopt;
}

void Timing::gather_next(Collecting& collecting) {
  const auto next = next_gathering(collecting);
  if (!next) return add_erase_step(collecting);
  collecting.at_hand = next->job;
  Operation& job = operations_.at(next->job);
  if (next->source != kNone) return gather(collecting, job, next->source);
  outcome_.padding += std::ssize(space_.pad_collection_block(job.collection->block));
  program_gathered(collecting, job, std::ssize(job.gathered));
  ++outcome_.units_reached.padding_moves;
  outcome_.units_reached.padding_between_planes += next_gathering(collecting).has_value();
}

// A read, and the program of the word line that it made full. Their latencies are asked when all have their places.
void Timing::gather(Collecting& collecting, Operation& job, std::int64_t place) {
  const std::int64_t gathered_before = std::ssize(job.gathered);
  FlashStep read = space_.gather(place);
  read.array = space_.read_time(place);
  job.moved += std::ssize(read.units);
  outcome_.moved_units += std::ssize(read.units);
  ++outcome_.collection_reads;
  job.gathered.insert(job.gathered.end(), read.units.begin(), read.units.end());
  add_flash_step(collecting, job, read);
  if (std::ssize(job.gathered) >= drive_.word_line()) program_gathered(collecting, job, gathered_before);
}

// `gathered_before`: how many were gathered before this move.
void Timing::program_gathered(Collecting& collecting, Operation& job, std::int64_t gathered_before) {
  const auto first = job.gathered.begin();
  const auto end = first + std::min(drive_.word_line(), std::ssize(job.gathered));
  outcome_.units_reached.invalid_before_program +=
      std::count_if(first, first + gathered_before,
                    [this](const Move& unit) { return space_.page(unit.to).state != PageState::kValid; });
  add_flash_step(collecting, job, {.is_read = false, .units = {first, end}, .array = space_.program_time(first->to)});
  job.gathered.erase(first, end);
  outcome_.collection_programs += drive_.program_unit;
}

void Timing::note_command_in_open_unit(const ChosenPlanes& chosen) {
  const Unit& unit = units_[unit_of(chosen.planes.front())];
  if (!unit.collecting || unit.halted) return;
  if (!space_.has_begun_word_line(operations_.at(unit.collecting->at_hand).collection->block)) return;
  ++outcome_.units_reached.commands_beside_begun_page;
  outcome_.units_reached.programs_beside_begun_page += operations_.at(chosen.leader).kind == OperationKind::kProgram;
}

}  // namespace ssd::oracle

// Superblocks (superblock.group to superblock.collection, iu.superblock): the blocks of one number in all planes of a
// group are filled, collected and erased as one. In the map they are blocks of one large plane, whose pages, or word
// lines, lie in the planes in turn. On the flash their collection holds no unit as a whole: each read and each program
// is an operation of its own. The invariant: a part of a collection waits only for what was decided before it, so all
// parts finish.
#include <algorithm>

#include "tests/oracle/flash.h"
#include "tests/oracle/timing.h"

namespace ssd::oracle {
namespace {

// What a collection does on the flash before it erases. Where a word line is a page, it moves page by page.
std::vector<FlashStep> steps_of(const Collection& collection) {
  std::vector<FlashStep> steps = collection.flash_steps;
  for (const Move& move : collection.moves) {
    if (!collection.flash_steps.empty()) break;
    steps.push_back({.is_read = true, .units = {move}, .array = move.read_time});
    steps.push_back({.is_read = false, .units = {move}, .array = move.program_time});
  }
  return steps;
}

}  // namespace

void Space::form_groups() {
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    groups_.push_back(planes_in_order(planes_of(drive_.superblock, plane)));
    homes_.push_back(std::ranges::min(groups_.back()));
    if (homes_.back() != plane) planes_[plane].free_blocks.clear();
  }
  for (std::int64_t block = 0; block < plane_count() * drive_.blocks; ++block) {
    auto& parts = parts_of_blocks_.emplace_back();
    for (const std::int64_t plane : groups_[block / drive_.blocks])
      parts.push_back(plane * drive_.blocks + block % drive_.blocks);
    auto& pages = pages_of_blocks_.emplace_back();
    for (std::int64_t index = 0; index < block_size(); ++index) pages.push_back(page_at(block, index));
  }
}

// In the order of ORDER: the plane of each of the first writes, one a plane.
std::vector<std::int64_t> Space::planes_in_order(const std::vector<std::int64_t>& planes) const {
  if (drive_.superblock == Scope::kPlane) return planes;
  std::vector<std::int64_t> in_order;
  for (std::int64_t write = 0; write < plane_count(); ++write) {
    if (std::ranges::count(planes, plane_at(write)) > 0) in_order.push_back(plane_at(write));
  }
  require(std::ranges::is_permutation(in_order, planes), "ORDER does not visit every plane");
  return in_order;
}

// superblock.group: page k is in plane k mod G of the group. iu.superblock: so is word line k, with all its places.
std::int64_t Space::page_at(std::int64_t block, std::int64_t index) const {
  const std::vector<std::int64_t>& parts = parts_of(block);
  const std::int64_t line = index / drive_.word_line(), place = index % drive_.word_line();
  return parts[line % std::ssize(parts)] * drive_.places() + line / std::ssize(parts) * drive_.word_line() + place;
}

// For a snapshot, which describes single planes (start.snapshot).
Snapshot::Active Space::part_in(std::int64_t plane, const ActiveBlock& active) const {
  std::int64_t taken = 0;
  for (std::int64_t index = 0; index < active.next_page; ++index)
    taken += plane_of_page(page_at(active.block, index)) == plane;
  return {plane * drive_.blocks + active.block % drive_.blocks, taken};
}

// superblock.collection, iu.superblock: the reads and programs in their order, then an erase in every plane of the
// group. A program has the data of all reads before it whose IUs have their places there.
void Timing::collect_superblock(const Collection& collection) {
  const std::int64_t number = next_superblock_++;
  std::vector<std::int64_t> planes = space_.group_of(collection.block / drive_.blocks);
  std::ranges::sort(planes);
  superblocks_[number] = {.planes = planes, .forced = collection.forced};
  if (drive_.word_line() > 1) count_units(collection);
  std::map<std::int64_t, std::int64_t> reads;  // flash page of the victim -> its read
  for (const FlashStep& step : steps_of(collection)) {
    if (step.is_read) {
      reads[step.units.front().from / drive_.subpages] = next_sequence_;
      add_superblock_read(number, step);
      continue;
    }
    std::set<std::int64_t> sources;
    for (const Move& unit : step.units) sources.insert(reads.at(unit.from / drive_.subpages));
    add_superblock_program(number, step, sources);
  }
  for (const std::int64_t plane : planes) add_superblock_erase(number, plane, collection);
}

// The flash page may not be programmed yet.
void Timing::add_superblock_read(std::int64_t number, const FlashStep& step) {
  const Move& first = step.units.front();
  Operation read{.sequence = next_sequence_++,
                 .kind = OperationKind::kRead,
                 .lpn = first.lpn,
                 .plane = space_.plane_of_page(first.from),
                 .physical_page = first.from,
                 .array_length = step.array,
                 .moves = step.units,
                 .superblock = number};
  read.at_transferred = [this, number, sequence = read.sequence] { superblock_page_read(number, sequence); };
  const auto writer = writers_.find(first.from / drive_.word_line() * drive_.word_line());
  if (writer != writers_.end() && operations_.contains(writer->second))
    operations_.at(writer->second).readers.push_back(read.sequence);
  else
    read.ready = now_;
  add_read(read);
}

// `sources`: the reads that bring its data.
void Timing::add_superblock_program(std::int64_t number, const FlashStep& step, std::set<std::int64_t> sources) {
  const Move& first = step.units.front();
  Operation program{.sequence = next_sequence_++,
                    .kind = OperationKind::kProgram,
                    .lpn = first.lpn,
                    .plane = space_.plane_of_page(first.to),
                    .physical_page = first.to,
                    .array_length = step.array,
                    .moves = step.units,
                    .sources = std::move(sources),
                    .superblock = number};
  program.at_programmed = [this, number, sequence = program.sequence] {
    release_readers(sequence);
    operations_.erase(sequence);
    superblock_page_programmed(number, sequence);
  };
  require(first.to % drive_.word_line() == 0, "a collection programs a word line from its middle");
  writers_[first.to] = program.sequence;
  superblocks_.at(number).programs.insert(program.sequence);
  plane_order_[program.plane].push_back(program.sequence);
  operations_[program.sequence] = program;
}

void Timing::add_superblock_erase(std::int64_t number, std::int64_t plane, const Collection& collection) {
  Operation& erase = operations_.at(create_job(plane));
  erase.superblock = number;
  erase.collection = Collection{.block = plane * drive_.blocks + collection.block % drive_.blocks,
                                .erase_time = collection.erase_time};
  if (!collection.moves.empty()) erase.ready.reset();
  superblocks_.at(number).erases.push_back(erase.sequence);
}

// What this host program or move has written can be read now.
void Timing::release_readers(std::int64_t program) {
  for (const std::int64_t reader : operations_.at(program).readers) operations_.at(reader).ready = now_;
}

// The data of a flash page are in the controller: a program is ready when it has those of all its reads.
void Timing::superblock_page_read(std::int64_t number, std::int64_t read) {
  operations_.erase(read);
  for (const std::int64_t sequence : superblocks_.at(number).programs) {
    Operation& program = operations_.at(sequence);
    if (program.sources.erase(read) == 1 && program.sources.empty()) program.ready = now_;
  }
}

void Timing::superblock_page_programmed(std::int64_t number, std::int64_t program) {
  SuperblockCollection& collection = superblocks_.at(number);
  collection.programs.erase(program);
  if (!collection.programs.empty()) return;
  for (const std::int64_t erase : collection.erases) operations_.at(erase).ready = now_;
}

// Counts the collection at the grant of the first of its commands.
void Timing::begin_superblock(std::int64_t number) {
  SuperblockCollection& collection = superblocks_.at(number);
  if (std::exchange(collection.begun, true)) return;
  ++outcome_.collections;
  outcome_.forced_collections += collection.forced;
  const bool idle =
      std::ranges::none_of(collection.planes, [this](std::int64_t plane) { return host_is_ready_for(unit_of(plane)); });
  std::set<std::int64_t> chips;
  for (const std::int64_t plane : collection.planes) chips.insert(chip_of(plane));
  outcome_.idle_collections += idle;
  outcome_.begun_in_idle_drive += idle && is_elsewhere_idle(chips);
}

// The read or the program of a move: it holds the unit until it ends, as a copy does (collection.hold).
void Timing::start_move(std::int64_t number, std::int64_t sequence) {
  const Operation& move = operations_.at(sequence);
  const bool is_read = move.kind == OperationKind::kRead;
  begin_superblock(move.superblock);
  leave_queue(move);
  outcome_.collection_reads += is_read;
  outcome_.collection_programs += is_read ? 0 : drive_.program_unit;
  const Time bus = drive_.command + (is_read ? 0 : transfer(program_bytes()));
  Running running{.kind = is_read ? Command::kRead : Command::kProgram,
                  .leader = sequence,
                  .operations = {},
                  .planes = {move.plane},
                  .is_collection = true,
                  .array_length = move.array_length,
                  .stage_end = now_ + bus,
                  .units_out = is_read ? std::ssize(move.moves) : 0};
  running.at_array_end = [this, is_read, moves = move.moves, end = move.at_programmed] {
    if (is_read) return read_moved(moves);
    program_moved(moves);
    end();
  };
  running.at_data_out_end = move.at_transferred;
  record_command(running, number);
  units_[number].current = running;
  units_[number].collected.emplace_back(now_, kNever);
  hold_bus(number, bus, is_read ? 0 : program_bytes(), true);
}

}  // namespace ssd::oracle

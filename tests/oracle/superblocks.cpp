// Superblocks (superblock.group to superblock.collection): the blocks of one number in all planes of a group are
// filled, collected and erased as one. In the map they are blocks of one large plane. On the flash their collection
// holds no unit as a whole: each move is a read and a program of its own. The invariant: a part of a collection waits
// only for what was decided before it, so all parts finish.
#include <algorithm>

#include "tests/oracle/flash.h"
#include "tests/oracle/timing.h"

namespace ssd::oracle {

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

// superblock.group: page k is in plane k mod G of the group.
std::int64_t Space::page_at(std::int64_t block, std::int64_t index) const {
  const std::vector<std::int64_t>& parts = parts_of(block);
  return parts[index % std::ssize(parts)] * drive_.places() + index / std::ssize(parts);
}

// For a snapshot, which describes single planes (start.snapshot).
Snapshot::Active Space::part_in(std::int64_t plane, const ActiveBlock& active) const {
  std::int64_t taken = 0;
  for (std::int64_t index = 0; index < active.next_page; ++index)
    taken += plane_of_page(page_at(active.block, index)) == plane;
  return {plane * drive_.blocks + active.block % drive_.blocks, taken};
}

// superblock.collection: the moves in their order, then an erase in every plane of the group.
void Timing::collect_superblock(const Collection& collection) {
  const std::int64_t number = next_superblock_++;
  std::vector<std::int64_t> planes = space_.group_of(collection.block / drive_.blocks);
  std::ranges::sort(planes);
  superblocks_[number] = {.planes = planes, .forced = collection.forced, .programs_left = std::ssize(collection.moves)};
  for (const Move& move : collection.moves) add_superblock_move(number, move);
  for (const std::int64_t plane : planes) {
    Operation& erase = operations_.at(create_job(plane));
    erase.superblock = number;
    erase.collection = Collection{.block = plane * drive_.blocks + collection.block % drive_.blocks,
                                  .erase_time = collection.erase_time};
    if (!collection.moves.empty()) erase.ready.reset();
    superblocks_.at(number).erases.push_back(erase.sequence);
  }
}

void Timing::add_superblock_move(std::int64_t number, const Move& move) {
  const std::int64_t reading = next_sequence_++, programming = next_sequence_++;
  Operation read{.sequence = reading,
                 .kind = OperationKind::kRead,
                 .lpn = move.lpn,
                 .plane = space_.plane_of_page(move.from),
                 .physical_page = move.from,
                 .array_length = move.read_time,
                 .superblock = number};
  read.at_transferred = [this, reading, programming] {
    operations_.at(programming).ready = now_;
    operations_.erase(reading);
  };
  Operation program{.sequence = programming,
                    .kind = OperationKind::kProgram,
                    .lpn = move.lpn,
                    .plane = space_.plane_of_page(move.to),
                    .physical_page = move.to,
                    .array_length = move.program_time,
                    .superblock = number};
  program.at_programmed = [this, programming, number] {
    release_readers(programming);
    operations_.erase(programming);
    superblock_page_programmed(number);
  };
  // The page may not be programmed yet.
  const auto writer = writers_.find(move.from);
  if (writer != writers_.end() && operations_.contains(writer->second))
    operations_.at(writer->second).readers.push_back(reading);
  else
    read.ready = now_;
  writers_[move.to] = programming;
  plane_order_[program.plane].push_back(programming);
  operations_[programming] = program;
  add_read(read);
}

// What this host program or move has written can be read now.
void Timing::release_readers(std::int64_t program) {
  for (const std::int64_t reader : operations_.at(program).readers) operations_.at(reader).ready = now_;
}

void Timing::superblock_page_programmed(std::int64_t number) {
  SuperblockCollection& collection = superblocks_.at(number);
  if (--collection.programs_left > 0) return;
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
  ++(is_read ? outcome_.collection_reads : outcome_.collection_programs);
  const Time bus = drive_.command + (is_read ? 0 : transfer_page());
  Running running{.kind = is_read ? Command::kRead : Command::kProgram,
                  .leader = sequence,
                  .operations = {},
                  .planes = {move.plane},
                  .is_collection = true,
                  .array_length = move.array_length,
                  .stage_end = now_ + bus};
  running.at_array_end = [this, is_read, page = move.physical_page, lpn = move.lpn, end = move.at_programmed] {
    if (is_read) return flash_.require_content(page, lpn);
    flash_.program(page, lpn);
    end();
  };
  running.at_data_out_end = move.at_transferred;
  record_command(running, number);
  units_[number].current = running;
  units_[number].collected.emplace_back(now_, kNever);
  hold_bus(number, bus, is_read ? 0 : page_bytes(), true);
}

}  // namespace ssd::oracle

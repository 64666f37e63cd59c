// Indirection units smaller than a flash page (iu.map to iu.account): several logical pages, the IUs, share a flash
// page. The invariant: what is read, programmed or skipped on the flash is a whole flash page, whose places are taken
// together, so between two collections every active block has flash pages left that are wholly free.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

ActiveBlock Space::next_flash_page(std::int64_t plane, std::int64_t stream) const {
  const ActiveBlock next = peek(plane, stream);
  return {next.block, next.next_page / drive_.subpages};
}

std::int64_t Space::take_flash_page(std::int64_t plane, std::int64_t stream) {
  const std::int64_t first = take(plane, stream);
  require(first % drive_.subpages == 0 || has_superblocks(), "a flash page is taken from its middle");
  for (std::int64_t place = 1; place < drive_.subpages; ++place)
    require(take(plane, stream) == first + place, "the places of a flash page are not taken together");
  return first;
}

// iu.start: before the run begins.
std::vector<std::int64_t> Space::waste_rest_of_flash_page(std::int64_t plane) {
  std::vector<std::int64_t> wasted;
  const auto& open = planes_[plane].host.front();
  while (drive_.subpages > 1 && open && open->next_page % drive_.subpages != 0) {
    wasted.push_back(take(plane, 0));
    waste(wasted.back());
  }
  return wasted;
}

// iu.collection: the rest of the last flash page is padding. On the flash, the flash pages of the victim are read in
// ascending order, and a destination is programmed as soon as all its IUs have been read.
void Space::finish_gathering(Collection& collection) {
  const std::int64_t plane = collection.block / drive_.blocks, units = drive_.subpages;
  while (next_collection_index(plane, 0) % units != 0) {
    collection.padding.push_back(take_for_collection(plane, 0));
    waste(collection.padding.back());
  }
  std::vector<Move> gathered;
  const auto program = [&](std::int64_t count) {
    const auto end = gathered.begin() + count;
    collection.flash_steps.push_back({.is_read = false, .units = {gathered.begin(), end}});
    gathered.erase(gathered.begin(), end);
  };
  for (auto next = collection.moves.begin(); next != collection.moves.end();) {
    const std::int64_t source = next->from / units;
    FlashStep read{.is_read = true, .units = {}};
    for (; next != collection.moves.end() && next->from / units == source; ++next) read.units.push_back(*next);
    collection.flash_steps.push_back(read);
    gathered.insert(gathered.end(), read.units.begin(), read.units.end());
    if (std::ssize(gathered) >= units) program(units);
  }
  if (!gathered.empty()) program(std::ssize(gathered));
}

// start.filled: an item of the list fills a flash page; kNone is an invalid one.
void Timing::fill_flash_page(std::int64_t logical_page, std::int64_t flash_page) {
  for (std::int64_t i = 0; i < drive_.subpages; ++i) {
    const std::int64_t place = flash_page * drive_.subpages + i;
    const std::int64_t lpn = logical_page == kNone ? kNone : logical_page * drive_.subpages + i;
    space_.fill(lpn, place);
    lpn == kNone ? flash_.skip(place) : flash_.program(place, lpn);
  }
}

// iu.program, step 3: the program has its flash page. Returns the places that became invalid in the map.
std::vector<std::int64_t> Timing::put_units(Operation& program) {
  std::vector<std::int64_t> old;
  std::int64_t place = program.physical_page;
  for (const ProgramUnit& unit : program.units) {
    const std::int64_t taken = place++;
    if (unit.trimmed) {
      space_.waste(taken);
      continue;
    }
    forget_slot(unit.lpn);
    forget_copies(unit.lpn);
    const auto before = space_.put(unit.lpn, taken, program.sequence);
    space_.page_written(unit.lpn, program.stream, taken, !before);
    if (before) old.push_back(*before);
  }
  for (; place < program.physical_page + drive_.subpages; ++place) space_.waste(place);
  const std::int64_t held = std::ssize(program.units);
  outcome_.held_units += held;
  outcome_.padding += drive_.subpages - held;
  outcome_.units_reached.padded_programs += held < drive_.subpages;
  return old;
}

// At the end of its array phase.
void Timing::program_flash(const Operation& program) {
  for (std::int64_t i = 0; i < drive_.subpages; ++i) {
    const std::int64_t place = program.physical_page + i;
    if (i < std::ssize(program.units))
      flash_.program(place, program.units[static_cast<std::size_t>(i)].lpn);
    else
      flash_.skip(place);
  }
}

bool Timing::programs_place(const Operation& program, std::int64_t place) const {
  return program.physical_page != kNone && program.physical_page <= place &&
         place < program.physical_page + drive_.subpages;
}

// time.ready: of each page that it holds, every earlier program was granted.
bool Timing::is_in_turn(const Operation& program) const {
  return std::ranges::all_of(
      program.units, [&](const ProgramUnit& unit) { return *ungranted_.at(unit.lpn).begin() == program.sequence; });
}

void Timing::mark_trimmed(Operation& program, std::int64_t lpn) {
  for (ProgramUnit& unit : program.units) {
    if (unit.lpn != lpn) continue;
    unit.trimmed = true;
    ++outcome_.units_reached.trimmed_while_waiting;
  }
}

void Timing::note_units(const ProgramOrder& order, const std::vector<OldData>& old) {
  outcome_.units_reached.two_old_units += old.size() > 1;
  for (const ProgramOrder::Unit& unit : order.units) {
    const auto newest = newest_write_.find(unit.lpn);
    outcome_.units_reached.rewritten += newest != newest_write_.end() && unfinished_programs_.contains(newest->second);
  }
}

// iu.read: all IUs of a request become ready in one step, so the read of the IU before is still there if it is ready
// since now. What joins is complete with it, as one page operation.
bool Timing::joins_read_before(const PagePointer& page) {
  if (!last_read_ || last_read_->lpn + 1 != page->lpn || !operations_.contains(last_read_->sequence)) return false;
  Operation& before = operations_.at(last_read_->sequence);
  const auto place = space_.physical_page_of(page->lpn);
  if (before.page->request != page->request || before.ready != now_ || !place ||
      *place / drive_.subpages != before.physical_page / drive_.subpages)
    return false;
  require(before.page->told == page->told, "a read joins another one that became ready at another time");
  last_read_->lpn = page->lpn;
  before.sectors += page->sectors;
  before.page->sectors += page->sectors;
  ++before.page->units;
  ++outcome_.units_reached.joined_reads;
  return true;
}

// iu.buffer, step 3: what is evicted with the victim, which has left the buffer.
std::vector<std::int64_t> Timing::companions() const {
  std::vector<std::int64_t> found = without_flush(list_of(true));
  const std::vector<std::int64_t> partial = without_flush(list_of(false));
  found.insert(found.end(), partial.begin(), partial.end());
  if (std::ssize(found) > drive_.subpages - 1) found.resize(static_cast<std::size_t>(drive_.subpages - 1));
  return found;
}

// iu.collection, step 2.
std::int64_t Timing::collection_bytes_out(const Running& read) const {
  if (read.units_out == 0) return page_bytes();
  return (read.units_out * page_bytes() + drive_.subpages - 1) / drive_.subpages;
}

void Timing::add_flash_steps(Collecting& collecting, std::int64_t sequence) {
  Operation& job = operations_.at(sequence);
  count_gathering(*job.collection);
  for (const FlashStep& step : job.collection->flash_steps) {
    if (step.is_read) {
      const auto read = [this, units = step.units] {
        for (const Move& unit : units) flash_.require_content(unit.from, unit.lpn);
      };
      collecting.steps.push_back({.kind = Command::kRead,
                                  .planes = {job.plane},
                                  .bus = drive_.command,
                                  .array = step.array,
                                  .at_array_end = read,
                                  .units_out = std::ssize(step.units)});
      continue;
    }
    job.gained -= 1;
    const auto program = [this, units = step.units] {
      for (const Move& unit : units) flash_.program(unit.to, unit.lpn);
      for (std::int64_t place = units.back().to + 1; place % drive_.subpages != 0; ++place) flash_.skip(place);
    };
    collecting.steps.push_back({.kind = Command::kProgram,
                                .planes = {job.plane},
                                .bus = drive_.command + transfer_page(),
                                .array = step.array,
                                .at_array_end = program});
  }
}

// The counts of a collection that begins; its flash pages, and IUs.
void Timing::count_gathering(const Collection& collection) {
  std::int64_t last_programs = 0;  // behind the last read
  for (const FlashStep& step : collection.flash_steps) {
    ++(step.is_read ? outcome_.collection_reads : outcome_.collection_programs);
    last_programs = step.is_read ? 0 : last_programs + 1;
  }
  outcome_.moved_units += std::ssize(collection.moves);
  outcome_.padding += std::ssize(collection.padding);
  outcome_.units_reached.padded_collections += !collection.padding.empty();
  outcome_.units_reached.two_last_programs += last_programs == 2;
}

}  // namespace ssd::oracle

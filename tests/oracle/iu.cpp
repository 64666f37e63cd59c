// Indirection units smaller than a flash page (iu.map to iu.account; for collections see iu_collection.cpp): several
// logical pages, the IUs, share a flash page, and programs of several flash pages, a word line (iu.word_line). The
// invariant: what is read is a flash page, what is programmed or skipped is a whole word line, whose places are taken
// together, so between two collections every active block has word lines left that are wholly free.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

ActiveBlock Space::next_flash_page(std::int64_t plane, std::int64_t stream) const {
  const ActiveBlock next = peek(plane, stream);
  return {next.block, next.next_page / drive_.subpages};
}

std::int64_t Space::take_word_line(std::int64_t plane, std::int64_t stream) {
  const std::int64_t first = take(plane, stream);
  require(first % drive_.word_line() == 0, "a word line is taken from its middle");
  for (std::int64_t place = 1; place < drive_.word_line(); ++place)
    require(take(plane, stream) == first + place, "the places of a word line are not taken together");
  return first;
}

// iu.start, iu.word_line: before the run begins.
std::vector<std::int64_t> Space::waste_rest_of_word_line(std::int64_t plane) {
  std::vector<std::int64_t> wasted;
  const auto& open = planes_[plane].host.front();
  while (drive_.word_line() > 1 && open && open->next_page % drive_.word_line() != 0) {
    wasted.push_back(take(plane, 0));
    waste(wasted.back());
  }
  return wasted;
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

// iu.program, step 3: the program has its word line. Returns the places that became invalid in the map.
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
  for (; place < program.physical_page + drive_.word_line(); ++place) space_.waste(place);
  const std::int64_t held = std::ssize(program.units);
  outcome_.held_units += held;
  outcome_.padding += drive_.word_line() - held;
  outcome_.units_reached.padded_programs += held < drive_.word_line();
  return old;
}

// At the end of its array phase.
void Timing::program_flash(const Operation& program) {
  for (std::int64_t i = 0; i < drive_.word_line(); ++i) {
    const std::int64_t place = program.physical_page + i;
    if (i < std::ssize(program.units))
      flash_.program(place, program.units[static_cast<std::size_t>(i)].lpn);
    else
      flash_.skip(place);
  }
}

bool Timing::programs_place(const Operation& program, std::int64_t place) const {
  return program.physical_page != kNone && program.physical_page <= place &&
         place < program.physical_page + drive_.word_line();
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

// iu.read: likewise, of the readaheads behind one read. They become ready in one step, too.
bool Timing::follows_readahead_before(std::int64_t lpn, std::int64_t request) const {
  if (!last_readahead_ || last_readahead_->request != request || last_readahead_->lpns->back() + 1 != lpn) return false;
  return *space_.physical_page_of(lpn) / drive_.subpages ==
         operations_.at(last_readahead_->sequence).physical_page / drive_.subpages;
}

bool Timing::joins_readahead_before(std::int64_t lpn, std::int64_t request) {
  if (!follows_readahead_before(lpn, request)) return false;
  Operation& before = operations_.at(last_readahead_->sequence);
  require(before.ready == now_, "a readahead joins another one that became ready at another time");
  last_readahead_->lpns->push_back(lpn);
  before.sectors += std::ssize(space_.written_sectors(lpn));
  ++outcome_.units_reached.joined_readaheads;
  return true;
}

}  // namespace ssd::oracle

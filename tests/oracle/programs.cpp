// Host programs and reads as flash operations: their sequence numbers (time.sequence), when they are ready
// (time.ready), how programs get their pages (place.class, map.write_admission, map.write_issue), and
// read-modify-writes (map.read_modify_write).
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

std::set<std::int64_t> Timing::whole_page() const {
  std::set<std::int64_t> whole;
  for (std::int64_t sector = 0; sector < drive_.unit_sectors(); ++sector) whole.insert(sector);
  return whole;
}

// map.read_modify_write: the sectors that were written before and are not covered now.
std::int64_t Timing::count_old_sectors(std::int64_t lpn, const std::set<std::int64_t>& covered) {
  if (!drive_.read_modify_write) return 0;
  return std::ranges::count_if(space_.written_sectors(lpn),
                               [&](std::int64_t sector) { return !covered.contains(sector); });
}

// time.sequence: the reads of old pages, forced collections, the program, triggered collections. Returns the program,
// or kNone if it can get no page; then only the forced collections remain (wear.end_of_life).
std::int64_t Timing::create_program(const ProgramOrder& order, std::function<void()> at_programmed) {
  const std::vector<OldData> old = old_data_of(order);
  note_units(order, old);
  if (!at_issue_) {
    const std::int64_t plane = plane_of_write(order.units.front().lpn, 0);
    add_collections(space_.collect_for_a_host_page(plane, order.stream));
    if (!space_.can_give(plane, order.stream)) {
      end_life_in(plane);
      return kNone;
    }
  }
  const std::vector<AccessPointer> accesses = accesses_of(order);
  for (const OldData& data : old) {
    if (!at_issue_) add_read(data.found);
  }
  Operation program = new_program(order);
  const std::int64_t sequence = program.sequence = next_sequence_++;
  program.data_to_come = std::ssize(order.units);
  program.at_released = at_programmed;
  program.at_programmed = [this, sequence, page = order.page, account = order.account, at_programmed] {
    for (const std::int64_t skipped : operations_.at(sequence).skipped) flash_.skip(skipped);
    program_flash(operations_.at(sequence));
    unfinished_programs_.erase(sequence);
    if (page && !is_complete_when_transferred(*page)) complete_page(page);
    end_pending_writes(operations_.at(sequence).pending);
    require(account->told == now_, "a program ends but not all of its time is accounted for");
    lets_in_ = account;
    at_programmed();
    lets_in_ = nullptr;
  };
  add_program(program);
  bring_data(sequence, order, old, accesses);
  return sequence;
}

// time.ready, host.dram: page by page the data to be programmed come into the controller, the old ones behind the new
// ones.
void Timing::bring_data(std::int64_t program, const ProgramOrder& order, const std::vector<OldData>& old,
                        const std::vector<AccessPointer>& accesses) {
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const AccountPointer account = i == 0 ? order.account : nullptr;
    const auto data = std::ranges::find(old, order.units[i].lpn, &OldData::lpn);
    if (data == old.end()) {
      after_access(accesses[i], order.ready, program, account, [=, this, at_ready = order.at_ready] {
        data_arrive(program);
        at_ready();
      });
      continue;
    }
    if (!at_issue_) operations_.at(data->read).at_transferred = old_page_arrival(*data, program);
    after_access(accesses[i], order.ready, data->read, account, [=, this, data = *data, at_ready = order.at_ready] {
      read_old_page(program, data);
      at_ready();
    });
  }
}

// The read-modify-writes of the program, in the order of what it holds, with the numbers of their reads. Placed at
// admission each finds the old page now, before a collection can move it; placed at issue when it is ready (map.read).
std::vector<OldData> Timing::old_data_of(const ProgramOrder& order) {
  std::vector<OldData> old;
  for (const ProgramOrder::Unit& unit : order.units) {
    const std::int64_t sectors = count_old_sectors(unit.lpn, unit.covered);
    if (sectors == 0) continue;
    const auto newest = newest_write_.find(unit.lpn);
    OldData data{.read = next_sequence_++,
                 .lpn = unit.lpn,
                 .sectors = sectors,
                 .before = newest == newest_write_.end() ? kNone : newest->second};
    if (unit.lpn == order.units.front().lpn) data.account = order.account;
    if (!at_issue_) {
      data.found = new_read(data.read, unit.lpn, sectors, order.page);
      data.found.account = data.account;
      data.found.is_of_old_page = true;
      data.found.served_by = space_.page(data.found.physical_page).host_program;
    }
    old.push_back(data);
  }
  return old;
}

// The written sectors become what they are after the write (map.written_sectors); from them follows what is transferred
// (command.transfer).
Operation Timing::new_program(const ProgramOrder& order) {
  Operation program{.kind = OperationKind::kProgram,
                    .lpn = order.units.front().lpn,
                    .request_pages = order.request_pages,
                    .stream = order.stream,
                    .page = order.page,
                    .account = order.account,
                    .writers = order.writers,
                    .pending = order.pending};
  for (const ProgramOrder::Unit& unit : order.units) {
    auto& written = space_.written_sectors(unit.lpn);
    if (drive_.read_modify_write) {
      written.insert(unit.covered.begin(), unit.covered.end());
    } else {
      written = whole_page();
    }
    program.sectors += drive_.read_modify_write ? std::ssize(written) : std::ssize(unit.covered);
    program.units.push_back({.lpn = unit.lpn});
  }
  if (!dynamic_) program.plane = plane_of_write(program.lpn, 0);
  ++write_count_;
  program.at_transferred = [this, page = order.page] {
    if (page && is_complete_when_transferred(*page)) complete_page(page);
  };
  return program;
}

// host.complete_write, host.fua.
bool Timing::is_complete_when_transferred(const Page& page) const {
  return drive_.complete_when_transferred && !requests_[page.request].is_forced;
}

// place.static: the plane of this page. place.write_order: the plane of the write `after_next` writes behind the next
// one.
std::int64_t Timing::plane_of_write(std::int64_t lpn, std::int64_t after_next) const {
  return space_.plane_at(drive_.placement == Placement::kWriteOrder ? write_count_ + after_next : lpn);
}

// The program joins the tail of its plane's queue, if it has a plane (unit.queue).
void Timing::add_program(const Operation& program) {
  outcome_.host_programs += drive_.program_unit;
  unfinished_programs_.insert(program.sequence);
  for (const ProgramUnit& unit : program.units) newest_write_[unit.lpn] = program.sequence;
  if (!at_issue_) return place_at_admission(program);
  for (const ProgramUnit& unit : program.units) ungranted_[unit.lpn].insert(program.sequence);
  operations_[program.sequence] = program;
  if (dynamic_)
    unplaced_.insert(program.sequence);
  else
    plane_order_[program.plane].push_back(program.sequence);
}

std::function<void()> Timing::old_page_arrival(const OldData& old, std::int64_t program) {
  return [this, program, read = old.read, account = old.account] {
    after(now_ + drive_.ecc, read, [this, program, account] { old_data_arrive(program, account); });
  };
}

// map.write_admission: the page is taken, the old one becomes invalid, the trigger is evaluated.
void Timing::place_at_admission(Operation program) {
  program.physical_page = space_.take_word_line(program.plane, program.stream);
  // One of the group's planes (superblock.host, iu.superblock).
  const std::int64_t plane = program.plane = space_.plane_of_page(program.physical_page);
  writers_[program.physical_page] = program.sequence;
  space_.count_program(program.stream);
  put_units(program);
  program.array_length = space_.program_time(program.physical_page);
  operations_[program.sequence] = program;
  plane_order_[plane].push_back(program.sequence);
  add_collections(space_.collect_if_triggered(plane));
  space_.check(plane, false);
}

// The old sectors of one of the pages that the program holds are in the controller. `account`: null if the program's
// time does not have the parts of their read.
void Timing::old_data_arrive(std::int64_t program, const AccountPointer& account) {
  if (account) account->tell(&Split::controller, now_);
  data_arrive(program);
}

// Of one of the pages that the program holds.
void Timing::data_arrive(std::int64_t program) {
  if (--operations_.at(program).data_to_come == 0) program_has_data(program);
}

// The data to be programmed, old sectors included, are in the controller. The first IU may have waited for the others.
void Timing::program_has_data(std::int64_t sequence) {
  Operation& program = operations_.at(sequence);
  program.has_data = true;
  program.account->tell(&Split::unit, now_);
  if (at_issue_) {
    make_ready_in_turn(program.lpn);
  } else {
    program.ready = now_;
  }
}

// time.ready: the writes of a page become ready one after another. A program of several IUs waits for all of them
// (iu.program).
void Timing::make_ready_in_turn(std::int64_t lpn) {
  if (ungranted_[lpn].empty()) return;
  Operation& first = operations_.at(*ungranted_[lpn].begin());
  if (!first.has_data || first.ready || !is_in_turn(first)) return;
  first.account->tell(&Split::unit, now_);
  if (absorbs(first)) return absorb(first.sequence);
  first.ready = now_;
}

// map.read_modify_write: called when the program would be ready.
void Timing::read_old_page(std::int64_t program, const OldData& old) {
  const Operation& owner = operations_.at(program);
  const auto arrives = [this, program, account = old.account] { old_data_arrive(program, account); };
  const bool served = at_issue_ ? unfinished_programs_.contains(old.before) : served_instead(old.read);
  if (served) {
    ++outcome_.buffer_reads;
    return after(now_ + drive_.buffer_latency, old.read, arrives);
  }
  if (slot_of(old.lpn)) {
    ++outcome_.buffered_reads;
    return after(now_ + drive_.buffer_latency, old.read, arrives);
  }
  if (at_issue_) {
    if (!space_.physical_page_of(old.lpn)) return arrives();  // trimmed meanwhile: nothing to read
    Operation old_page = new_read(old.read, old.lpn, old.sectors, owner.page);
    old_page.is_of_old_page = true;
    old_page.account = old.account;
    read_from_replica(old_page);
    old_page.at_transferred = old_page_arrival(old, program);
    add_read(old_page);
  }
  ++outcome_.rmw_reads;
  read_is_ready(old.read);
}

Operation Timing::new_read(std::int64_t sequence, std::int64_t lpn, std::int64_t sectors, const PagePointer& page) {
  Operation read{.sequence = sequence, .kind = OperationKind::kRead, .lpn = lpn, .sectors = sectors};
  read.physical_page = *space_.physical_page_of(lpn);
  read.plane = space_.plane_of_page(read.physical_page);
  read.array_length = space_.read_time(read.physical_page);
  read.page = page;
  read.account = page;
  if (page) read.request_pages = pages_of(page->request);
  return read;
}

std::int64_t Timing::add_read(Operation read) {
  Unit& unit = units_[unit_of(read.plane)];
  unit.reads.insert(read.sequence);
  if (read.is_host()) ++unit.host_reads_to_come;
  operations_[read.sequence] = read;
  return read.sequence;
}

void Timing::read_is_ready(std::int64_t sequence) {
  Operation& read = operations_.at(sequence);
  read.ready = now_;
  --units_[unit_of(read.plane)].host_reads_to_come;
  ++outcome_.flash_reads;
  suspend_if_asked(unit_of(read.plane));
}

// A read placed at admission whose page is not yet programmed when the read is ready leaves its unit
// (map.not_yet_programmed).
bool Timing::served_instead(std::int64_t sequence) {
  const Operation& read = operations_.at(sequence);
  if (!unfinished_programs_.contains(read.served_by)) return false;
  units_[unit_of(read.plane)].reads.erase(sequence);
  --units_[unit_of(read.plane)].host_reads_to_come;
  operations_.erase(sequence);
  return true;
}

// Whether the write is not granted, or its program runs and no collection has moved the page (only a collection without
// cost can: collection.cost_zero).
bool Timing::in_controller(std::int64_t write, std::int64_t lpn) const {
  return unfinished_programs_.contains(write) && !moved_while_programmed_.contains({write, lpn});
}

// map.not_yet_programmed: whether only the controller has the newest data of the page.
bool Timing::not_yet_programmed(std::int64_t lpn) const {
  if (at_issue_) {
    const auto newest = newest_write_.find(lpn);
    return newest != newest_write_.end() && in_controller(newest->second, lpn);
  }
  const auto physical_page = space_.physical_page_of(lpn);
  return physical_page && unfinished_programs_.contains(space_.page(*physical_page).host_program);
}

// map.write_issue: at the grant, one die after another, and in each planes ascending. A collection without cost that
// reaches beyond the plane, or into the host's block, must not come between: it would take pages that the rest of the
// command is about to take. A scope of one plane does not reach beyond it, whatever its name.
void Timing::take_pages(const std::vector<ChosenPlanes>& dies) {
  const bool reaches_beyond = drive_.scope != Scope::kPlane && space_.planes_of_scope(0).size() > 1;
  const bool in_the_way = drive_.cost_zero && (reaches_beyond || drive_.active_shared);
  // Each program, and the pages that it made invalid.
  std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>> taken;
  for (const ChosenPlanes& chosen : dies) {
    for (const std::int64_t sequence : chosen.operations) {
      if (operations_.at(sequence).physical_page != kNone) continue;
      taken.emplace_back(sequence, take_page(operations_.at(sequence), chosen.index));
      if (in_the_way) continue;
      page_is_taken(operations_.at(sequence), taken.back().second);
    }
  }
  for (const auto& [sequence, old] : taken) {
    if (in_the_way) page_is_taken(operations_.at(sequence), old);
  }
}

// Returns the pages that became invalid in the map.
std::vector<std::int64_t> Timing::take_page(Operation& program, std::int64_t index) {
  const std::int64_t plane = program.plane;
  program.skipped = space_.skip_to(plane, program.stream, index);
  outcome_.wasted_multiplane += std::ssize(program.skipped) / drive_.subpages;
  program.physical_page = space_.take_word_line(plane, program.stream);
  space_.count_program(program.stream);
  program.array_length = space_.program_time(program.physical_page);
  return put_units(program);
}

void Timing::page_is_taken(const Operation& program, const std::vector<std::int64_t>& old) {
  for (const std::int64_t page : old) look_after_invalidation(space_.plane_of_page(page));
  look_after_page(program.plane, false);
  space_.check(program.plane, collects(program.plane));
  for (const ProgramUnit& unit : program.units) {
    ungranted_[unit.lpn].erase(program.sequence);
    make_ready_in_turn(unit.lpn);
  }
}

}  // namespace ssd::oracle

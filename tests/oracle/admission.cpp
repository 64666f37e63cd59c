// What the oracle does when a request is admitted: cut it into pages, decide everything about the map, and create the flash operations
// with their sequence numbers. The order of the calls here is the order of rules 2 and 14.
#include "tests/oracle/timing.h"

namespace ssd::oracle {

// Rule 25, S12: before time 0, in order of first read. A page of which anything is written before its first read is left alone.
void Timing::preload() {
  std::set<std::int64_t> seen;
  if (!drive_.read_unwritten_as_written) return;
  for (const HostRequest& request : requests_) {
    const std::int64_t last = (request.sector + request.sectors - 1) / drive_.sectors_per_page;
    for (std::int64_t lpn = request.sector / drive_.sectors_per_page; lpn <= last; ++lpn) {
      if (!seen.insert(lpn).second || !request.is_read) continue;
      flash_.program(space_.preload(lpn), lpn);
      ++outcome_.preloaded;
    }
  }
}

// Rule 1b. In order of arrival: a request that finds the queue full holds back those behind it (rule 36).
bool Timing::admit_requests() {
  bool changed = false;
  while (admitted_ < std::ssize(arrivals_) && arrivals_[admitted_] <= now_ &&
         (drive_.queue == 0 || admitted_ - completed_ < drive_.queue)) {
    admit(admitted_++);
    changed = true;
  }
  return changed;
}

void Timing::admit(std::int64_t request) {
  std::map<std::int64_t, std::set<std::int64_t>> pages;  // logical page -> sectors of it that the request covers
  const HostRequest& asked = requests_[request];
  for (std::int64_t sector = asked.sector; sector < asked.sector + asked.sectors; ++sector) {
    pages[sector / drive_.sectors_per_page].insert(sector % drive_.sectors_per_page);
  }
  pages_left_[request] = std::ssize(pages);
  for (const auto& [lpn, covered] : pages) {
    if (asked.is_read) {
      read_page(request, lpn, std::ssize(covered));
    } else {
      write_page(request, lpn, covered);
    }
  }
}

void Timing::complete_page(std::int64_t request) {
  if (--pages_left_[request] > 0) return;
  outcome_.completion[request] = now_;
  ++completed_;
  // S11: the next request in the workload's order is the one that arrives.
  if (workload_.closed > 0 && arrivals_.size() < requests_.size()) arrivals_.push_back(now_ + workload_.think);
}

// Rule 23, S8: only the data of a host program are still in the controller.
bool Timing::not_yet_programmed(std::int64_t lpn) const {
  return unfinished_host_programs_.contains(space_.page(space_.physical_page_of(lpn)).host_program);
}

void Timing::read_page(std::int64_t request, std::int64_t lpn, std::int64_t sectors) {
  if (space_.written_sectors(lpn).empty()) {  // S7
    ++outcome_.unwritten_reads;
    complete_page(request);
  } else if (not_yet_programmed(lpn)) {  // the buffer latency is 0
    ++outcome_.buffer_reads;
    complete_page(request);
  } else {
    add_read(lpn, sectors, [this, request] { complete_page(request); });
  }
}

// Rules 14 and 22, S4: the read-modify-write read, forced collections, the program, triggered collections.
void Timing::write_page(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& covered) {
  const std::int64_t plane = space_.plane_of(lpn);
  const auto old_page_read = read_old_page(lpn, covered);
  const std::vector<Collection> forced = space_.collect_for_a_host_page(plane);
  outcome_.forced_collections += std::ssize(forced);
  add_collections(plane, forced);
  const std::int64_t program = add_program(request, lpn, covered);
  if (old_page_read) {
    operations_.at(program).ready.reset();
    operations_.at(*old_page_read).phases.back().at_end = [this, program] { operations_.at(program).ready = now_; };
  }
  add_collections(plane, space_.collect_if_triggered(plane));
  space_.check(plane);
}

// S5: reads the sectors that were written and are not covered now. Nothing to wait for if there are none, or if they are still in the
// controller.
std::optional<std::int64_t> Timing::read_old_page(std::int64_t lpn, const std::set<std::int64_t>& covered) {
  if (!drive_.read_modify_write) return std::nullopt;
  std::int64_t kept = 0;
  for (const std::int64_t sector : space_.written_sectors(lpn)) kept += !covered.contains(sector);
  if (kept == 0) return std::nullopt;
  if (not_yet_programmed(lpn)) {
    ++outcome_.buffer_reads;
    return std::nullopt;
  }
  ++outcome_.rmw_reads;
  return add_read(lpn, kept, [] {});
}

// The operation belongs to the plane in which the page is now, wherever it will be when the read is served. With static placement that
// is the plane of the logical page, and the page within the plane makes no difference to the time.
std::int64_t Timing::add_read(std::int64_t lpn, std::int64_t sectors, std::function<void()> at_end) {
  const std::int64_t sequence = next_sequence_++;
  const std::int64_t plane = space_.physical_page_of(lpn) / (drive_.blocks * drive_.pages);
  const Time data_out = drive_.read_moves_page ? transfer_page() : transfer(sectors * drive_.sector_bytes);
  Operation read{.sequence = sequence, .plane = plane, .overtakes = true, .is_collection = false, .ready = now_, .phases = {}};
  read.phases.push_back({PhaseKind::kCommand, drive_.command});
  read.phases.push_back({PhaseKind::kArray, drive_.read});
  read.phases.push_back({PhaseKind::kDataOut, data_out, std::move(at_end)});
  operations_[sequence] = std::move(read);
  units_[unit_of(plane)].reads.insert(sequence);
  ++outcome_.flash_reads;
  return sequence;
}

std::int64_t Timing::add_program(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& covered) {
  const std::int64_t sequence = next_sequence_++;
  const std::int64_t plane = space_.plane_of(lpn);
  std::set<std::int64_t> whole;  // S6: without read-modify-write the page counts as whole
  for (std::int64_t sector = 0; sector < drive_.sectors_per_page; ++sector) whole.insert(sector);
  const std::int64_t page = space_.write(lpn, drive_.read_modify_write ? covered : whole, sequence);
  const std::int64_t sectors = std::ssize(drive_.read_modify_write ? space_.written_sectors(lpn) : covered);  // S5
  const Time data_in = drive_.program_moves_sectors ? transfer(sectors * drive_.sector_bytes) : transfer_page();

  const auto complete = [this, request] { complete_page(request); };
  const auto nothing = [] {};
  Operation program{.sequence = sequence, .plane = plane, .overtakes = false, .is_collection = false, .ready = now_, .phases = {}};
  program.phases.push_back({PhaseKind::kCommandAndDataIn, drive_.command + data_in, nothing});
  program.phases.push_back({PhaseKind::kArray, drive_.program, nothing});
  program.phases.back().at_end = [this, sequence, page, lpn] {
    flash_.program(page, lpn);
    unfinished_host_programs_.erase(sequence);
  };
  if (drive_.complete_when_transferred) {  // S13
    program.phases.front().at_end = complete;
  } else {
    program.phases.back().at_end = [programmed = program.phases.back().at_end, complete] { programmed(), complete(); };
  }
  operations_[sequence] = std::move(program);
  plane_order_[plane].push_back(sequence);
  unfinished_host_programs_.insert(sequence);
  ++outcome_.host_programs;
  return sequence;
}

// Rule 27: one operation from the first command to the end of the erase, each bus tenure of its own.
void Timing::add_collections(std::int64_t plane, const std::vector<Collection>& collections) {
  for (const Collection& collection : collections) {
    const std::int64_t sequence = next_sequence_++;
    Operation operation{.sequence = sequence, .plane = plane, .overtakes = false, .is_collection = true, .ready = now_, .phases = {}};
    for (const Move& move : collection.moves) {
      operation.phases.push_back({PhaseKind::kCommand, drive_.command});
      operation.phases.push_back({PhaseKind::kArray, drive_.read, [this, move] { flash_.require_content(move.from, move.lpn); }});
      operation.phases.push_back({PhaseKind::kDataOut, transfer_page()});
      operation.phases.push_back({PhaseKind::kCommandAndDataIn, drive_.command + transfer_page()});
      operation.phases.push_back({PhaseKind::kArray, drive_.program, [this, move] { flash_.program(move.to, move.lpn); }});
    }
    operation.phases.push_back({PhaseKind::kCommand, drive_.command});
    operation.phases.push_back({PhaseKind::kArray, drive_.erase, [this, block = collection.block] { flash_.erase(block); }});
    operations_[sequence] = std::move(operation);
    plane_order_[plane].push_back(sequence);
    outcome_.collection_reads += std::ssize(collection.moves);
    outcome_.collection_programs += std::ssize(collection.moves);
    ++outcome_.collections;
    ++outcome_.erases;
  }
}

// Rule 6.
std::int64_t Timing::unit_of(std::int64_t plane) const {
  return drive_.interleave ? plane / drive_.planes : chip_of(plane);
}

Time Timing::transfer(std::int64_t bytes) const {
  return static_cast<Time>((bytes * drive_.bus_numerator + drive_.bus_denominator - 1) / drive_.bus_denominator);
}

Time Timing::transfer_page() const { return transfer(drive_.sectors_per_page * drive_.sector_bytes + drive_.spare_bytes); }

}  // namespace ssd::oracle

// Where the time went: the parts of response times (account.split), the shares of channels, planes and chips
// (account.busy) and of units (account.unit_shares), and commands by type (account.parallelism). And what the run took:
// its energy (account.numbers), what its buffer alone had (account.volatile), and its share of the drive's life.
#include <algorithm>
#include <utility>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// account.split: the wait from ready to grant. The order of its parts does not matter, because only the sums count.
void Timing::account_wait(Operation& operation) {
  const Time ready = *operation.ready, waited = now_ - ready;
  Time collection = held_since(std::max(ready, operation.placed), unit_of(operation.plane));
  if (operation.waited_without_place) collection = 0;
  if (collection > 0) ++outcome_.conflicts;
  if (!operation.account) return;
  Time channel = operation.waited_without_place ? 0 : now_ - std::max(ready, std::min(released(operation), now_));
  channel = std::min(channel, waited - collection);
  require(operation.account->told == ready, "a page waits although its time up to now is accounted for otherwise");
  operation.account->split.collection += collection;
  operation.account->split.channel += channel;
  operation.account->split.unit += waited - collection - channel;
  operation.account->told = now_;
}

// account.conflicts: a unit of the chip runs a command, has one suspended, or is held by a collection.
bool Timing::is_busy(std::int64_t chip) const {
  return std::ranges::any_of(units_of_chip(chip), [this](std::int64_t number) {
    const Unit& unit = units_[number];
    return !unit.running().empty() || unit.halted || unit.settling || holds(number);
  });
}

// account.conflicts: a host operation is ready for a unit of the chip and not granted.
bool Timing::is_wanted(std::int64_t chip) const {
  return std::ranges::any_of(units_of_chip(chip), [this](std::int64_t unit) { return host_is_ready_for(unit); });
}

// account.conflicts: no chip but these is busy or wanted.
bool Timing::is_elsewhere_idle(const std::set<std::int64_t>& chips) const {
  for (std::int64_t chip = 0; chip < drive_.channels * drive_.chips; ++chip) {
    if (!chips.contains(chip) && (is_busy(chip) || is_wanted(chip))) return false;
  }
  return true;
}

// account.conflicts: how many chips are idle while collections run and the host waits.
void Timing::account_idle_beside(Time length) {
  bool held = false, waits = unplaced_is_ready();
  for (std::int64_t unit = 0; unit < std::ssize(units_); ++unit) {
    held = held || holds(unit);
    waits = waits || host_is_ready_for(unit);
  }
  if (!held || !waits) return;
  outcome_.time_beside += length;
  for (std::int64_t chip = 0; chip < drive_.channels * drive_.chips; ++chip) {
    if (!is_busy(chip)) outcome_.idle_beside += length;
  }
}

// account.unit_shares. Nothing changes between two instants, so the state after one holds until the next.
void Timing::account_time(Time until) {
  account_idle_beside(until - now_);
  if (until > now_) volatile_spans_.push_back({now_, until, count_volatile_slots()});
  for (std::int64_t number = 0; number < std::ssize(units_); ++number) {
    const Unit& unit = units_[number];
    const auto has = [running = unit.running()](auto... stages) {
      return std::ranges::any_of(running, [&](const Running* one) { return (... || (one->stage == stages)); });
    };
    UnitShares& shares = shares_[number];
    const Time length = until - now_;
    if (unit.settling || has(Stage::kArray)) {
      shares.array += length;
    } else if (has(Stage::kTransferIn, Stage::kDataOut)) {
      shares.bus += length;
    } else if (!wishes(number).empty()) {
      shares.contention += length;
    } else {
      shares.idle += length;
    }
  }
}

// account.volatile, 1. The slot of an eviction counts until it is free, whatever becomes of its page.
std::int64_t Timing::count_volatile_slots() const {
  return evicting_ + std::ranges::count_if(entries_, [](const auto& found) {
           const Entry& entry = found.second;
           return entry.resident && (entry.dirty || entry.flush);
         });
}

// account.volatile, 2 and 3.
void Timing::add_up_volatile() {
  Time end = std::max(outcome_.since, outcome_.end);
  for (std::int64_t request = 0; request < std::ssize(requests_); ++request) {
    if (outcome_.completion[request] != kNotComplete) end = std::max(end, outcome_.completion[request]);
  }
  std::vector<VolatileSpan> spans = std::exchange(volatile_spans_, {});
  spans.push_back({now_, now_, count_volatile_slots()});
  for (std::size_t i = 1; i < spans.size(); ++i) {
    if (spans[i].slots != spans[i - 1].slots) end = std::max(end, spans[i].begin);
  }
  for (const VolatileSpan& span : spans) {
    const Time until = std::min(span.end, end);
    if (until <= span.begin) continue;
    outcome_.volatile_sum += static_cast<SlotTime>(span.slots) * (until - span.begin);
    outcome_.volatile_most = std::max(outcome_.volatile_most, span.slots);
  }
  outcome_.volatile_end = end;
}

// time.clock: the clock runs to the end of the last flash phase.
void Timing::flash_phase_ended() {
  outcome_.end = now_;
  outcome_.unit_shares = shares_;
}

void Timing::account_array(const Running& running, std::int64_t unit) {
  const std::int64_t first = running.planes.front();
  array_phases_.push_back(
      {running.number, unit, die_of(first), chip_of(first), running.piece_begin, now_, running.is_collection});
  for (const std::int64_t plane : running.planes)
    outcome_.plane_array[plane][running.is_collection] += now_ - running.piece_begin;
}

void Timing::record_command(Running& running, std::int64_t unit) {
  running.number = grants_++;
  commands_.push_back({running.kind, std::ssize(running.planes), unit, chip_of(running.planes.front())});
  count_in_arrays(running.kind, std::ssize(running.planes));
}

// account.numbers, 4: a copyback is one read and one program; a program of a word line counts its pages (iu.word_line).
void Timing::count_in_arrays(Command kind, std::int64_t planes) {
  if (kind == Command::kRead || kind == Command::kCopyback) outcome_.array_reads += planes;
  if (kind == Command::kProgram || kind == Command::kCopyback) outcome_.array_programs += planes * drive_.program_unit;
  if (kind == Command::kErase) outcome_.array_erases += planes;
}

// account.busy: an instant of a die or a chip counts for the phase granted first. So each phase gets the time that
// phases granted earlier have not covered.
void Timing::attribute_arrays() {
  std::ranges::stable_sort(array_phases_, {}, &ArrayPhase::number);
  const auto attribute = [this](std::int64_t ArrayPhase::* part, std::vector<std::array<Time, 2>>& busy) {
    std::map<std::int64_t, std::set<Time>> borders;
    for (const ArrayPhase& phase : array_phases_) borders[phase.*part].insert({phase.begin, phase.end});
    std::map<std::int64_t, std::set<Time>> covered;  // where the stretches between two borders begin
    for (const ArrayPhase& phase : array_phases_) {
      auto& times = borders[phase.*part];
      for (auto from = times.find(phase.begin); *from < phase.end; ++from) {
        if (covered[phase.*part].insert(*from).second)
          busy[phase.*part][phase.is_collection] += *std::next(from) - *from;
      }
    }
  };
  attribute(&ArrayPhase::die, outcome_.die_array);
  attribute(&ArrayPhase::chip, outcome_.chip_array);
}

// account.parallelism: a command is interleaved if its array phase overlaps that of another unit of its chip; phases
// that only touch do not overlap.
void Timing::count_commands() {
  std::set<std::int64_t> interleaved;
  std::ranges::sort(array_phases_, {}, [](const ArrayPhase& phase) { return std::pair(phase.chip, phase.begin); });
  for (auto one = array_phases_.begin(); one != array_phases_.end(); ++one) {
    for (auto other = std::next(one);
         other != array_phases_.end() && other->chip == one->chip && other->begin < one->end; ++other) {
      if (one->unit != other->unit && other->begin < other->end) interleaved.insert({one->number, other->number});
    }
  }
  for (std::int64_t number = 0; number < grants_; ++number) {
    const CommandRecord& command = commands_[number];
    ++outcome_.commands[{command.kind, command.planes, interleaved.contains(number)}];
  }
}

// account.numbers, 4.
void Timing::add_up_energy() {
  const auto times = [](std::int64_t count, std::int64_t constant) {
    return static_cast<Femtojoules>(count) * static_cast<Femtojoules>(constant);
  };
  const std::int64_t dies = drive_.channels * drive_.chips * drive_.dies;
  outcome_.energy = {.read = times(outcome_.array_reads, drive_.energy.read),
                     .program = times(outcome_.array_programs, drive_.energy.program),
                     .erase = times(outcome_.array_erases, drive_.energy.erase),
                     .transfer = times(outcome_.bus_bytes, drive_.energy.byte_on_bus),
                     .idle = times(dies, drive_.energy.idle) * static_cast<Femtojoules>(clock())};
}

// account.bytes. The pages are those that the arrays programmed, less the replicas.
void Timing::amplify_bytes() {
  if (outcome_.written_bytes == 0) return;
  const std::int64_t pages = outcome_.array_programs - outcome_.replica_programs;
  outcome_.write_amplification_by_bytes = static_cast<double>(pages * drive_.sectors_per_page * drive_.sector_bytes) /
                                          static_cast<double>(outcome_.written_bytes);
}

// docs/results.md, lifetime: what the host could write in all on a new drive at the wear of this run, so erases
// before it do not count.
void Timing::project_life() {
  for (std::int64_t request = outcome_.first_counted; request < std::ssize(requests_); ++request) {
    const HostRequest& asked = requests_[request];
    if (!asked.is_read && !asked.is_trim && outcome_.completion[request] != kNotComplete)
      outcome_.written_bytes += asked.sectors * drive_.sector_bytes;
  }
  amplify_bytes();
  std::int64_t all = 0, most = 0;
  for (std::int64_t block = 0; block < std::ssize(outcome_.block_erases); ++block) {
    const std::int64_t of_run = outcome_.block_erases[block] - phase_.erases_before[block];
    all += of_run;
    most = std::max(most, of_run);
  }
  if (drive_.endurance == 0 || outcome_.end_of_life || all == 0) return;
  const std::int64_t until_first = outcome_.written_bytes * drive_.endurance;
  outcome_.projected_bytes_mean =
      static_cast<double>(until_first * std::ssize(outcome_.block_erases)) / static_cast<double>(all);
  outcome_.projected_bytes_most_worn = static_cast<double>(until_first) / static_cast<double>(most);
}

}  // namespace ssd::oracle

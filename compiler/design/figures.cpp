// Implements figures.h. Let b = command + transfer of a page, P = planes in a command, D = dies that work at the same
// time, N = chips, t = array time. A unit takes P b + t for a command and uses the bus for P b of it. N chips use the
// bus for min(1, N D P b / (P b + t)) of the time; if planes read by themselves, for min(1, N D P b / (b + t)). This
// gives the figures of Hu et al. 2013, section 5 and Fig. 19. With cache commands the transfer and the array phase
// overlap, and cache_busy is added: for reads within the use of the bus (command.cache_read), for programs before it
// (command.cache_program). If t varies, commands take the mean over the pages.
#include "compiler/design/figures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "runtime/abi/workload.h"

namespace ssd::design {
namespace {

// The array time of each page, or of each `step`-th one, of a block that was never erased; a single number if all are
// equal.
std::vector<Time> times_of(const Function& function, Time constant, std::uint64_t pages, std::uint64_t step = 1) {
  if (!function.given()) return {constant};
  std::vector<Time> times;
  for (std::uint64_t page = 0; page < pages; page += step) {
    const i64 inputs[kMostInputs] = {static_cast<i64>(page)};  // the index of the page
    times.push_back(static_cast<Time>(evaluate(function.program(), inputs)));
  }
  return times;
}
std::vector<Time> read_times(const Design& d) {
  return times_of(d.policies[Hook::kReadTime], d.config.read, d.geometry.pages);
}
std::vector<Time> program_times(const Design& d) {
  return times_of(d.policies[Hook::kProgramTime], d.config.program, d.geometry.pages, d.geometry.program_pages);
}

LatencyRange range_of(const std::vector<Time>& times) {
  const auto [shortest, longest] = std::ranges::minmax(times);
  return {shortest, longest};
}

// One kind of operation: its array times and its bytes on the bus.
enum class Chain : std::uint8_t { kNone, kReads, kPrograms };
struct Kind {
  std::vector<Time> arrays;
  double bytes = 0;
  Chain chain = Chain::kNone;
  bool reads = false;
};

Kind kind_of(std::vector<Time> times, std::uint64_t bytes, Chain chain, Pages pages, bool reads) {
  if (pages == Pages::kFastest) times = {std::ranges::min(times)};
  return {std::move(times), static_cast<double>(bytes), chain, reads};
}
Kind reads_of(const Design& d, Pages pages) {
  return kind_of(read_times(d), d.geometry.page_bytes + (d.config.read_moves_page ? d.geometry.spare_bytes : 0),
                 reads_chain(d) ? Chain::kReads : Chain::kNone, pages, true);
}
Kind programs(const Design& d, Pages pages) {
  const Geometry& g = d.geometry;
  return kind_of(program_times(d),
                 g.program_pages * (g.page_bytes + (d.config.program_moves_sectors ? 0 : g.spare_bytes)),
                 programs_chain(d) ? Chain::kPrograms : Chain::kNone, pages, false);
}

double transfer(const Design& d, const Kind& kind) {
  return std::ceil(kind.bytes * static_cast<double>(d.config.bus_numerator) /
                   static_cast<double>(d.config.bus_denominator));
}

double page_tenure(const Design& d, const Kind& kind) {
  return static_cast<double>(d.config.command) + transfer(d, kind);
}

// A cache read holds the bus during cache_busy.
double tenure(const Design& d, const Kind& kind, double planes) {
  const double busy = kind.chain == Chain::kReads ? static_cast<double>(d.config.cache_busy) : 0;
  return planes * page_tenure(d, kind) + (planes - 1) * static_cast<double>(d.config.dummy_busy) + busy;
}

bool reads_by_plane(const Design& d, const Kind& kind) { return kind.reads && d.config.plane_reads != 0; }
// The planes of a command, and how many such commands a die carries out at the same time (command.plane_reads).
double planes_together(const Design& d, const Kind& kind) {
  return d.config.multiplane == Willing::kNo || reads_by_plane(d, kind) ? 1 : static_cast<double>(d.geometry.planes);
}
double commands_of_die(const Design& d, const Kind& kind) {
  return reads_by_plane(d, kind) ? static_cast<double>(d.geometry.planes) : 1;
}
double dies_together(const Design& d) { return d.config.interleave ? static_cast<double>(d.geometry.dies) : 1; }

template <class Of>
double mean_over_pages(const Kind& kind, Of of) {
  const double sum = std::accumulate(kind.arrays.begin(), kind.arrays.end(), 0.0,
                                     [&](double before, Time t) { return before + of(static_cast<double>(t)); });
  return sum / static_cast<double>(kind.arrays.size());
}

// The time of a unit from one command to the next.
double period(const Design& d, const Kind& kind, double planes) {
  const double whole = tenure(d, kind, planes), out = planes * transfer(d, kind),
               busy = static_cast<double>(d.config.cache_busy);
  return mean_over_pages(kind, [&](double array) {
    switch (kind.chain) {
      case Chain::kReads: return whole - out + std::max(array, out);
      case Chain::kPrograms: return std::max(array, busy + whole);
      case Chain::kNone: break;
    }
    return array + whole;
  });
}

// The time of a chip whose dies work at the same time from one command of a die to its next. With `interleave: command`
// that is the chip's command, whose parts follow each other on the bus (drive.interleave_command).
double chip_period(const Design& d, const Kind& kind, double planes) {
  if (!d.config.chip_command) return period(d, kind, planes);
  const double dies = dies_together(d), whole = tenure(d, kind, planes), out = planes * transfer(d, kind),
               command = whole - out;
  const double on_bus = kind.reads ? std::max(command + dies * out, dies * command + out) : dies * whole;
  return mean_over_pages(kind, [&](double array) { return array + on_bus; });
}

BusUse use(const Design& d, const Kind& kind) {
  BusUse result;
  result.page = page_tenure(d, kind);
  result.tenure = tenure(d, kind, planes_together(d, kind));
  result.array = mean_over_pages(kind, [](double array) { return array; });
  const double cycle = chip_period(d, kind, planes_together(d, kind));
  const double per_chip = cycle == 0 ? 1 : dies_together(d) * commands_of_die(d, kind) * result.tenure / cycle;
  result.per_chip = std::min(1.0, per_chip);
  result.share = std::min(1.0, static_cast<double>(d.geometry.chips) * per_chip);
  result.chips_to_saturate = per_chip > 0 ? static_cast<std::uint64_t>(std::ceil(1 / per_chip - 1e-12)) : 0;
  return result;
}

LevelRates rates(const Design& d, const Kind& kind) {
  // What a command carries for each plane; times in ns then give bytes a second.
  const double page = static_cast<double>(d.geometry.page_bytes * (kind.reads ? 1 : d.geometry.program_pages)) * 1e9;
  const double planes = planes_together(d, kind), commands = commands_of_die(d, kind);
  const auto rate = [&](double pages, double nanoseconds) { return nanoseconds == 0 ? 0 : pages * page / nanoseconds; };
  LevelRates result;
  result.plane = rate(1, period(d, kind, 1));
  const double bus = rate(planes, tenure(d, kind, planes));
  const auto within_bus = [bus](double wanted) { return bus == 0 ? wanted : std::min(bus, wanted); };
  result.die = commands == 1 ? rate(planes, period(d, kind, planes)) : within_bus(commands * result.plane);
  const double of_a_chip = rate(planes, chip_period(d, kind, planes)) * commands * dies_together(d);
  result.chip = within_bus(of_a_chip);
  result.channel = within_bus(of_a_chip * static_cast<double>(d.geometry.chips));
  result.drive = result.channel * static_cast<double>(d.geometry.channels);
  result.units = of_a_chip * static_cast<double>(d.geometry.total_chips());
  if (d.config.link_numerator != 0)
    result.link = 1e9 * static_cast<double>(d.config.link_denominator) / static_cast<double>(d.config.link_numerator);
  return result;
}

}  // namespace

LatencyRange read_range(const Design& d) { return range_of(read_times(d)); }
LatencyRange program_range(const Design& d) { return range_of(program_times(d)); }

LatencyRange erase_range(const Design& d) {
  i64 inputs[kMostInputs] = {};
  inputs[std::countr_zero(input_mask(Hook::kEraseTime, "invalid"))] = static_cast<i64>(d.pages_of_block());
  const Time time = d.policies[Hook::kEraseTime].given()
                        ? static_cast<Time>(evaluate(d.policies[Hook::kEraseTime].program(), inputs))
                        : d.config.erase;
  return {time, time};
}

Time write_back_time(const Design& d) {
  const Geometry& g = d.geometry;
  return d.config.program + static_cast<Time>(page_tenure(d, {{}, static_cast<double>(g.page_bytes + g.spare_bytes)}));
}

// With `dynamic ORDER` only idle units receive programs, so no program follows another in a chain
// (command.cache_program).
bool reads_chain(const Design& design) { return design.config.cache; }
bool programs_chain(const Design& design) {
  return design.config.cache && design.config.placement != Placement::kDynamicOrder;
}

BusUse read_use(const Design& design, Pages pages) { return use(design, reads_of(design, pages)); }
BusUse program_use(const Design& design, Pages pages) { return use(design, programs(design, pages)); }
LevelRates read_rates(const Design& design, Pages pages) { return rates(design, reads_of(design, pages)); }
LevelRates program_rates(const Design& design, Pages pages) { return rates(design, programs(design, pages)); }

std::uint64_t channel_pins(const Design& design, std::uint64_t chips) {
  constexpr std::uint64_t kShared = 5, kOfEachChip = 2;
  return design.nand.bus_bits + kShared + kOfEachChip * chips;
}

double bus_rate(const Design& design) {
  const Config& c = design.config;
  return c.bus_numerator == 0 ? 0 : 1e9 * static_cast<double>(c.bus_denominator) / static_cast<double>(c.bus_numerator);
}

std::uint64_t stripe_pages(const Design& design) {
  return design.allocation.order || design.allocation.period == 0 ? design.geometry.total_planes()
                                                                  : design.allocation.period;
}

}  // namespace ssd::design

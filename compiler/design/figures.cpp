// See figures.h. With b = command + transfer of a page, P planes in a command, D dies that work at the same time, N chips and an array time t,
// a unit takes P b + t a command (the longer of the two with cache commands), of which the bus is used P b. N chips use the bus
// min(1, N D P b / (P b + t)) of the time. This gives the figures of Hu et al. 2013, section 5 and Fig. 19.
#include "compiler/design/figures.h"

#include <algorithm>
#include <cmath>

namespace ssd::design {
namespace {

// One kind of operation with its bytes on the bus.
struct Kind {
  double array = 0, bytes = 0;
  bool chains = false;
};

Kind reads(const Design& d) {
  const std::uint64_t bytes = d.geometry.page_bytes + (d.host.read_moves_page ? d.geometry.spare_bytes : 0);
  return {static_cast<double>(read_range(d).shortest), static_cast<double>(bytes), reads_chain(d)};
}
Kind programs(const Design& d) {
  const std::uint64_t bytes = d.geometry.page_bytes + (d.host.program_moves_sectors ? 0 : d.geometry.spare_bytes);
  return {static_cast<double>(program_range(d).shortest), static_cast<double>(bytes), programs_chain(d)};
}

double page_tenure(const Design& d, const Kind& kind) {
  const double byte = static_cast<double>(d.nand.bus_numerator) / static_cast<double>(d.nand.bus_denominator);
  return static_cast<double>(d.nand.command) + std::ceil(kind.bytes * byte);
}

double tenure(const Design& d, const Kind& kind, double planes) {
  return planes * page_tenure(d, kind) + (planes - 1) * static_cast<double>(d.nand.dummy_busy);
}

double planes_together(const Design& d) { return d.commands.multiplane == Willing::kNo ? 1 : static_cast<double>(d.geometry.planes); }
double dies_together(const Design& d) { return d.commands.interleave ? static_cast<double>(d.geometry.dies) : 1; }

// Of a unit, from one command to the next.
double period(const Kind& kind, double tenure) { return kind.chains ? std::max(kind.array, tenure) : kind.array + tenure; }

BusUse use(const Design& d, const Kind& kind) {
  BusUse result;
  result.tenure = tenure(d, kind, planes_together(d));
  result.array = kind.array;
  const double cycle = period(kind, result.tenure);
  const double per_chip = cycle == 0 ? 1 : dies_together(d) * result.tenure / cycle;
  result.per_chip = std::min(1.0, per_chip);
  result.share = std::min(1.0, static_cast<double>(d.geometry.chips) * per_chip);
  result.chips_to_saturate = per_chip > 0 ? static_cast<std::uint64_t>(std::ceil(1 / per_chip - 1e-12)) : 0;
  return result;
}

LevelRates rates(const Design& d, const Kind& kind) {
  const double page = static_cast<double>(d.geometry.page_bytes) * 1e9;  // so that times in ns give bytes a second
  const double planes = planes_together(d);
  const auto rate = [&](double pages, double nanoseconds) { return nanoseconds == 0 ? 0 : pages * page / nanoseconds; };
  LevelRates result;
  result.plane = rate(1, period(kind, tenure(d, kind, 1)));
  result.die = rate(planes, period(kind, tenure(d, kind, planes)));
  const double bus = rate(planes, tenure(d, kind, planes));
  const auto within_bus = [bus](double wanted) { return bus == 0 ? wanted : std::min(bus, wanted); };
  result.chip = within_bus(result.die * dies_together(d));
  result.channel = within_bus(result.die * dies_together(d) * static_cast<double>(d.geometry.chips));
  result.drive = result.channel * static_cast<double>(d.geometry.channels);
  if (d.host.link_numerator != 0) result.link = 1e9 * static_cast<double>(d.host.link_denominator) / static_cast<double>(d.host.link_numerator);
  return result;
}

}  // namespace

// With `dynamic ORDER` only idle units are offered a program, so none follows another in a chain (S34).
bool reads_chain(const Design& design) { return design.commands.cache; }
bool programs_chain(const Design& design) { return design.commands.cache && design.allocation.placement != Placement::kDynamicOrder; }

BusUse read_use(const Design& design) { return use(design, reads(design)); }
BusUse program_use(const Design& design) { return use(design, programs(design)); }
LevelRates read_rates(const Design& design) { return rates(design, reads(design)); }
LevelRates program_rates(const Design& design) { return rates(design, programs(design)); }

std::uint64_t stripe_pages(const Design& design) {
  return design.allocation.order || design.allocation.period == 0 ? design.geometry.total_planes() : design.allocation.period;
}

}  // namespace ssd::design

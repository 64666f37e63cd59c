// See iu_case.h.
#include "tests/differential/iu_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/differential/chips_case.h"
#include "tests/differential/policies.h"
#include "tests/differential/worn_case.h"

namespace ssd::differential {
namespace {

using oracle::Placement;
using oracle::Willing;

// Everything that iu.map refuses.
void leave_out(Choices& c) {
  c.space.streams = 1;
  c.space.by_handle = c.space.fill_even = false;
  c.tables = {};
  c.superblocks = {};
  c.copies = {};
  c.commands.copyback = Willing::kNo;
  c.commands.whole_requests = false;
  c.policies.levels_static = false;
  c.reach.shared = c.reach.by_stream = c.reach.same_die = c.reach.avoid = false;
}

// Small drives, which are collected soon.
void choose_pages(Random& random, Choices& c) {
  c.units.subpages = pick<int64_t>(random, {2, 2, 3, 4, 4, 8});
  c.geometry.sectors_per_page = c.units.subpages * between(random, 1, 4);
  c.geometry.channels = std::min<int64_t>(c.geometry.channels, 2);
  c.geometry.chips = std::min<int64_t>(c.geometry.chips, 2);
  c.geometry.blocks = std::max<int64_t>(c.geometry.blocks, c.units.subpages + 3);
  if (chance(random, 70)) c.geometry.pages = between(random, 2, 6);
  SpaceChoices& s = c.space;
  s.placement = pick(
      random, {Placement::kWriteOrder, Placement::kDynamicOrder, Placement::kDynamicOrder, Placement::kDynamicCost});
  if (chance(random, 75)) s.share = between(random, 50, 100);
  if (chance(random, 70)) {
    s.filled = true;
    s.fill_used = between(random, 60, 100);
  }
}

// Streams of the host, which collection mixes or keeps apart.
void choose_unit_streams(Random& random, Choices& c) {
  if (!chance(random, 50)) return;
  c.space.streams = between(random, 2, 3);
  c.space.by_handle = chance(random, 40);
  c.reach.by_stream = chance(random, 50);
  c.geometry.blocks = std::max<int64_t>(c.geometry.blocks, c.units.subpages + 3 + 2 * c.space.streams);
}

// The buffer is of a size from less than a flash page to several, with every way to evict and to flush.
void choose_buffer_and_host(Random& random, Choices& c) {
  Choices other = c;
  choose_host(random, other);
  HostChoices& h = c.host;
  const int64_t u = c.units.subpages;
  h.slots = pick<int64_t>(random, {1, 2, 3, u, u + 1, 2 * u, 2 * u, 3 * u + 1, 24});
  h.write_back = true;
  h.odd_bytes = other.host.odd_bytes;
  h.evict = other.host.evict, h.score = other.host.score, h.latency = other.host.latency;
  h.flush = chance(random, 85) ? other.host.flush : Shape{};
  h.read_modify_write = chance(random, 75);
  h.program_moves_sectors = chance(random, 35);
  h.read_moves_page = chance(random, 20);
  if (chance(random, 30)) h.queue = other.host.queue, h.queues = other.host.queues;
  if (chance(random, 30)) h.link = other.host.link;
  if (chance(random, 30)) h.link_request = other.host.link_request;
  if (chance(random, 40)) h.command = other.host.command, h.ecc = other.host.ecc;
  h.cores = 0;
  if (chance(random, 20)) choose_firmware(random, h);
  h.readahead_trigger = chance(random, 50) ? between(random, 1, 4) : 0;
  h.readahead_pages = between(random, 1, 4);
}

// Preemptible collections: with conditions or without, with suspension, and of planes that go together.
void choose_preemption(Random& random, Choices& c) {
  CommandChoices& m = c.commands;
  Choices other = c;
  choose_policies(random, other);
  m.preempt_page = !m.chip_commands && chance(random, 60);
  c.policies.preempt = chance(random, 45) ? other.policies.preempt : Shape{};
  c.policies.hard = chance(random, 30) ? other.policies.hard : Shape{};
  c.policies.cost_zero = chance(random, 12);
  if (!m.preempt_page) return;
  m.suspend |= chance(random, 30);
  if (!chance(random, 50)) return;
  m.multiplane = pick(random, {Willing::kWise, Willing::kBlind});
  m.block_and_page = false;
  c.geometry.planes = between(random, 2, 4);
}

void choose_unit_commands(Random& random, CommandChoices& m) {
  if (chance(random, 65)) m.multiplane = pick(random, {Willing::kNo, Willing::kWise, Willing::kBlind});
  m.cache |= !m.chip_commands && chance(random, 20);
  m.suspend |= !m.chip_commands && chance(random, 20);
}

// Reads that continue each other, and end at borders of units and pages and within; and requests to what is read ahead.
class SequentialReads {
 public:
  SequentialReads(Random& random, const Choices& c)
      : random_(random),
        page_(c.geometry.sectors_per_page),
        unit_(page_ / c.units.subpages),
        sectors_(logical_pages(c) * page_),
        continued_(pick(random, {0, 50, 90})),
        ahead_(c.host.readahead_pages * page_),
        met_(c.host.readahead_trigger > 0 ? pick(random, {10, 30, 60}) : 0) {}

  // Where the request begins, which would begin at `first`, and how long it is, which would be `length`.
  void place(bool is_read, int64_t& first, int64_t& length) {
    if (!is_read) {
      if (chance(random_, met_)) first = std::min(end_ + between(random_, 0, ahead_ - 1), sectors_ - 1);
      return;
    }
    if (end_ < sectors_ && chance(random_, continued_)) {
      first = end_;
      const int64_t border = pick<int64_t>(random_, {0, unit_, unit_, page_});
      if (border > 0) length = border - first % border + border * pick(random_, {0, 0, 1});
    }
    end_ = std::min(first + length, sectors_);
  }

 private:
  Random& random_;
  int64_t page_, unit_, sectors_, end_ = 0;
  int continued_;
  int64_t ahead_;  // sectors that are read ahead
  int met_;
};

// Requests of all sizes, many of them to the same few units, so that these are written again while they are programmed.
void write_again(Random& random, RandomCase& c) {
  const int64_t page = c.choices.geometry.sectors_per_page, unit = page / c.choices.units.subpages;
  const int64_t sectors = logical_pages(c.choices) * page;
  const int64_t hot_length = std::min(sectors, unit * between(random, 2, 4 * c.choices.units.subpages));
  const int64_t hot_at = between(random, 0, sectors - hot_length), count = between(random, 150, 600);
  const int64_t longest = pick<int64_t>(random, {1, unit, 2 * unit, page + unit, 2 * page + 1});
  const int hot = pick(random, {20, 50, 80}), trims = pick(random, {0, 3, 10, 20}),
            reads = pick(random, {5, 20, 45, 75}), aligned = pick(random, {0, 50, 100});
  const auto typical = static_cast<int64_t>(c.choices.nand.program + 1000);
  const int64_t gap = pick<int64_t>(random, {0, typical / 8, typical / 2, 2 * typical});
  SequentialReads runs(random, c.choices);
  c.workload = {};
  if (chance(random, 30)) c.workload.closed = between(random, 1, 12);
  Time arrival = 0;
  for (int64_t i = 0; i < count; ++i) {
    const bool is_hot = chance(random, hot), is_trim = chance(random, trims);
    const bool is_read = !is_trim && chance(random, reads);
    int64_t first = is_hot ? hot_at + between(random, 0, hot_length - 1) : between(random, 0, sectors - 1);
    int64_t length = between(random, 1, longest + (is_trim ? unit : 0));
    if (chance(random, aligned)) {
      first = first / unit * unit;
      length = (length + unit - 1) / unit * unit;
    }
    runs.place(is_read, first, length);
    const auto pause = static_cast<Time>(chance(random, 40) ? 0 : between(random, 0, 2 * gap));
    arrival += pause;
    c.workload.requests.push_back(
        {.arrival = c.workload.closed == 0 ? arrival : pause,
         .sector = first,
         .sectors = std::min(length, sectors - first),
         .is_read = is_read,
         .is_trim = is_trim,
         .handle = c.choices.space.streams == 1 ? 0 : between(random, 0, c.choices.space.streams - 1)});
  }
}

// A drive that is nearly full of both valid and invalid pages, and of which everything is read first: it is collected
// before time 0.
void fill_up(Random& random, Choices& c) {
  c.geometry.channels = c.geometry.chips = 1;
  SpaceChoices& s = c.space;
  s.share = between(random, 90, 100);
  s.filled = s.fill_random = true;
  s.fill_used = between(random, 90, 100);
  s.fill_valid = between(random, 40, 75);
  c.host.as_written = true;
}

void read_wholly(Random& random, RandomCase& c) {
  const int64_t page = c.choices.geometry.sectors_per_page, sectors = logical_pages(c.choices) * page;
  std::vector<oracle::HostRequest> reads;
  for (int64_t at = 0; at < sectors;) {
    const int64_t length = std::min(between(random, 1, 3 * page), sectors - at);
    reads.push_back({.sector = at, .sectors = length, .is_read = true});
    at += length;
  }
  c.workload.requests.insert(c.workload.requests.begin(), reads.begin(), reads.end());
}

}  // namespace

// One in twelve drives wears out, and one is read wholly, so that it is collected before time 0.
RandomCase iu_case(std::uint64_t seed, Adapt* adapt) {
  Random random(seed + 995);
  RandomCase c = seed % 12 == 5 ? worn_case(seed) : seed % 4 == 0 ? chips_case(seed) : random_case(seed);
  leave_out(c.choices);
  choose_pages(random, c.choices);
  choose_unit_streams(random, c.choices);
  choose_buffer_and_host(random, c.choices);
  if (seed % 12 == 7) fill_up(random, c.choices);
  choose_unit_commands(random, c.choices.commands);
  choose_preemption(random, c.choices);
  if (adapt != nullptr) adapt(random, c.choices);
  if (chance(random, 80)) {
    write_again(random, c);
  } else {
    fit_workload(c);
  }
  if (seed % 12 == 7) read_wholly(random, c);
  return c;
}

std::string units_text(const Choices& c) {
  if (c.units.subpages == 1) return "";
  return fmt::format("  ftl {{ unit: {}B }}\n", c.geometry.page_bytes() / c.units.subpages);
}

void set_units(const Choices& c, oracle::Drive& d) {
  d.subpages = c.units.subpages;
  d.program_unit = c.units.program_pages;
  d.logical_pages *= c.units.subpages;
}

}  // namespace ssd::differential

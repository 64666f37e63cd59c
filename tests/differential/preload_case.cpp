// See preload_case.h.
#include "tests/differential/preload_case.h"

#include <algorithm>

#include "tests/differential/superblocks.h"
#include "tests/differential/worn_case.h"

namespace ssd::differential {
namespace {

using oracle::Placement;

constexpr int64_t kMostPages = 900;  // limit of pages that are read first, because the oracle is slow

int64_t sectors_of(const RandomCase& c) { return logical_pages(c.choices) * c.choices.geometry.sectors_per_page; }

// Makes the drive so small that all of it can be read.
void narrow(GeometryChoices& g, const Choices& c) {
  for (int64_t* count : {&g.chips, &g.channels, &g.dies}) {
    while (logical_pages(c) > kMostPages && *count > 1) --*count;
  }
}

// Few free pages, few valid ones, many logical ones.
void choose_start(Random& random, Choices& c) {
  SpaceChoices& s = c.space;
  s.filled = true;
  s.fill_random = chance(random, 75);
  s.fill_used = between(random, 75, 100);
  s.fill_valid = between(random, 3, 60);
  s.share = between(random, 70, 100);
  c.host.as_written = true;
}

// Features that affect preloading and that a random case rarely keeps.
void choose_users_of_blocks(Random& random, Choices& c) {
  SpaceChoices& s = c.space;
  if (chance(random, 70))
    s.placement = pick(random, {Placement::kStatic, Placement::kWriteOrder, Placement::kDynamicOrder,
                                Placement::kDynamicOrder, Placement::kDynamicCost});
  if (chance(random, 60)) s.streams = between(random, 1, 3);
  if (chance(random, 40)) c.reach.shared = true;
  if (chance(random, 20)) c.nand.endurance = between(random, 1, 6);
}

// Reads of pieces of the whole drive, from a random place on; each piece is some pages, or a part of one.
std::vector<oracle::HostRequest> reads_of_everything(Random& random, const RandomCase& c, Time gap) {
  const int64_t page = c.choices.geometry.sectors_per_page, sectors = sectors_of(c),
                first = between(random, 0, sectors - 1);
  std::vector<oracle::HostRequest> reads;
  for (int64_t at = 0, pages = 0; at < sectors && pages < kMostPages;) {
    const int64_t sector = (first + at) % sectors, length = std::min(between(random, 1, 5 * page), sectors - sector);
    reads.push_back(
        {.arrival = static_cast<Time>(reads.size()) * gap, .sector = sector, .sectors = length, .is_read = true});
    at += length + (chance(random, 20) ? between(random, 0, page) : 0);
    pages += 1 + length / page;
  }
  if (!chance(random, 40)) return reads;
  for (std::size_t i = reads.size(); i-- > 1;) {
    std::swap(reads[i].sector, reads[static_cast<std::size_t>(between(random, 0, static_cast<int64_t>(i)))].sector);
  }
  for (oracle::HostRequest& r : reads) r.sectors = std::min(r.sectors, sectors - r.sector);
  return reads;
}

// The reads come before nearly all other requests, which are delayed by as much; in a closed loop their times are think
// times.
void read_first(Random& random, RandomCase& c) {
  std::vector<oracle::HostRequest>& list = c.workload.requests;
  const bool is_open = c.workload.closed == 0;
  std::vector<oracle::HostRequest> reads =
      reads_of_everything(random, c, is_open ? pick_time(random, {0, 20'000, 100'000, 300'000}) : 0);
  const auto at = list.begin() + (chance(random, 60) ? 0 : between(random, 0, std::ssize(list) / 4));
  const Time begin = is_open && at != list.begin() ? std::prev(at)->arrival : 0, length = reads.back().arrival;
  for (oracle::HostRequest& r : reads) r.arrival += begin;
  for (auto later = at; is_open && later != list.end(); ++later) later->arrival += length;
  list.insert(at, reads.begin(), reads.end());
}

}  // namespace

RandomCase preload_case(std::uint64_t seed) {
  RandomCase c = seed % 3 == 0 ? superblock_case(seed) : random_case(seed);
  Random random(seed + 72);
  choose_start(random, c.choices);
  if (seed % 3 != 0) choose_users_of_blocks(random, c.choices);
  narrow(c.choices.geometry, c.choices);
  fit_workload(c);
  read_first(random, c);
  return c;
}

// Only some of the requests of a worn case, and much spare room, so that many drives survive; and only the first half
// of the pages.
RandomCase worn_start_case(std::uint64_t seed) {
  RandomCase c = worn_case(seed);
  Random random(seed + 73);
  if (seed % 4 == 0) choose_superblocks(random, c.choices);
  choose_start(random, c.choices);
  c.choices.space.share = between(random, 30, 55);
  c.choices.nand.endurance = between(random, 1, 3);
  narrow(c.choices.geometry, c.choices);
  std::vector<oracle::HostRequest>& list = c.workload.requests;
  list.resize(static_cast<std::size_t>(between(random, 1 + std::ssize(list) / 50, 1 + std::ssize(list) / 6)));
  const int64_t half = (sectors_of(c) + 1) / 2;
  for (oracle::HostRequest& r : list) {
    r.sector %= half;
    r.sectors = std::min(r.sectors, half - r.sector);
  }
  return c;
}

RandomCase reading_after(const RandomCase& first) {
  RandomCase c = first;
  Random random(first.seed + 74);
  c.workload = {};
  choose_workload(random, c);
  read_first(random, c);
  return c;
}

}  // namespace ssd::differential

// Allocation, capacity and start of a random case. The drive is as full as the front end accepts, or a chosen share of
// that, so that collection begins soon.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "tests/differential/choices.h"
#include "tests/differential/reach.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/tables_case.h"

namespace ssd::differential {
namespace {

using oracle::Level;
using oracle::Placement;

// Many give ties (place.cost, step 2); `queued` and `busy_for` change from one decision to the next.
struct Cost {
  const char* text;
  int64_t (*value)(const oracle::UnitView& u, int64_t k);
};
constexpr Cost kCosts[] = {
    {"u.busy_for + u.queued * {}us",
     [](const oracle::UnitView& u, int64_t k) { return u.busy_for + u.queued * k * 1000; }},
    {"u.queued", [](const oracle::UnitView& u, int64_t) { return u.queued; }},
    {"u.queued * {} - u.free_pages", [](const oracle::UnitView& u, int64_t k) { return u.queued * k - u.free_pages; }},
    {"u.busy_for", [](const oracle::UnitView& u, int64_t) { return u.busy_for; }},
    {"if u.channel == 0 then {}us else u.busy_for",
     [](const oracle::UnitView& u, int64_t k) { return u.channel == 0 ? k * 1000 : u.busy_for; }},
    {"u.queued + u.channel + u.chip * 2 - u.die + u.plane % 2",
     [](const oracle::UnitView& u, int64_t) { return u.queued + u.channel + u.chip * 2 - u.die + u.plane % 2; }},
    {"if u.free_pages < {} then 1ms else u.busy_for",
     [](const oracle::UnitView& u, int64_t k) { return u.free_pages < k ? 1'000'000 : u.busy_for; }},
    {"if now % 20us < {}us then u.channel else 0 - u.channel",
     [](const oracle::UnitView& u, int64_t k) {
       return static_cast<int64_t>(u.around.now % 20'000) < k * 1000 ? u.channel : -u.channel;
     }},
    {"if write_amplification > 1.25 then u.free_pages else 0 - u.free_pages",
     [](const oracle::UnitView& u, int64_t) {
       return u.around.write_amplification > 1.25 ? u.free_pages : -u.free_pages;
     }},
};

// By size, by address, by both. With two streams s1 is the last one.
struct Stream {
  const char* text;  // {1} is the name of the last stream
  int64_t (*value)(const oracle::RequestView& r, int64_t k, int64_t streams);
};
constexpr Stream kStreams[] = {
    {"if r.pages <= {0} then s0 else {1}",
     [](const oracle::RequestView& r, int64_t k, int64_t n) { return r.pages <= k ? 0 : n - 1; }},
    {"if r.lpn % 3 == 0 then {1} else if r.lpn < {0} then s1 else s0",
     [](const oracle::RequestView& r, int64_t k, int64_t n) {
       return r.lpn % 3 == 0 ? n - 1 : r.lpn < k ? 1 : int64_t{0};
     }},
    {"if r.size < {0}KiB then {1} else s0",
     [](const oracle::RequestView& r, int64_t k, int64_t n) { return r.size < k * 1024 ? n - 1 : 0; }},
    {"if r.lpn % 2 == 0 and r.size > 1KiB then s1 else {1}",
     [](const oracle::RequestView& r, int64_t, int64_t n) { return r.lpn % 2 == 0 && r.size > 1024 ? 1 : n - 1; }},
    {"if r.arrival % 100us < {0}0us then {1} else s0",
     [](const oracle::RequestView& r, int64_t k, int64_t n) {
       return static_cast<int64_t>(r.arrival % 100'000) < k * 10'000 ? n - 1 : 0;
     }},
    {"if r.queue % 2 == 0 then {1} else s0",
     [](const oracle::RequestView& r, int64_t, int64_t n) { return r.queue % 2 == 0 ? n - 1 : 0; }},
    {"if now - r.arrival > {0}us then {1} else s0",
     [](const oracle::RequestView& r, int64_t k, int64_t n) {
       return static_cast<int64_t>(r.around.now - r.arrival) > k * 1000 ? n - 1 : 0;
     }},
    {"if r.handle * 4 == {0} then {1} else s0",
     [](const oracle::RequestView& r, int64_t k, int64_t n) { return r.handle * 4 == k ? n - 1 : 0; }},
    {"if r.flow % 2 == 0 and r.handle > 0 then {1} else s0",
     [](const oracle::RequestView& r, int64_t, int64_t n) { return r.flow % 2 == 0 && r.handle > 0 ? n - 1 : 0; }},
    {"if write_amplification > 1.25 then {1} else s0",
     [](const oracle::RequestView& r, int64_t, int64_t n) { return r.around.write_amplification > 1.25 ? n - 1 : 0; }},
};

constexpr const char* kLevelNames[] = {"channel", "chip", "die", "plane"};

std::string order_text(const SpaceChoices& s) {
  const auto name = [&](std::size_t i) { return kLevelNames[static_cast<std::size_t>(s.order[i])]; };
  return fmt::format("{} > {} > {} > {}", name(0), name(1), name(2), name(3));
}

int64_t count(const GeometryChoices& g, Level level) {
  return std::array{g.channels, g.chips, g.dies, g.planes}[static_cast<std::size_t>(level)];
}

// Only static placement without streams can have a map.
Map map_of(const SpaceChoices& s) { return s.placement == Placement::kStatic && s.streams == 1 ? s.map : Map::kOrder; }

std::function<oracle::Place(int64_t)> place_of(const Choices& c) {
  const GeometryChoices g = c.geometry;
  switch (map_of(c.space)) {
    case Map::kStriped:
      return [g, stripe = c.space.stripe](int64_t lpn) {
        const int64_t unit = lpn / stripe;
        return oracle::Place{unit % g.channels, unit / g.channels % g.chips, unit / (g.channels * g.chips) % g.dies,
                             lpn % g.planes};
      };
    case Map::kLopsided:
      return [g](int64_t lpn) {
        return oracle::Place{lpn % 3 == 0 ? 0 : lpn % g.channels, (lpn / 5 + 1) % g.chips, lpn / 7 % g.dies,
                             (lpn + lpn / 2) % g.planes};
      };
    case Map::kHashed:
      return [g, k = c.space.stripe](int64_t lpn) {
        return oracle::Place{(lpn ^ (lpn >> k)) % g.channels, ((lpn | 2) >> 1 & 7) % g.chips,
                             (lpn >> 2 ^ (lpn >> 3 & 5)) % g.dies, (lpn << 1 ^ lpn) % g.planes};
      };
    case Map::kOrder: break;
  }
  return [g, order = c.space.order](int64_t lpn) {
    std::array<int64_t, 4> at{};
    for (const Level level : order) at[static_cast<std::size_t>(level)] = lpn % count(g, level), lpn /= count(g, level);
    return oracle::Place{at[0], at[1], at[2], at[3]};
  };
}

// The same formulas as a user would write them. C++ has the same order of bit operators. The lopsided map gives channel
// 0 more pages than the others.
std::string map_text(const SpaceChoices& s) {
  if (s.map == Map::kStriped) {
    return fmt::format(
        "static map(lpn) {{\n    let unit = lpn / {}\n    channel: unit % channels\n    chip: unit / channels % chips\n"
        "    die: unit / (channels * chips) % dies\n    plane: lpn % planes\n  }}",
        s.stripe);
  }
  if (s.map == Map::kHashed) {
    return fmt::format(
        "static map(lpn) {{\n    channel: (lpn xor (lpn >> {})) % channels\n    chip: ((lpn | 2) >> 1 & 7) % chips\n"
        "    die: (lpn >> 2 xor lpn >> 3 & 5) % dies\n    plane: (lpn << 1 xor lpn) % planes\n  }}",
        s.stripe);
  }
  return "static map(lpn) {\n    channel: if lpn % 3 == 0 then 0 else min(lpn % channels, channels - 1)\n    chip: "
         "(lpn / 5 + 1) % chips\n"
         "    die: lpn / 7 % dies\n    plane: (lpn + lpn / 2) % planes\n  }";
}

// `KIND ORDER` where that is all, otherwise the block form.
std::string allocation_text(const Choices& c) {
  const SpaceChoices& s = c.space;
  if (map_of(s) != Map::kOrder) return map_text(s);
  const char* kind = s.placement == Placement::kStatic       ? "static"
                     : s.placement == Placement::kWriteOrder ? "write_order"
                                                             : "dynamic";
  const bool by_cost = s.placement == Placement::kDynamicCost;
  if (!by_cost && s.streams == 1) return fmt::format("{} {}", kind, order_text(s));
  std::string text = fmt::format("{} {{\n    order: {}\n", kind, order_text(s));
  if (by_cost)
    text += fmt::format("    cost(u): {}\n", fmt::format(fmt::runtime(kCosts[s.cost.row].text), s.cost.number));
  if (s.streams > 1 && s.by_handle) {
    text += fmt::format("    streams: handles({})\n", s.streams);
  } else if (s.streams > 1) {
    const std::string last = fmt::format("s{}", s.streams - 1);
    const std::string by_tables = stream_by_tables(c);
    text += fmt::format(
        "    streams: [s0, s1{}]\n    stream(r): {}\n", s.streams == 3 ? ", s2" : "",
        !by_tables.empty() ? by_tables : fmt::format(fmt::runtime(kStreams[s.stream.row].text), s.stream.number, last));
  }
  return text + "  }";
}

// How many of `logical` pages the map puts into each plane; it stops when a plane has `most`.
std::vector<int64_t> pages_of_planes(const Choices& c, int64_t logical, int64_t most) {
  const GeometryChoices& g = c.geometry;
  const auto place = place_of(c);
  std::vector<int64_t> pages(static_cast<std::size_t>(g.all_planes()));
  for (int64_t lpn = 0; lpn < logical; ++lpn) {
    const oracle::Place p = place(lpn);
    int64_t& count =
        pages[static_cast<std::size_t>(((p.channel * g.chips + p.chip) * g.dies + p.die) * g.planes + p.plane)];
    if (count == most) break;
    ++count;
  }
  return pages;
}

// At most so many that collection can always finish (drive.capacity): all blocks except those that are kept, less one
// page; with indirection units and word lines a block may also hold too few invalid ones to be
// collected (iu.map, iu.word_line).
int64_t most_in_a_plane(const Choices& c) {
  const int64_t kept = asks_moves(c)           ? 3 * c.space.streams - 1
                       : collects_by_stream(c) ? 2 * c.space.streams
                                               : 1 + c.space.streams;
  const int64_t units = c.units.subpages, most_valid = units * (c.geometry.pages - c.units.program_pages) + 1;
  return std::max<int64_t>(1, ((c.geometry.blocks - kept) * most_valid - 1) / units);
}

// In percent of the pages of a plane.
struct Filled {
  int64_t valid = 0, invalid = 0;
};

bool is_even(const Choices& c) { return c.space.fill_even && superblock_of(c) == oracle::Scope::kPlane; }

// At least two blocks and one a stream stay free, or one block with `even`, and no plane has more valid pages than
// logical ones.
Filled filled(const Choices& c) {
  const GeometryChoices& g = c.geometry;
  const int64_t even = asks_moves(c) ? c.space.streams : 1;
  const int64_t kept = is_even(c) ? even : 2 + c.space.streams, most_used = (g.blocks - kept) * 100 / g.blocks,
                used = most_used * c.space.fill_used / 100;
  const std::vector<int64_t> pages = pages_of_planes(c, logical_pages(c), most_in_a_plane(c));
  const int64_t most_valid = *std::ranges::min_element(pages) * 100 / (g.blocks * g.pages);
  const int64_t valid = std::min(used * c.space.fill_valid / 100, most_valid);
  return c.space.filled && valid > 0 ? Filled{valid, used - valid} : Filled{};
}

}  // namespace

// A map may fill one plane long before the drive is full; then that plane is the limit.
int64_t logical_pages(const Choices& c) {
  const int64_t planes = c.geometry.all_planes(), most = most_in_a_plane(c);
  const int64_t logical = std::max<int64_t>(1, planes * most * c.space.share / 100);
  if (c.space.placement != Placement::kStatic) return logical;
  const std::vector<int64_t> pages = pages_of_planes(c, logical, most);
  return std::accumulate(pages.begin(), pages.end(), int64_t{0});
}

void choose_space(Random& random, Choices& c) {
  SpaceChoices& s = c.space;
  s.placement = pick(
      random, {Placement::kWriteOrder, Placement::kDynamicOrder, Placement::kDynamicOrder, Placement::kDynamicCost});
  s.map = pick(random, {Map::kOrder, Map::kOrder, Map::kStriped, Map::kLopsided});
  s.stripe = between(random, 1, 5);
  for (std::size_t i = 3; i > 0; --i)
    std::swap(s.order[i], s.order[static_cast<std::size_t>(between(random, 0, static_cast<int64_t>(i)))]);
  s.cost = pick_shape(random, kCosts, {0, 1, 7, 50});
  s.streams = between(random, 1, 3);
  s.stream = pick_shape(random, kStreams, {1, 2, 4, 10});
  s.by_handle = chance(random, 25);
  s.share = chance(random, 8) ? 100 : between(random, 30, 92);
  s.filled = chance(random, 60);
  s.fill_random = chance(random, 50);
  s.fill_used = between(random, 20, 100);
  s.fill_valid = between(random, 30, 100);
  s.fill_seed = static_cast<std::uint64_t>(between(random, 0, 1000));
  s.fill_even = s.fill_seed % 4 == 0;
}

std::string space_text(const Choices& c) {
  const int64_t logical = logical_pages(c) * c.geometry.page_bytes();
  std::string text = fmt::format("  allocation: {}\n  capacity {{ logical: {}B }}\n", allocation_text(c), logical);
  const Filled share = filled(c);
  if (share.valid == 0) return text;
  return text + fmt::format("  start {{ state: filled {{ valid: {}% invalid: {}% layout: {} seed: {} }} }}\n",
                            share.valid, share.invalid,
                            is_even(c)            ? "even"
                            : c.space.fill_random ? "random"
                                                  : "sequential",
                            c.space.fill_seed);
}

// With dynamic placement too, the map places preloaded pages (start.preload), so it is always set.
void set_space(const Choices& c, oracle::Drive& d) {
  const SpaceChoices& s = c.space;
  d.placement = s.placement;
  d.order = s.order;
  d.place = place_of(c);
  d.logical_pages = logical_pages(c);
  if (s.placement == Placement::kDynamicCost) {
    d.cost = [shape = s.cost](const oracle::UnitView& u) { return kCosts[shape.row].value(u, shape.number); };
  }
  d.streams = s.streams;
  if (s.streams > 1 && s.by_handle) {
    d.stream = [](const oracle::RequestView& r) { return r.handle; };
  } else if (s.streams > 1) {
    d.stream = [shape = s.stream, n = s.streams](const oracle::RequestView& r) {
      return kStreams[shape.row].value(r, shape.number, n);
    };
  }
  const Filled share = filled(c);
  d.filled = share.valid != 0;
  d.valid_parts = share.valid * 10'000;
  d.invalid_parts = share.invalid * 10'000;
  d.filled_even = d.filled && is_even(c);
  d.filled_random = s.fill_random || d.filled_even;
  d.fill_seed = s.fill_seed;
}

}  // namespace ssd::differential

// Random designs and workloads: see random_case.h. Small drives and short traces with many overwrites, so that collection, hazards and
// ties are frequent; times from a small set of multiples, so that different things often happen at one instant.
#include "tests/differential/random_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

namespace ssd::differential {
namespace {

using Random = std::mt19937_64;

// std::uniform_int_distribution differs between libraries; this does not.
std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}
bool chance(Random& random, int percent) { return between(random, 1, 100) <= percent; }
template <class T>
T pick(Random& random, std::initializer_list<T> list) {
  return *(list.begin() + between(random, 0, std::ssize(list) - 1));
}

struct Builder {
  explicit Builder(std::uint64_t seed) : random(seed) { result.seed = seed; }

  std::int64_t planes_in_all() const { return d.channels * d.chips * d.dies * d.planes; }

  void geometry() {
    d.channels = between(random, 1, 4);
    d.chips = between(random, 1, 3);
    d.dies = between(random, 1, 2);
    d.planes = between(random, 1, 3);
    d.blocks = between(random, 5, 12);
    d.pages = between(random, 1, 12);
    d.sectors_per_page = pick<std::int64_t>(random, {1, 4, 8, 12});
    d.sector_bytes = pick<std::int64_t>(random, {512, 512, 1024});
    d.spare_bytes = pick<std::int64_t>(random, {0, 64, 218});
    text += fmt::format("  geometry {{ channels: {} chips: {} dies: {} planes: {} blocks: {} pages: {} page: {}B spare: {}B sector: {}B }}\n",
                        d.channels, d.chips, d.dies, d.planes, d.blocks, d.pages, d.sectors_per_page * d.sector_bytes, d.spare_bytes,
                        d.sector_bytes);
  }

  void nand() {
    d.read = static_cast<Time>(pick<std::int64_t>(random, {0, 1000, 20'000, 25'600, between(random, 1, 60'000)}));
    d.program = static_cast<Time>(pick<std::int64_t>(random, {0, 1, 50'000, 200'000, between(random, 1, 300'000)}));
    d.erase = static_cast<Time>(pick<std::int64_t>(random, {0, 1, 400'000, between(random, 1, 900'000)}));
    if (chance(random, 50)) {
      const std::int64_t cycle = between(random, 1, 40), width = pick<std::int64_t>(random, {8, 16}), commands = between(random, 0, 9);
      d.bus_numerator = cycle * 8, d.bus_denominator = width;
      d.command = static_cast<Time>(cycle * commands);
      bus = fmt::format("bus {{ cycle: {}ns width: {}bit command_cycles: {} }}", cycle, width, commands);
    } else {
      const std::int64_t rate = pick<std::int64_t>(random, {33, 40, 400, 1200, 1600, 2400}), command = pick<std::int64_t>(random, {0, 100, 333});
      d.bus_numerator = 1000, d.bus_denominator = rate;
      d.command = static_cast<Time>(command);
      bus = fmt::format("bus {{ rate: {}MB/s command: {}ns }}", rate, command);
    }
    text += fmt::format("  nand {{ read: {}ns program: {}ns erase: {}ns {} }}\n", d.read, d.program, d.erase, bus);
  }

  // The four levels in a random order, or a map of one's own.
  void allocation() {
    const int kind = static_cast<int>(between(random, 0, 5));
    if (kind == 0) return striped_map();
    if (kind == 1) return lopsided_map();
    struct Level { const char* name; std::int64_t count; std::int64_t oracle_place; };
    std::array<Level, 4> levels{{{"channel", d.channels, 0}, {"chip", d.chips, 1}, {"die", d.dies, 2}, {"plane", d.planes, 3}}};
    for (std::size_t i = 3; i > 0; --i) std::swap(levels[i], levels[static_cast<std::size_t>(between(random, 0, static_cast<std::int64_t>(i)))]);
    text += fmt::format("  allocation: static {} > {} > {} > {}\n", levels[0].name, levels[1].name, levels[2].name, levels[3].name);
    d.place = [levels](std::int64_t lpn) {
      std::array<std::int64_t, 4> at{};
      for (const Level& level : levels) at[static_cast<std::size_t>(level.oracle_place)] = lpn % level.count, lpn /= level.count;
      return oracle::Place{at[0], at[1], at[2], at[3]};
    };
  }

  void striped_map() {
    const std::int64_t stripe = between(random, 1, 5);
    text += fmt::format("  allocation: static map(lpn) {{\n    let unit = lpn / {}\n    channel: unit % channels\n    chip: unit / channels % chips\n"
                        "    die: unit / (channels * chips) % dies\n    plane: lpn % planes\n  }}\n", stripe);
    d.place = [g = d, stripe](std::int64_t lpn) {
      const std::int64_t unit = lpn / stripe;
      return oracle::Place{unit % g.channels, unit / g.channels % g.chips, unit / (g.channels * g.chips) % g.dies, lpn % g.planes};
    };
  }



  void lopsided_map() {
    text += "  allocation: static map(lpn) {\n    channel: if lpn % 3 == 0 then 0 else min(lpn % channels, channels - 1)\n    chip: (lpn / 5 + 1) % chips\n"
            "    die: lpn / 7 % dies\n    plane: (lpn + lpn / 2) % planes\n  }\n";
    d.place = [g = d](std::int64_t lpn) {
      return oracle::Place{lpn % 3 == 0 ? 0 : lpn % g.channels, (lpn / 5 + 1) % g.chips, lpn / 7 % g.dies, (lpn + lpn / 2) % g.planes};
    };
  }

  // As full as collection allows: the plane that gets most pages must have fewer than (blocks - 2) * pages.
  void capacity() {
    const std::int64_t limit = (d.blocks - 2) * d.pages - 1;
    std::vector<std::int64_t> filled(static_cast<std::size_t>(planes_in_all()));
    std::int64_t most = planes_in_all() * d.blocks * d.pages * between(random, 30, 95) / 100;
    d.logical_pages = 0;
    for (std::int64_t lpn = 0; lpn < most; ++lpn) {
      const oracle::Place p = d.place(lpn);
      auto& count = filled[static_cast<std::size_t>(((p.channel * d.chips + p.chip) * d.dies + p.die) * d.planes + p.plane)];
      if (count == limit) break;
      ++count;
      ++d.logical_pages;
    }
    d.logical_pages = std::max<std::int64_t>(1, d.logical_pages);
    text += fmt::format("  capacity {{ logical: {}B }}\n", d.logical_pages * d.sectors_per_page * d.sector_bytes);
  }

  void gc() {
    const std::int64_t pages_in_plane = d.blocks * d.pages, blocks_in_plane = d.blocks;
    switch (between(random, 0, 4)) {
      case 0: {
        const std::int64_t percent = between(random, 1, 60);
        text += fmt::format("  gc {{ trigger: free_pages < {}% victim: greedy }}\n", percent);
        d.trigger = [=](std::int64_t free, std::int64_t) { return free * 100 < percent * pages_in_plane; };
        break;
      }
      case 1: {
        const std::int64_t low = between(random, 1, 3), high = low + between(random, 0, 2);
        text += fmt::format("  gc {{ trigger: free_blocks < {} stop: free_blocks >= {} }}\n", low, high);
        d.trigger = [=](std::int64_t, std::int64_t free) { return free < low; };
        d.stop = [=](std::int64_t, std::int64_t free) { return free >= high; };
        break;
      }
      case 2: {
        text += "  gc { trigger: free_blocks <= 12.5% or free_pages % 5 == 0 stop: not (free_pages < 2 * pages) }\n";
        const std::int64_t pages = d.pages;
        d.trigger = [=](std::int64_t free_pages, std::int64_t free) { return free * 8 <= blocks_in_plane || free_pages % 5 == 0; };
        d.stop = [=](std::int64_t free_pages, std::int64_t) { return free_pages >= 2 * pages; };
        break;
      }
      case 3:
        text += "  gc { trigger: free_pages < min(blocks, pages) and free_blocks != 2 }\n";
        d.trigger = [b = d.blocks, p = d.pages](std::int64_t free_pages, std::int64_t free) { return free_pages < std::min(b, p) && free != 2; };
        break;
      default:  // forced collections only
        text += "  gc { trigger: free_pages < 0 }\n";
        d.trigger = [](std::int64_t, std::int64_t) { return false; };
    }
  }

  void host() {
    d.interleave = chance(random, 60);
    d.read_modify_write = chance(random, 70);
    d.complete_when_transferred = chance(random, 20);
    d.read_moves_page = chance(random, 25);
    d.program_moves_sectors = chance(random, 25);
    d.read_unwritten_as_written = chance(random, 70);
    d.queue = chance(random, 40) ? between(random, 1, 9) : 0;
    text += fmt::format("  commands {{ interleave: {} }}\n", d.interleave ? "always" : "never");
    text += fmt::format("  host {{ queue: {} read_modify_write: {} complete_write: {} transfer {{ read: {} program: {} }} read_unwritten: {} }}\n",
                        d.queue == 0 ? "unlimited" : std::to_string(d.queue), d.read_modify_write, d.complete_when_transferred ? "transferred" : "programmed",
                        d.read_moves_page ? "page" : "sectors", d.program_moves_sectors ? "sectors" : "page",
                        d.read_unwritten_as_written ? "as_written" : "none");
  }

  void workload() {
    const std::int64_t sectors = d.logical_pages * d.sectors_per_page;
    // One in sixteen is longer than a batch of the engine (512 requests), so that batches follow each other.
    const std::int64_t count = chance(random, 6) ? between(random, 600, 1800) : between(random, 1, 400), longest = pick<std::int64_t>(random, {1, 4, 20, 60}), read_percent = between(random, 0, 90);
    const std::int64_t gap = pick<std::int64_t>(random, {0, 500, 20'000, 120'000, 600'000});
    const bool aligned = chance(random, 40);
    if (chance(random, 30)) {
      result.workload.closed = between(random, 1, 12);
      result.workload.think = chance(random, 50) ? 0 : static_cast<Time>(between(random, 1, 90'000));
    }
    Time arrival = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      if (gap != 0 && chance(random, 70)) arrival += static_cast<Time>(between(random, 0, 2 * gap));
      std::int64_t first = chance(random, 50) ? between(random, 0, sectors - 1) : between(random, 0, (sectors - 1) / 4);
      std::int64_t length = between(random, 1, longest);
      if (aligned) {
        first = first / d.sectors_per_page * d.sectors_per_page;
        length = (length + d.sectors_per_page - 1) / d.sectors_per_page * d.sectors_per_page;
      }
      length = std::min(length, sectors - first);
      const bool is_read = chance(random, static_cast<int>(read_percent));
      result.workload.requests.push_back({arrival, first, length, is_read});
      result.requests.push_back({arrival, static_cast<u64>(first), static_cast<u32>(length), is_read ? Direction::kRead : Direction::kWrite});
    }
  }

  RandomCase build() {
    text = "design Random {\n";
    geometry();
    nand();
    allocation();
    capacity();
    gc();
    host();
    text += "}\n";
    workload();
    result.text = std::move(text);
    return std::move(result);
  }

  Random random;
  RandomCase result;
  oracle::Drive& d = result.drive;
  std::string text, bus;
};

}  // namespace

RandomCase random_case(std::uint64_t seed) { return Builder(seed).build(); }

std::string trace_text(const RandomCase& c) {
  std::string result;
  for (const Request& r : c.requests) {
    result += fmt::format("{} 0 {} {} {}\n", r.arrival, r.sector, r.sectors, r.direction == Direction::kRead ? 1 : 0);
  }
  return result;
}

}  // namespace ssd::differential

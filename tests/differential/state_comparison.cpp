// See state_comparison.h. The engine's state is converted into the oracle's form, which lists what every page holds.
#include "tests/differential/state_comparison.h"

#include <fmt/format.h>

namespace ssd::differential {
namespace {

using oracle::Snapshot;
using std::int64_t;

// How many pages of each block are programmed. Blocks that are neither free nor begun nor active are full.
std::vector<u64> programmed_pages(const run::DriveState& s) {
  std::vector<u64> programmed(s.shape.total_blocks(), s.shape.pages);
  u64 next = 0;
  for (u64 block = 0; block < s.begun.size(); ++block) {
    if (s.begun[block] != 0) programmed[block] = s.begun[block];
  }
  for (u64 plane = 0; plane < s.shape.total_planes(); ++plane) {
    for (u32 i = 0; i < s.free_counts[plane]; ++i) programmed[plane * s.shape.blocks + s.free_blocks[next++]] = 0;
    for (u64 i = 0; i < s.shape.active_blocks(); ++i) {
      const auto& active = s.active[plane * s.shape.active_blocks() + i];
      if (active.block != kNone) programmed[plane * s.shape.blocks + active.block] = active.page;
    }
  }
  return programmed;
}

std::vector<int64_t> pages_of(const run::DriveState& s) {
  const std::vector<u64> programmed = programmed_pages(s);
  std::vector<int64_t> pages(s.shape.physical_pages());
  for (u64 page = 0; page < pages.size(); ++page) {
    pages[page] = page % s.shape.pages < programmed[page / s.shape.pages] ? Snapshot::kInvalid : Snapshot::kFree;
  }
  for (u64 lpn = 0; lpn < s.map.size(); ++lpn) {
    if (s.map[lpn] != kNoPage) pages[s.map[lpn]] = static_cast<int64_t>(lpn);
  }
  return pages;
}

std::map<int64_t, std::set<int64_t>> sectors_of(const run::DriveState& s) {
  std::map<int64_t, std::set<int64_t>> sectors;
  for (u64 lpn = 0; lpn < s.map.size(); ++lpn) {
    for (u64 i = 0; s.map[lpn] != kNoPage && i < s.shape.sectors_per_page(); ++i) {
      const u64 bit = lpn * s.shape.sectors_per_page() + i;
      if (s.written.empty() || (s.written[bit / 64] >> (bit % 64) & 1) != 0)
        sectors[static_cast<int64_t>(lpn)].insert(static_cast<int64_t>(i));
    }
  }
  return sectors;
}

std::vector<Snapshot::Plane> planes_of(const run::DriveState& s) {
  std::vector<Snapshot::Plane> planes;
  u64 next = 0;
  for (u64 p = 0; p < s.shape.total_planes(); ++p) {
    const u64 first = p * s.shape.blocks;
    Snapshot::Plane& plane = planes.emplace_back();
    for (u32 i = 0; i < s.free_counts[p]; ++i)
      plane.free_blocks.push_back(static_cast<int64_t>(first + s.free_blocks[next++]));
    const auto active = [&](u64 stream) {
      const auto& open = s.active[p * s.shape.active_blocks() + stream];
      return open.block == kNone ? std::nullopt
                                 : std::optional(Snapshot::Active{static_cast<int64_t>(first + open.block), open.page});
    };
    for (u64 stream = 0; stream < s.shape.streams; ++stream) plane.host.push_back(active(stream));
    for (u64 i = s.shape.streams; i < s.shape.active_blocks(); ++i) plane.collection.push_back(active(i));
  }
  return planes;
}

template <class A, class B>
std::string first_difference(const char* what, const std::vector<A>& engine, const std::vector<B>& oracle) {
  if (engine.size() != oracle.size())
    return fmt::format("{}: engine has {}, oracle {}", what, engine.size(), oracle.size());
  for (std::size_t i = 0; i < engine.size(); ++i) {
    if (engine[i] != oracle[i]) return fmt::format("{} {} left behind: not the same", what, i);
  }
  return {};
}

// The oracle's turn of units may be equal to the number of units, which is the same as 0.
std::string difference_in_turns(const run::DriveState& s, const Snapshot& o, bool counts_writes) {
  if (counts_writes && s.write_number != static_cast<u64>(o.write_count))
    return fmt::format("writes counted: engine {}, oracle {}", s.write_number, o.write_count);
  const auto units = static_cast<int64_t>(s.units);
  if (s.write_back_turn != o.next_write_back_unit % units)
    return fmt::format("turn of write-backs: engine {}, oracle {}", s.write_back_turn, o.next_write_back_unit);
  if (s.replica_turn != o.next_replica_unit % units)
    return fmt::format("turn of replicas: engine {}, oracle {}", s.replica_turn, o.next_replica_unit);
  return {};
}

}  // namespace

std::string difference(const run::DriveState& s, const Snapshot& o, bool counts_writes) {
  std::vector<bool> retired(s.retired.begin(), s.retired.end());
  std::vector<std::string> found{
      first_difference("page", pages_of(s), o.pages), first_difference("erases of block", s.erases, o.block_erases),
      first_difference("retired block", retired, o.retired), first_difference("space of plane", planes_of(s), o.planes),
      first_difference("stream of block", s.streams_of_blocks, o.block_streams)};
  if (s.shape.planes_of_superblock == 1)
    found.push_back(first_difference("writes given to plane", s.given, o.writes_given));
  if (!s.ages.empty()) found.push_back(first_difference("age of block", s.ages, o.block_ages));
  found.push_back(sectors_of(s) == o.written_sectors ? "" : "written sectors left behind: not the same");
  found.push_back(difference_in_turns(s, o, counts_writes));
  for (const std::string& text : found) {
    if (!text.empty()) return text;
  }
  return {};
}

}  // namespace ssd::differential

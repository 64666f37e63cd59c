// See erases.h.
#include "runtime/run/erases.h"

#include "runtime/engine/places.h"

namespace ssd::run {
namespace {

// A count for every block of the flash, plane by plane; the blocks of a superblock share one count (superblock.space).
template <class Count>
std::vector<u32> of_flash(const Config& c, Count count) {
  std::vector<u32> result;
  result.reserve(std::size_t{c.total_planes} * c.blocks);
  for (PlaneId p{0}; p.value < c.total_planes; ++p) {
    for (u32 block = 0; block < c.blocks; ++block) result.push_back(count(map_plane_of(c, p), block));
  }
  return result;
}

}  // namespace

std::vector<u32> erase_counts(const State& s, const Config& c) {
  return of_flash(c, [&](PlaneId plane, u32 block) { return s.life[first_block(c, plane) + block] >> 1; });
}

std::vector<u32> erases_before(const DriveState* start, const Config& c) {
  return start == nullptr ? std::vector<u32>{} : of_flash(c, [&](PlaneId plane, u32 block) {
    return start->erases[u64{plane.value} * c.blocks + block];
  });
}

std::vector<u64> plane_erases(const State& s, const Config& c, const std::vector<u32>& before) {
  const std::vector<u32> now = erase_counts(s, c);
  std::vector<u64> result(c.total_planes);
  for (std::size_t block = 0; block < now.size(); ++block)
    result[block / c.blocks] += now[block] - (before.empty() ? 0 : before[block]);
  return result;
}

results::Lifetime lifetime_of(const State& s, const Config& c, const std::vector<u32>& before, bool ended) {
  const u64 written = s.host.bytes[static_cast<u32>(Direction::kWrite)],
            logical = c.logical_pages * c.page_bytes / c.subpages;
  return results::lifetime(erase_counts(s, c), before,
                           {.endurance = c.endurance,
                            .written_bytes = written,
                            .logical_bytes = logical,
                            .ended = ended,
                            .end = s.life_end});
}

}  // namespace ssd::run

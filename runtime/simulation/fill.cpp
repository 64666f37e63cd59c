// Rule 39: see fill.h. A large drive has hundreds of millions of pages, so planes are filled one after another (a plane's list nearly fits into
// the caches), and what is written at random places of the map is fetched ahead.
#include "runtime/simulation/fill.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "compiler/design/figures.h"
#include "runtime/abi/random.h"
#include "runtime/engine/ftl/sectors.h"
#include "runtime/engine/ftl/space.h"
#include "runtime/simulation/planes.h"

namespace ssd::simulation {
namespace {

// Which logical pages belong to which plane, by the map's formulas.
class PagesOfPlanes {
 public:
  explicit PagesOfPlanes(const design::Design& design) : logical_(design.logical_pages) {
    const PlaneOfPage plane_of(design);
    period_ = plane_of.planes().size();
    starts_.assign(design.geometry.total_planes() + 1, 0);
    for (const u32 plane : plane_of.planes()) ++starts_[plane + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<u64> next(starts_.begin(), starts_.end() - 1);
    pages_.resize(period_);
    for (u64 lpn = 0; lpn < period_; ++lpn) pages_[next[plane_of(lpn)]++] = static_cast<u32>(lpn);
  }

  // The plane's first logical pages, ascending; at most `most`.
  void append_first(PlaneId plane, u64 most, std::vector<u32>& list) const {
    for (u64 base = 0; base < logical_; base += period_) {
      for (u64 i = starts_[plane]; i < starts_[plane + 1]; ++i) {
        const u64 lpn = base + pages_[i];
        if (lpn >= logical_ || list.size() == most) return;
        list.push_back(static_cast<u32>(lpn));
      }
    }
  }

 private:
  u64 logical_, period_;
  std::vector<u64> starts_;  // [planes + 1] into pages_
  std::vector<u32> pages_;   // of the first period, by plane
};

// Fisher and Yates, from the last element down.
void shuffle(std::vector<u32>& list, u64 seed) {
  Xoshiro256 random(seed);
  for (u64 i = list.size(); i-- > 1;) std::swap(list[i], list[random.below(i + 1)]);
}

// A block of the map begins: whatever no list fills of it is invalid.
void open_block(State& s, const Config& c, PlaneId space, u32 block) {
  const Ppn first = ppn(c, space, block, 0);
  std::fill_n(s.p2l + first, c.pages, kNoPage);
  s.valid[first / c.pages] = 0;
  if (s.issued != nullptr) s.issued[first / c.pages] = c.pages;
  note_full(s, c, space, block);
}

// Programs the plane from its block 0 on; kNoPage stands for an invalid page. `used`: blocks that have begun in its space, by other planes too (S71).
void program_plane(State& s, const Config& c, PlaneId plane, const std::vector<u32>& list, u32& used) {
  constexpr std::size_t kFetchedAhead = 32;
  const u32 pages = flash_pages_of_block(c);
  for (u32 i = 0; i < list.size(); ++i) {
    if (i + kFetchedAhead < list.size() && list[i + kFetchedAhead] != kNoPage) __builtin_prefetch(&s.l2p[list[i + kFetchedAhead]], 1);
    if (i / pages == used) open_block(s, c, map_plane_of(c, plane), used++);
    if (list[i] == kNoPage) continue;
    const Ppn page = map_page_of(s, c, plane, i / pages, i % pages);
    s.p2l[page] = list[i];
    s.l2p[list[i]] = page;
    ++s.valid[page / c.pages];
    if (s.written != nullptr) mark_written(s, u64{list[i]} * c.sectors_per_page, c.sectors_per_page);
  }
}

// The blocks behind those that have begun are free, ascending.
void free_the_rest(State& s, const Config& c, PlaneId map_plane, u32 used) {
  PlaneSpace& space = s.space[map_plane];
  space.free_first = used == c.blocks ? 0 : used;
  space.free_count = c.blocks - used;
  space.free_pages = space.free_count * c.pages;
}

}  // namespace

u64 pages_filled(const design::Design& design, u64 planes) {
  const u64 of_plane = design.geometry.pages_per_plane();
  return planes * (design::share_of_pages(of_plane, design.start.valid_parts) + design::share_of_pages(of_plane, design.start.invalid_parts));
}

bool fill(State& s, const Config& c, const design::Design& design, const Making& making) {
  const PagesOfPlanes pages(design);
  const design::Start& start = design.start;
  const u64 pages_of_plane = design.geometry.pages_per_plane();
  const u64 valid = design::share_of_pages(pages_of_plane, start.valid_parts), invalid = design::share_of_pages(pages_of_plane, start.invalid_parts);
  std::vector<u32> list;
  list.reserve(pages_of_plane);
  u32 used = 0;
  for (PlaneId plane = 0; plane < c.total_planes; ++plane) {
    list.clear();
    pages.append_first(plane, valid, list);
    list.resize(list.size() + invalid, kNoPage);
    if (start.random) shuffle(list, start.seed * 0x9e3779b97f4a7c15 + plane);
    program_plane(s, c, plane, list, used);
    if (first_flash_plane(c, map_plane_of(c, plane + 1)) != plane + 1) continue;  // others of its group follow
    free_the_rest(s, c, map_plane_of(c, plane), used);
    used = 0;
    const u64 filled = u64{plane} + 1;
    if (making && filled != c.total_planes && !making(pages_filled(design, filled), static_cast<double>(filled) / static_cast<double>(c.total_planes))) return false;
  }
  return true;
}

}  // namespace ssd::simulation

// Rule 39: see fill.h. A large drive has hundreds of millions of pages, so planes are filled one after another (a plane's list nearly fits into
// the caches), and what is written at random places of the map is fetched ahead.
#include "runtime/simulation/fill.h"

#include <algorithm>
#include <numeric>
#include <vector>

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

u64 share_of(u64 pages, u64 parts_per_million) { return pages * parts_per_million / 1'000'000; }

// Fisher and Yates, from the last element down.
void shuffle(std::vector<u32>& list, u64 seed) {
  Xoshiro256 random(seed);
  for (u64 i = list.size(); i-- > 1;) std::swap(list[i], list[random.below(i + 1)]);
}

// Programs the list from block 0 on; kNoPage stands for an invalid page. The list is a whole number of blocks.
void program_plane(State& s, const Config& c, PlaneId plane, const std::vector<u32>& list) {
  constexpr std::size_t kFetchedAhead = 32;
  for (u32 i = 0; i < list.size(); ++i) {
    const Ppn page = ppn(c, plane, 0, 0) + i;
    const u64 block = page / c.pages;
    if (i + kFetchedAhead < list.size() && list[i + kFetchedAhead] != kNoPage) __builtin_prefetch(&s.l2p[list[i + kFetchedAhead]], 1);
    if (i % c.pages == 0) {
      s.valid[block] = 0;
      s.issued[block] = c.pages;
      note_full(s, c, plane, i / c.pages);
    }
    s.p2l[page] = list[i];
    if (list[i] == kNoPage) continue;
    s.l2p[list[i]] = page;
    ++s.valid[block];
    if (s.written != nullptr) mark_written(s, u64{list[i]} * c.sectors_per_page, c.sectors_per_page);
  }
  const u32 used = static_cast<u32>(list.size()) / c.pages;
  PlaneSpace& space = s.space[plane];
  space.free_first = used == c.blocks ? 0 : used;
  space.free_count = c.blocks - used;
  space.free_pages = space.free_count * c.pages;
}

}  // namespace

void fill(State& s, const Config& c, const design::Design& design) {
  const PagesOfPlanes pages(design);
  const design::Start& start = design.start;
  const u64 valid = share_of(c.pages_per_plane, start.valid_parts), invalid = share_of(c.pages_per_plane, start.invalid_parts);
  std::vector<u32> list;
  list.reserve(c.pages_per_plane);
  for (PlaneId plane = 0; plane < c.total_planes; ++plane) {
    list.clear();
    pages.append_first(plane, valid, list);
    list.resize(list.size() + invalid, kNoPage);
    if (start.random) shuffle(list, start.seed * 0x9e3779b97f4a7c15 + plane);
    list.resize((list.size() + c.pages - 1) / c.pages * c.pages, kNoPage);
    program_plane(s, c, plane, list);
  }
}

}  // namespace ssd::simulation

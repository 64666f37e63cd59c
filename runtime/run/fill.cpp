// start.filled, start.even: see fill.h. A large drive has hundreds of millions of pages, so planes are filled one after
// another (a plane's list nearly fits into the caches), and random places of the map are prefetched before they are
// written.
#include "runtime/run/fill.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/abi/random.h"
#include "runtime/engine/ftl/sectors.h"
#include "runtime/engine/ftl/space.h"
#include "runtime/run/planes.h"

namespace ssd::run {
namespace {

// Which logical pages belong to which plane, by the map's formulas. With indirection units a logical page here is as
// large as a page of the flash (iu.start).
class PagesOfPlanes {
 public:
  explicit PagesOfPlanes(const Plan& plan) : logical_(plan.config.logical_pages / plan.geometry.subpages) {
    const PlaneOfPage plane_of(plan);
    period_ = plane_of.planes().size();
    starts_.assign(plan.geometry.total_planes() + 1, 0);
    for (const u32 plane : plane_of.planes()) ++starts_[plane + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<u64> next(starts_.begin(), starts_.end() - 1);
    pages_.resize(period_);
    for (u64 lpn = 0; lpn < period_; ++lpn) pages_[next[plane_of(lpn)]++] = static_cast<u32>(lpn);
  }

  // Makes the list the plane's first logical pages in ascending order, `most` of them, or fewer if there are not so
  // many.
  void list_first(PlaneId plane, u64 most, std::vector<Lpn>& list) const {
    list.resize(most);
    Lpn* next = list.data();
    Lpn* const end = next + most;
    for (u64 base = 0; base < logical_; base += period_) {
      for (u64 i = starts_[plane.value]; i < starts_[plane.value + 1]; ++i) {
        const u64 lpn = base + pages_[i];
        if (lpn >= logical_ || next == end) {
          list.resize(static_cast<std::size_t>(next - list.data()));
          return;
        }
        *next++ = Lpn(static_cast<u32>(lpn));
      }
    }
    list.resize(static_cast<std::size_t>(next - list.data()));
  }

 private:
  u64 logical_, period_;
  std::vector<u64> starts_;  // [planes + 1] into pages_
  std::vector<u32> pages_;   // of the first period, by plane
};

// Fisher-Yates shuffle, from the last element down.
void shuffle(std::vector<Lpn>& list, u64 seed) {
  Xoshiro256 random(seed);
  Lpn* const items = list.data();
  for (u64 i = list.size(); i-- > 1;) std::swap(items[i], items[random.below(i + 1)]);
}

// Fills a block of the map: every page of it that no list fills is invalid.
void open_block(State& s, const Config& c, PlaneId space, u32 block) {
  const u64 at = first_block(c, space) + block;
  set_valid(s, c, at, 0);
  if (s.issued != nullptr) s.issued[at] = c.pages;
  note_full(s, c, space, block);
}

// Places of the map that a plane programs one after the other, each the first of a page of the flash. A program has
// `of_program` of them, and the plane's next one is `step` behind it.
struct Places {
  Ppn first;
  u32 of_program, step;
  u32 subpages;
  Ppn at(u32 page) const {
    if (of_program == 1) return first + page * step;
    return first + (page / of_program * step + page % of_program * subpages);
  }
};
Places places_of_block(const State& s, const Config& c, PlaneId plane, u32 block) {
  const Ppn first = map_page_of(s, c, plane, block, 0);
  if (!has_superblocks(c)) return {first, 1, c.subpages, c.subpages};
  return {first, c.program_pages, c.stripe * c.program_places, c.subpages};
}

// The list's item is at the page of the flash, whose first place is `first`.
void put_item(State& s, const Config& c, Lpn item, Ppn first) {
  const Lpn lpn(item.value * c.subpages);
  for (u32 i = 0; i < c.subpages; ++i) {
    note_holder(s, first + i, lpn + i);
    s.l2p[lpn + i] = first + i;
  }
}

void fetch_item(const State& s, const Config& c, const std::vector<Lpn>& list, std::size_t i) {
  constexpr std::size_t kFetchedAhead = 32;
  if (i + kFetchedAhead < list.size() && list[i + kFetchedAhead] != kNoPage)
    __builtin_prefetch(s.l2p.address(Lpn(list[i + kFetchedAhead].value * c.subpages)), 1);
}

// Programs pages of a block with `count` items of the list from `from` on; kNoPage stands for an invalid page.
void program_block(State& s, const Config& c, Places places, const std::vector<Lpn>& list, u64 from, u32 count) {
  u32 valid = 0;
  for (u32 i = 0; i < count; ++i) {
    fetch_item(s, c, list, from + i);
    const Lpn item = list[from + i];
    if (item == kNoPage) continue;
    put_item(s, c, item, places.at(i));
    ++valid;
  }
  add_valid(s, c, block_of(c, places.first), valid * c.subpages);
}

// Programs the plane from its block 0 on. `used`: the blocks that have begun in its plane of the map, which other
// planes of its group may have begun too (superblock.space).
void program_plane(State& s, const Config& c, PlaneId plane, const std::vector<Lpn>& list, u32& used) {
  const u32 pages = flash_pages_of_block(c);
  for (u64 from = 0; from < list.size(); from += pages) {
    const u32 block = static_cast<u32>(from / pages);
    if (block == used) open_block(s, c, map_plane_of(c, plane), used++);
    const u64 left = list.size() - from;
    program_block(s, c, places_of_block(s, c, plane, block), list, from, left < pages ? static_cast<u32>(left) : pages);
  }
}

// All sectors of the pages that hold data count as written (start.filled 6).
void mark_all_written(State& s, const Config& c) {
  const u32 sectors = c.sectors_per_page;
  if (64 % sectors != 0) {
    for (u64 lpn = 0; lpn < c.logical_pages; ++lpn) {
      if (s.l2p[Lpn(static_cast<u32>(lpn))] != kNoPage) mark_written(s, lpn * sectors, sectors);
    }
    return;
  }
  const u32 pages_of_word = 64 / sectors;
  const u64 page = sectors == 64 ? ~u64{0} : (u64{1} << sectors) - 1;
  for (u64 lpn = 0, word = 0; lpn < c.logical_pages; ++word) {
    u64 mask = 0;
    for (u32 i = 0; i < pages_of_word && lpn < c.logical_pages; ++i, ++lpn)
      mask |= s.l2p[Lpn(static_cast<u32>(lpn))] != kNoPage ? page << (i * sectors) : 0;
    if (mask != 0) s.written[word] |= mask;
  }
}

// The blocks behind those that have begun are free, ascending. `begun_free`: pages behind the write pointers of begun
// blocks.
void free_the_rest(State& s, const Config& c, PlaneId map_plane, u32 used, u32 begun_free) {
  PlaneSpace& space = s.space[map_plane];
  space.free_first = used == c.blocks ? 0 : used;
  space.free_count = c.blocks - used;
  space.free_pages = space.free_count * c.pages + begun_free;
}

// ---- start.even

// Programs the block's first pages with `count` items of the list from `first` on, at least one.
void program_evenly(State& s, const Config& c, PlaneId plane, u32 b, const std::vector<Lpn>& list, u32 first,
                    u32 count) {
  const u64 block = first_block(c, plane) + b;
  set_valid(s, c, block, 0);
  if (count != c.pages) make_ineligible(s, c, block);
  if (s.issued != nullptr) s.issued[block] = count;
  program_block(s, c, places_of_block(s, c, plane, b), list, first, count);
  if (count == c.pages)
    note_full(s, c, plane, b);
  else
    s.begun_pages[block] = static_cast<u16>(count);
}

// Every block of the plane but the reserve, its last ones, gets as many items of the list, or one more while some are
// left over.
void fill_evenly(State& s, const Config& c, PlaneId plane, const std::vector<Lpn>& list) {
  const u32 items = static_cast<u32>(list.size()), blocks = c.blocks - c.reserve;
  u32 placed = 0, used = 0;
  for (; used < blocks && placed < items; ++used) {
    const u32 count = items / blocks + (used < items % blocks ? 1 : 0);
    program_evenly(s, c, plane, used, list, placed, count);
    if (count < c.pages && s.begun_from[plane] == c.blocks) s.begun_from[plane] = used;
    placed += count;
  }
  free_the_rest(s, c, plane, used, used * c.pages - items);
}

}  // namespace

u64 pages_filled(const Plan& plan, u64 planes) {
  const u64 of_plane = plan.geometry.pages_per_plane();
  return planes *
         (share_of_pages(of_plane, plan.start.valid_parts) + share_of_pages(of_plane, plan.start.invalid_parts));
}

bool fill(State& s, const Config& c, const Plan& plan, const Making& making) {
  const PagesOfPlanes pages(plan);
  const Start& start = plan.start;
  const u64 pages_of_plane = plan.geometry.pages_per_plane();
  const u64 valid = share_of_pages(pages_of_plane, start.valid_parts),
            invalid = share_of_pages(pages_of_plane, start.invalid_parts);
  std::vector<Lpn> list;
  list.reserve(pages_of_plane);
  u32 used = 0;
  for (PlaneId plane{0}; plane.value < c.total_planes; ++plane) {
    pages.list_first(plane, valid, list);
    list.resize(list.size() + invalid, kNoPage);
    if (start.random) shuffle(list, start.seed * 0x9e3779b97f4a7c15 + plane.value);
    if (start.even) {
      fill_evenly(s, c, plane, list);
    } else {
      program_plane(s, c, plane, list, used);
      if (first_flash_plane(c, map_plane_of(c, plane + 1)) != plane + 1) continue;  // others of its group follow
      free_the_rest(s, c, map_plane_of(c, plane), used, 0);
      used = 0;
    }
    const u64 filled = u64{plane.value} + 1;
    if (making && filled != c.total_planes &&
        !making(pages_filled(plan, filled), static_cast<double>(filled) / static_cast<double>(c.total_planes)))
      return false;
  }
  if (s.written != nullptr) mark_all_written(s, c);
  return true;
}

}  // namespace ssd::run

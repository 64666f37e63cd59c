// The floor that every speed is compared with: only the table updates that the requests need (a read of the logical
// map, a write of both maps, the count of valid pages of the block that loses a page). Each request's map entry is
// prefetched 32 requests ahead.
#pragma once
#include <sys/mman.h>

#include <bit>
#include <new>
#include <span>
#include <stdexcept>
#include <vector>

#include "bench/bench_design.h"
#include "runtime/run/planes.h"

namespace ssd::bench {

// An allocator for memory in huge pages where the system has them, like the engine's memory.
template <class T>
struct InHugePages {
  using value_type = T;
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;
  InHugePages() = default;
  template <class Other>
  InHugePages(const InHugePages<Other>&) {}
  static T* allocate(std::size_t count) {
    void* memory = ::operator new(count * sizeof(T), std::align_val_t{kHugePage});
    madvise(memory, count * sizeof(T), MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  static void deallocate(T* memory, std::size_t) { ::operator delete(memory, std::align_val_t{kHugePage}); }
  bool operator==(const InHugePages&) const = default;
};
template <class T>
using Large = std::vector<T, InHugePages<T>>;

// The tables. Each plane's pages are used one after another, again and again: nothing is collected.
class Tables {
 public:
  // Writes all logical pages in order.
  explicit Tables(const design::Design& design)
      : plane_of_(design),
        block_bits_(bits(design.geometry.pages)),
        plane_bits_(bits(design.geometry.pages_per_plane())),
        gap_(gap_of(design)),
        l2p_(design.config.logical_pages, kNoPage),
        p2l_(design.geometry.physical_pages() + design.geometry.total_planes() * gap_, kNoPage),
        valid_(design.geometry.physical_pages() >> block_bits_),
        next_(design.geometry.total_planes()) {
    for (u64 lpn = 0; lpn < design.config.logical_pages; ++lpn) write(lpn);
  }

  void update(std::span<const Request> requests, u32 sectors) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (i + kFetchedAhead < requests.size()) fetch(requests[i + kFetchedAhead].sector / sectors);
      const Request& r = requests[i];
      const u64 last = (r.sector + r.sectors - 1) / sectors;
      for (u64 lpn = r.sector / sectors; lpn <= last; ++lpn) {
        if (r.direction == Direction::kRead)
          read(lpn);
        else
          write(lpn);
      }
    }
  }

  u64 found() const { return found_; }  // number of pages read that were mapped

  // Whether both maps agree for each logical page.
  bool sound() const {
    for (u64 lpn = 0; lpn < l2p_.size(); ++lpn) {
      if (l2p_[lpn] == kNoPage || p2l_[place_of(l2p_[lpn])] != lpn) return false;
    }
    return true;
  }

 private:
  static constexpr u32 kFetchedAhead = 32;
  static constexpr u32 kLine = 64 / sizeof(u32);  // entries of the physical map that are prefetched in each plane

  // In the physical map, planes have the same distance as in the engine, so that they do not share a few sets of the
  // caches.
  static u32 gap_of(const design::Design& design) {
    const Config c = design::config(design);
    return c.page_stride - c.pages_per_plane;
  }
  u32 place_of(u32 page) const { return page + (page >> plane_bits_) * gap_; }

  // log2 of a power of two, for shifts: a compiler makes shifts of constants that are powers of two.
  static u32 bits(u64 pages) {
    if (!std::has_single_bit(pages)) throw std::runtime_error("the floor is measured of powers of two");
    return static_cast<u32>(std::countr_zero(pages));
  }

  void write(u64 lpn) {
    const u32 old = l2p_[lpn];
    const u32 plane = old == kNoPage ? plane_of_(lpn) : old >> plane_bits_;
    const u32 at = next_[plane]++ & ((u32{1} << plane_bits_) - 1);
    const u32 page = (plane << plane_bits_) + at;
    if (old != kNoPage) --valid_[old >> block_bits_];
    ++valid_[page >> block_bits_];
    l2p_[lpn] = page;
    p2l_[place_of(page)] = static_cast<u32>(lpn);
    __builtin_prefetch(&p2l_[place_of(page) + kLine], 1);
  }
  void read(u64 lpn) { found_ += l2p_[lpn] != kNoPage ? 1 : 0; }
  void fetch(u64 lpn) const { __builtin_prefetch(&l2p_[lpn]); }

  run::PlaneOfPage plane_of_;
  u32 block_bits_, plane_bits_, gap_;
  Large<u32> l2p_, p2l_;
  Large<u16> valid_;
  std::vector<u32> next_;
  u64 found_ = 0;
};

}  // namespace ssd::bench

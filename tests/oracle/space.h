// The oracle's view of the map: which physical page holds which logical page, what is free, what is collected. It never looks at the
// clock: everything here is decided at admission, in request order (rule 28, S2). The invariant, checked after every host write: each
// page is free, valid or invalid; the valid ones are exactly those that the map points to; a plane keeps its reserve.
//
// Numbers are global: plane id as in Outcome; block = plane * blocks + index; physical page = block * pages + index.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

constexpr std::int64_t kNone = -1;

// Thrown when the host needs a page of this plane and no collection can make one (S4, S12); it ends the run.
struct DriveFull {
  std::int64_t plane;
};

enum class PageState { kFree, kValid, kInvalid };

struct PhysicalPage {
  PageState state = PageState::kFree;
  std::int64_t lpn = kNone;           // of a valid page
  std::int64_t host_program = kNone;  // its sequence number; none if collection or preloading put the data here (S8)
};

struct Move {
  std::int64_t lpn, from, to;
};

struct Collection {
  std::int64_t block;
  std::vector<Move> moves;  // ascending source page (S14)
};

// A block with a write pointer. It loses it, and with it its protection from collection, when its last page is taken (S1).
struct ActiveBlock {
  std::int64_t block, next_page;
};

struct PlaneSpace {
  std::deque<std::int64_t> free_blocks;  // the one longest free in front (rule 18)
  std::optional<ActiveBlock> host, collection;
};

class Space {
 public:
  explicit Space(const Drive& drive);

  std::int64_t plane_of(std::int64_t lpn) const;             // where it is placed
  std::int64_t plane_count() const { return static_cast<std::int64_t>(planes_.size()); }
  std::int64_t physical_page_of(std::int64_t lpn) const { return map_.at(lpn); }
  const PhysicalPage& page(std::int64_t physical_page) const { return pages_.at(physical_page); }
  const std::set<std::int64_t>& written_sectors(std::int64_t lpn) { return written_[lpn]; }
  const std::map<std::int64_t, std::int64_t>& map() const { return map_; }

  // The steps of a host write (rule 14), in the order in which they are to be called.
  std::vector<Collection> collect_for_a_host_page(std::int64_t plane);
  std::int64_t write(std::int64_t lpn, const std::set<std::int64_t>& sectors, std::int64_t host_program);
  std::vector<Collection> collect_if_triggered(std::int64_t plane);

  std::int64_t preload(std::int64_t lpn);
  void check(std::int64_t plane) const;

 private:
  bool host_can_take_a_page(std::int64_t plane) const;
  std::int64_t take_page(PlaneSpace& plane, std::optional<ActiveBlock>& active);
  void put(std::int64_t lpn, std::int64_t physical_page, std::int64_t host_program);
  bool triggered(std::int64_t plane) const;
  bool stopped(std::int64_t plane) const;
  std::optional<std::int64_t> choose_victim(std::int64_t plane) const;
  Collection collect(std::int64_t plane, std::int64_t victim);
  std::int64_t count(std::int64_t block, PageState state) const;
  std::int64_t count_free_pages(std::int64_t plane) const;

  Drive drive_;
  std::vector<PlaneSpace> planes_;
  std::vector<PhysicalPage> pages_;
  std::map<std::int64_t, std::int64_t> map_;                    // logical page -> physical page
  std::map<std::int64_t, std::set<std::int64_t>> written_;      // logical page -> its sectors that were ever written (S6)
};

}  // namespace ssd::oracle

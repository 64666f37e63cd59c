// The logical pages that the map sends to each drawn plane, and how they are written into its cell.
//
// Invariant: a list keeps a handful of runs however many pages are added, so that a long look at a map takes no memory.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/design/design.h"

namespace ssd::draw {

class PageList {
 public:
  void add(std::uint64_t lpn);  // above all added before
  bool empty() const { return runs_.empty(); }
  std::uint64_t first() const { return runs_.front().first; }  // of a list that is not empty
  // "0", "64", …; three and more neighbours are one word, "0–15"; a long list is cut in the middle: 0 16 32 48 64 80 …
  // 240.
  std::vector<std::string> words() const;

 private:
  struct Run {
    std::uint64_t first, last;
  };
  std::vector<Run> runs_;  // the first ones and the newest
};

// What is looked at: pages 0 .. count-1.
struct PageRange {
  std::uint64_t count = 0;
  std::uint64_t wanted = 0;  // more than count if the wish went beyond what is followed
};
PageRange pages_to_show(const design::Design& design, std::uint64_t wish);

// The lists of the given planes (their plane ids, all different), in their order.
std::vector<PageList> pages_of(const design::Design& design, const std::vector<std::uint64_t>& plane_ids,
                               std::uint64_t page_count);

}  // namespace ssd::draw

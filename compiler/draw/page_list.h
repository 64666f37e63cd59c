// The logical pages that the map sends to each drawn plane, and the text for its cell.
//
// Invariant: a list keeps only a few runs, however many pages are added, so following a map for long needs no memory.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/design/design.h"

namespace ssd::draw {

class PageList {
 public:
  void add(std::uint64_t lpn);  // greater than all added before
  bool empty() const { return runs_.empty(); }
  std::uint64_t first() const { return runs_.front().first; }  // the list must not be empty
  // "0", "64", …; three or more neighbours become one word, "0–15"; a long list is cut before its last word: 0 16 32 48
  // 64 80 … 240.
  std::vector<std::string> words() const;

 private:
  struct Run {
    std::uint64_t first, last;
  };
  std::vector<Run> runs_;  // the first ones and the newest
};

// The pages 0 .. count-1 that are shown.
struct PageRange {
  std::uint64_t count = 0;
  std::uint64_t wanted = 0;  // greater than count if more pages were requested than the limit
};
PageRange pages_to_show(const design::Design& design, std::uint64_t wish);

// The lists of the given planes (ids, all different), in the given order.
std::vector<PageList> pages_of(const design::Design& design, const std::vector<std::uint64_t>& plane_ids,
                               std::uint64_t page_count);

}  // namespace ssd::draw

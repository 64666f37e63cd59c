// What the flash array contains at the present instant, as opposed to what the map has already decided. It does not
// influence any result: it detects an order of operations that real flash would not survive. A collection that takes no
// time (collection.cost_zero) causes orders of that kind, so with it nothing is recorded.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

// Throws if the oracle itself is wrong: no input may cause it.
inline void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

class Flash {
 public:
  Flash(std::int64_t blocks, std::int64_t pages, bool is_real)
      : erases_(blocks, 0), is_real_(is_real), pages_(pages), content_(blocks * pages, kErased) {}

  // drive.geometry (R_a): pages of a block are programmed in ascending order, each once after an erase.
  void program(std::int64_t page, std::int64_t lpn) {
    if (!is_real_) return;
    require(content_.at(page) == kErased, "a page is programmed twice");
    require(page % pages_ == 0 || content_[page - 1] != kErased, "a block is programmed out of order");
    content_[page] = lpn;
  }

  // A page that is skipped (command.skip, command.copyback) stays unusable until the block is erased.
  void skip(std::int64_t page) { program(page, kSkipped); }

  void require_content(std::int64_t page, std::int64_t lpn) const {
    require(!is_real_ || content_.at(page) == lpn, "a page does not hold the data that the map says it holds");
  }

  void erase(std::int64_t block) {
    if (!is_real_) return;
    require(content_.at((block + 1) * pages_ - 1) != kErased, "a block that is not full is erased");
    for (std::int64_t page = block * pages_; page < (block + 1) * pages_; ++page) content_[page] = kErased;
    ++erases_[block];
  }

  bool is_programmed(std::int64_t page) const { return content_.at(page) != kErased; }

  // An erase before time 0, which does not count (start.preload_collects).
  void empty(std::int64_t block) {
    if (!is_real_) return;
    erase(block);
    --erases_[block];
  }

  // The content of a page that is not in the map is never read again, so it is not restored.
  void restore(const Snapshot& snapshot) {
    erases_ = snapshot.block_erases;
    for (std::int64_t page = 0; page < std::ssize(content_); ++page) {
      const std::int64_t held = snapshot.pages[page];
      content_[page] = held >= 0 ? held : held == Snapshot::kFree ? kErased : kSkipped;
    }
  }

  void require_erases(const std::vector<std::int64_t>& decided) const {
    require(!is_real_ || erases_ == decided, "a block was not erased as often as decided");
  }

 private:
  static constexpr std::int64_t kErased = -1, kSkipped = -2;

  std::vector<std::int64_t> erases_;
  bool is_real_;
  std::int64_t pages_;
  std::vector<std::int64_t> content_;  // the logical page programmed there
};

}  // namespace ssd::oracle

// What the flash array really holds at the present instant, as opposed to what the map has already decided. It has no
// influence on any result: it is there to catch an order of operations that real flash would not survive. A collection
// that takes no time (S51) is such an order, so with that nothing is recorded.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

// Throws when the oracle itself is wrong: no input may lead here.
inline void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

class Flash {
 public:
  Flash(std::int64_t blocks, std::int64_t pages, bool is_real)
      : erases_(blocks, 0), is_real_(is_real), pages_(pages), content_(blocks * pages, kErased) {}

  // R_a: within a block pages are programmed in ascending order, each once after an erase.
  void program(std::int64_t page, std::int64_t lpn) {
    if (!is_real_) return;
    require(content_.at(page) == kErased, "a page is programmed twice");
    require(page % pages_ == 0 || content_[page - 1] != kErased, "a block is programmed out of order");
    content_[page] = lpn;
  }

  // A page given up for the sake of an address (S29, S31): it can hold nothing until the block is erased.
  void skip(std::int64_t page) { program(page, kSkipped); }

  void require_content(std::int64_t page, std::int64_t lpn) const {
    require(!is_real_ || content_.at(page) == lpn, "a page does not hold the data that the map says it holds");
  }

  void erase(std::int64_t block) {
    if (!is_real_) return;
    require(content_.at((block + 1) * pages_ - 1) != kErased, "a block is erased that is not full");
    for (std::int64_t page = block * pages_; page < (block + 1) * pages_; ++page) content_[page] = kErased;
    ++erases_[block];
  }

  // Before time 0, when an erase is not one that counts (S72).
  void empty(std::int64_t block) {
    if (!is_real_) return;
    erase(block);
    --erases_[block];
  }

  // Nobody will ask for what is in a page that the map does not know.
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

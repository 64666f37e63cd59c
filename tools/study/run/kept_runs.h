// What a journal has: for each run where its line is, and what that says in short. The rows are in a list that need not
// fit in memory; a run takes 10 to 15 bytes of memory.
#pragma once
#include <cstdint>
#include <optional>

#include "runtime/base/paged_bytes.h"
#include "runtime/cache/cache.h"
#include "tools/study/run/key_index.h"

namespace ssd::study {

// A run that a journal has, and where.
struct KeptRun {
  std::uint64_t begin = 0;  // of its line in the file
  std::uint32_t size = 0;   // of the line, without its end
  bool done = false;        // otherwise it failed
  double seconds = 0;       // as JournalEntry::seconds
};

// All functions but size() throw RoomLost.
class KeptRuns {
 public:
  std::size_t size() const { return size_; }
  std::optional<KeptRun> find(const cache::Key& key) const;
  // find() then has the run, instead of what it had with this key.
  void put(const cache::Key& key, const KeptRun& run);
  // So many others will be put.
  void expect(std::size_t count) { numbers_.reserve(count_ + count); }
  // find() no longer has runs that failed.
  void forget_failed();
  // Calls take(key, run) for each of them.
  template <class Take>
  void each(Take take) const {
    for (std::uint32_t number = 0; number < count_; ++number) {
      const Row row = rows_.at(number);
      if (row.is_known) take(row.key, row.run);
    }
  }

 private:
  struct Row {
    cache::Key key;
    KeptRun run;
    bool is_known = false;
  };
  std::optional<std::uint32_t> number_of(const cache::Key& key) const;
  PagedRows<Row> rows_;
  KeyIndex numbers_;
  std::uint32_t count_ = 0;  // of the rows
  std::size_t size_ = 0;     // of those that are known
};

}  // namespace ssd::study

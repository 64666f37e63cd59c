// See sort_records.h. A store of sorted parts is merged into a store of fewer parts, until there is only one part.
#include "runtime/trace/sort_records.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <vector>

namespace ssd::trace {
namespace {

constexpr std::size_t kMergedAtOnce = 64;  // each has a buffer

// `records` sorted records of a store, from byte `begin` on.
struct Part {
  u64 begin, records;
};

struct Parts {
  RecordStore store;
  std::vector<Part> list;
};

Parts sorted_parts(const RecordStore& records, u64 at_once) {
  Parts parts;
  std::vector<TraceRecord> some;
  const auto put = [&] {
    std::ranges::stable_sort(some, {}, &TraceRecord::arrival);
    parts.list.push_back({parts.store.begin_block(), some.size()});
    parts.store.add(some);
    some.clear();
  };
  RecordStore::Pass pass(records);
  while (const RecordBlock* block = pass.next()) {
    for (std::size_t i = 0; i < block->size; ++i) some.push_back((*block)[i]);
    if (some.size() >= at_once) put();
  }
  if (!some.empty()) put();
  parts.store.finish();
  return parts;
}

// Reads the records of a part one by one.
class Way {
 public:
  Way(const RecordStore& store, const Part& part) : pass_(store, part.begin, part.records) { forward(); }
  bool ended() const { return block_ == nullptr; }
  TraceRecord record() const { return (*block_)[at_]; }
  Time arrival() const { return block_->arrivals[at_]; }
  void next() {
    if (++at_ == block_->size) forward();
  }

 private:
  void forward() {
    block_ = pass_.next();
    at_ = 0;
  }
  RecordStore::Pass pass_;
  const RecordBlock* block_ = nullptr;
  std::size_t at_ = 0;
};

// Of records that arrive at the same time, those of the earlier part come first.
void merge(const RecordStore& from, std::span<const Part> parts, RecordStore& to) {
  std::vector<std::unique_ptr<Way>> ways;
  using Next = std::pair<Time, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  for (const Part& part : parts) {
    ways.push_back(std::make_unique<Way>(from, part));
    if (!ways.back()->ended()) next.push({ways.back()->arrival(), ways.size() - 1});
  }
  while (!next.empty()) {
    const std::size_t chosen = next.top().second;
    next.pop();
    Way& way = *ways[chosen];
    const TraceRecord record = way.record();
    to.add(std::span(&record, 1));
    way.next();
    if (!way.ended()) next.push({way.arrival(), chosen});
  }
}

Parts merged(const Parts& parts) {
  Parts result;
  for (std::size_t first = 0; first < parts.list.size(); first += kMergedAtOnce) {
    const auto some = std::span(parts.list).subspan(first, std::min(kMergedAtOnce, parts.list.size() - first));
    const u64 begin = result.store.begin_block(), before = result.store.size();
    merge(parts.store, some, result.store);
    result.list.push_back({begin, result.store.size() - before});
  }
  result.store.finish();
  return result;
}

}  // namespace

RecordStore sorted_by_arrival(const RecordStore& records, u64 at_once) {
  Parts parts = sorted_parts(records, at_once);
  int error = records.error();
  while (parts.list.size() > 1 && error == 0) {
    Parts fewer = merged(parts);
    error = parts.store.error();
    parts = std::move(fewer);
  }
  if (error != 0) parts.store.set_error(error);
  return std::move(parts.store);
}

}  // namespace ssd::trace

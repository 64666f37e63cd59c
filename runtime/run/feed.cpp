// See feed.h.
#include "runtime/run/feed.h"

#include <algorithm>

#include "runtime/base/limits.h"
#include "runtime/run/warm_up.h"

namespace ssd::run {

Time period_of(const RequestList& requests) {
  if (requests.empty()) return 0;
  const Time last = requests.last_arrival();
  return requests.size() < 2 ? last : last + last / (requests.size() - 1);
}

std::span<const Request> Feed::first_pages_of(std::span<const Request> requests) const {
  u64 pages = 0;
  std::size_t count = 0;
  while (count < requests.size()) {
    const u64 sectors = requests[count].sectors;
    pages += sectors < sectors_per_page_ ? 1 : sectors / sectors_per_page_ + 1;
    if (count != 0 && pages > kMostPages) break;
    ++count;
  }
  return requests.first(count);
}

Feed::Feed(const Load& load, u64 most, u64 sectors_per_page)
    : load_(load),
      most_(most),
      sectors_per_page_(sectors_per_page),
      warm_up_(warm_up_requests(load)),
      period_(period_of(load.requests)) {
  if (!load.by_flow) return;
  u64 pages = 1;
  for (const Request& request : load.requests) pages = std::max(pages, request.sectors / sectors_per_page + 1);
  most_by_flow_ = std::clamp<u64>(kMostPages / pages, 1, most);
}

Piece Feed::next_by_flow() const {
  const u64 left = load_.requests.size() - taken_;
  return {nullptr, std::min(left, most_by_flow_), taken_, left <= most_by_flow_};
}

Piece Feed::next() {
  if (load_.by_flow) return next_by_flow();
  if (read_.empty() && load_.endless)
    gather();
  else if (read_.empty())
    read_ = reader_->next(most_);
  auto piece = first_pages_of(read_);
  if (taken_ < warm_up_) piece = piece.first(std::min<std::size_t>(piece.size(), warm_up_ - taken_));
  return {piece.data(), piece.size(), taken_, !load_.endless && taken_ + piece.size() == load_.requests.size()};
}

void Feed::take(const Piece& piece) {
  taken_ += piece.count;
  if (load_.by_flow) return;
  read_ = read_.subspan(piece.count);
}

void Feed::count(const Piece& piece, const State& s, const Config& c) {
  if (c.functional_only == 0 || load_.flows.empty()) return;
  flows_.resize(load_.flows.size());
  const u64 done = std::min(piece.count, s.next_number - piece.first);
  for (const Request& r : std::span(piece.requests, done)) {
    HostCounts& flow = flows_[r.flow];
    ++flow.completed[static_cast<u32>(r.direction)];
    flow.bytes[static_cast<u32>(r.direction)] += u64{r.sectors} * c.sector_bytes;
  }
}

// In a closed loop the arrival is a think time, so it is not shifted.
void Feed::gather() {
  later_.clear();
  for (bool fits = true; fits && later_.size() < most_ && error() == 0;) {
    const auto some = reader_->next(most_ - later_.size());
    const u64 later = load_.closed_depth != 0 ? 0 : pass_;
    for (Request request : some) {
      fits = later == 0 || period_ <= (limits::kLatest - request.arrival) / later;
      if (!fits) break;
      request.arrival += later * period_;
      later_.push_back(request);
    }
    if (some.empty() && error() == 0) {
      reader_ = load_.requests.reader();
      ++pass_;
    }
  }
  read_ = later_;
}

}  // namespace ssd::run

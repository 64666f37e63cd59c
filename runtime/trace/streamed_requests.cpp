// See streamed_requests.h.
#include "runtime/trace/streamed_requests.h"

#include <algorithm>

#include "runtime/base/given_up.h"
#include "runtime/trace/generator_stream.h"
#include "runtime/trace/rounds.h"

namespace ssd::trace {
namespace {

constexpr u64 kPiece = 4096;  // requests of a generator that are made together

// One generator's requests, in pieces.
class Source {
 public:
  explicit Source(GeneratorStream stream) : stream_(std::move(stream)), made_(kPiece) {}
  // The next ones, at most `most`; empty at the end.
  std::span<const Request> take(u64 most) {
    if (rest_.empty()) rest_ = std::span<const Request>(made_).first(stream_.next(made_));
    const auto taken = rest_.first(std::min<u64>(most, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  bool is_late() const { return stream_.is_late(); }

 private:
  GeneratorStream stream_;
  std::vector<Request> made_;
  std::span<const Request> rest_;
};

}  // namespace

class StreamedRequests::Reader final : public RequestReader {
 public:
  explicit Reader(const StreamedRequests& all) : flows_(all.flows_), left_(all.size_) {
    for (std::size_t i = 0; i < all.sources_.size(); ++i) {
      const workload::Workload& source = all.sources_[i];
      sources_.emplace_back(GeneratorStream(
          all.plan_, source, {all.flows_[i].count, all.run_seed_, static_cast<u8>(i), static_cast<u8>(source.handle)}));
    }
    turn_left_ = sources_.size() == 1 ? left_ : flows_.front().closed;
  }

  std::span<const Request> next(u64 most) override {
    if (sources_.size() == 1) return sources_.front().take(most);
    piece_.clear();
    while (piece_.size() < std::min(most, kPiece) && left_ != 0) take_turn(std::min(most, kPiece) - piece_.size());
    return piece_;
  }

  bool is_late() const { return std::ranges::any_of(sources_, &Source::is_late); }

 private:
  // Adds requests of the flow whose turn it is.
  void take_turn(u64 most) {
    const auto taken = sources_[turn_].take(std::min(turn_left_, most));
    piece_.insert(piece_.end(), taken.begin(), taken.end());
    left_ -= taken.size();
    turn_left_ -= taken.size();
    if (turn_left_ != 0 && !taken.empty()) return;
    turn_ = (turn_ + 1) % sources_.size();
    turn_left_ = flows_[turn_].closed;
  }

  std::span<const FlowRequests> flows_;
  std::vector<Source> sources_;
  u64 left_;
  std::size_t turn_ = 0;
  u64 turn_left_ = 0;  // requests that the flow whose turn it is may still give
  std::vector<Request> piece_;
};

StreamedRequests::StreamedRequests(const Plan& plan, std::span<const workload::Workload> sources,
                                   std::span<const FlowRequests> flows, u64 run_seed)
    : plan_(plan), sources_(sources.begin(), sources.end()), flows_(flows.begin(), flows.end()), run_seed_(run_seed) {
  for (const FlowRequests& flow : flows_) size_ += flow.count;
  if (!add_alike(totals_)) {
    totals_ = {};
    add_one_by_one(totals_);
  }
}

// False if some generator draws more than addresses.
bool StreamedRequests::add_alike(StreamTotals& totals) const {
  const Geometry& g = plan_.geometry;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const auto alike = alike_requests(plan_, sources_[i]);
    if (!alike) return false;
    const u64 count = flows_[i].count, bytes = count * alike->sectors * g.sector_bytes;
    const bool closed = sources_[i].closed != 0;
    const u64 intervals = closed ? 1 : count - 1;  // that make up the last arrival, or the longest think time
    totals.late |= alike->interval != 0 && intervals > kLatest / alike->interval;
    if (i == last_in_rounds(flows_)) totals.last_arrival = intervals * alike->interval;
    if (alike->direction == Direction::kRead) totals.bytes_read += bytes;
    if (alike->direction != Direction::kWrite) continue;
    totals.bytes_written += bytes;
    totals.writes += count;
    totals.small_writes += alike->sectors < g.sectors_per_unit() ? count : 0;
    totals.parts_of_pages |= alike->sectors % g.sectors_per_unit() != 0 || alike->align % g.sectors_per_unit() != 0;
  }
  return true;
}

void StreamedRequests::add_one_by_one(StreamTotals& totals) const {
  const u64 sector = plan_.geometry.sector_bytes, of_page = plan_.geometry.sectors_per_unit();
  Reader all(*this);
  for (auto piece = all.next(kPiece); !piece.empty(); piece = all.next(kPiece)) {
    leave_if_given_up();
    for (const Request& r : piece) {
      totals.bytes_read += r.direction == Direction::kRead ? r.sectors * sector : 0;
      if (r.direction != Direction::kWrite) continue;
      totals.bytes_written += r.sectors * sector;
      ++totals.writes;
      totals.small_writes += r.sectors < of_page ? 1 : 0;
      totals.parts_of_pages |= (r.sector % of_page | r.sectors % of_page) != 0;
    }
    totals.last_arrival = piece.back().arrival;
  }
  totals.late = all.is_late();
}

u64 StreamedRequests::bytes_held() const { return (2 * sources_.size() + 1) * kPiece * sizeof(Request); }

std::unique_ptr<RequestReader> StreamedRequests::reader() const { return std::make_unique<Reader>(*this); }

bool StreamedRequests::writes_parts_of_pages(u32 sectors_per_page) const {
  if (sectors_per_page == plan_.geometry.sectors_per_unit()) return totals_.parts_of_pages;
  return RequestSource::writes_parts_of_pages(sectors_per_page);
}

bool StreamedRequests::has_reads() const {
  return std::ranges::any_of(sources_, [](const workload::Workload& source) {
    return std::get<workload::Generator>(source.source).read_parts != 0;
  });
}

bool StreamedRequests::has_syncs() const { return std::ranges::any_of(sources_, workload::may_sync); }

}  // namespace ssd::trace

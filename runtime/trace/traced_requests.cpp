// See traced_requests.h.
#include "runtime/trace/traced_requests.h"

#include <algorithm>
#include <bit>

#include "runtime/base/limits.h"

namespace ssd::trace {
namespace {

__extension__ using Wide = unsigned __int128;

// floor(t / speed), exactly.
Time paced(Time t, const Placement& p) {
  const Wide slower = static_cast<Wide>(t) * p.speed_denominator / p.speed_numerator;
  return static_cast<Time>(std::min<Wide>(slower, kNever));
}

// The requests that were made from a block.
struct Made {
  std::array<Request, kBlockRecords> requests;
  std::size_t size = 0;
  u64 dropped = 0, wrapped = 0;
};

// Divides by the bytes of a sector, nearly always by a shift.
class Sectors {
 public:
  explicit Sectors(u64 bytes) : bytes_(bytes), shift_(std::has_single_bit(bytes) ? std::countr_zero(bytes) : -1) {}
  u64 below() const { return bytes_ - 1; }
  u64 operator()(u64 offset) const { return shift_ >= 0 ? offset >> shift_ : offset / bytes_; }

 private:
  u64 bytes_;
  int shift_;
};

// Makes requests in whole sectors: reads and writes of all sectors that they touch, trims of those that they cover
// wholly. kPlain: times and places are those of the trace.
template <bool kPlain>
void make(const RecordBlock& block, const Placement& p, Time earliest, Made& made) {
  const Sectors sectors(p.sector_bytes);
  const u64 below = sectors.below();
  std::size_t size = 0;
  for (std::size_t i = 0; i < block.size; ++i) {
    TraceRecord record{block.arrivals[i] - earliest, block.offsets[i], block.bytes[i], block.direction(i),
                       block.devices[i]};
    bool wrapped = false;
    if constexpr (!kPlain) {
      record.arrival = p.closed ? 0 : paced(record.arrival, p);
      move_to_drive(record, p);
      if (record.direction == Direction::kFlush)
        record.offset = 0;
      else if (p.wraps)
        wrapped = wrap_around(record, p.logical_bytes);
      else if (p.touched && record.direction == Direction::kTrim)
        p.touched->compact_trim(record);
      else if (p.touched)
        record.offset = p.touched->compacted(record.offset);
    }
    const bool trims = record.direction == Direction::kTrim, flushes = record.direction == Direction::kFlush;
    const u64 first = sectors(record.offset + (trims ? below : 0)),
              end = sectors(record.offset + record.bytes + (trims ? 0 : below));
    made.requests[size] = {.arrival = record.arrival,
                           .sector = first,
                           .sectors = static_cast<u32>(end - first),
                           .direction = record.direction,
                           .forced = static_cast<u8>(block.is_forced(i) ? 1 : 0)};
    const bool kept = end > first || flushes;
    size += kept ? 1 : 0;
    if constexpr (!kPlain) made.wrapped += wrapped && kept ? 1 : 0;
  }
  made.size = size;
  made.dropped += block.size - size;
}

bool is_plain(const Placement& p) {
  return !p.closed && p.speed_numerator == p.speed_denominator && p.begins.empty() && !p.wraps && !p.touched;
}

void make(const RecordBlock& block, const Placement& p, Made& made) {
  if (is_plain(p))
    make<true>(block, p, p.earliest, made);
  else
    make<false>(block, p, p.earliest, made);
}

void add(TracedRequests::Tally& tally, std::span<const Request> requests, u32 sectors_per_page) {
  const bool by_mask = std::has_single_bit(sectors_per_page);
  u64 read = 0, written = 0, parts = 0, all = 0, small = 0;
  bool syncs = false;
  for (const Request& r : requests) {
    const bool reads = r.direction == Direction::kRead, writes = r.direction == Direction::kWrite;
    read += reads ? r.sectors : 0;
    written += writes ? r.sectors : 0;
    const u64 rest = by_mask ? (r.sector | r.sectors) & (sectors_per_page - 1)
                             : r.sector % sectors_per_page + r.sectors % sectors_per_page;
    parts |= writes ? rest : 0;
    all += writes ? 1 : 0;
    syncs |= r.direction == Direction::kFlush || r.forced != 0;
    small += writes && r.sectors < sectors_per_page ? 1 : 0;
  }
  tally.kept += requests.size();
  tally.sectors_read += read;
  tally.sectors_written += written;
  tally.writes += all;
  tally.small_writes += small;
  tally.writes_parts |= parts != 0;
  tally.syncs |= syncs;
  if (!requests.empty()) tally.last = requests.back().arrival;
}

}  // namespace

void move_to_drive(TraceRecord& record, const Placement& p) {
  if (!p.begins.empty()) record.offset += p.begins.find(record.device)->second;
}

TracedRequests::TracedRequests(std::shared_ptr<const RecordStore> records, Placement placement)
    : records_(std::move(records)), placement_(std::move(placement)) {}

// The last block of a part is processed request by request, because what follows the part must not count.
TracedRequests::Tally TracedRequests::tally(u64 most) const {
  Tally result;
  const auto made = std::make_unique<Made>();
  RecordStore::Pass pass(*records_);
  while (const RecordBlock* block = result.kept < most ? pass.next() : nullptr) {
    const u64 left = most - result.kept;
    if (left >= block->size) {
      make(*block, placement_, *made);
      add(result, std::span(made->requests).first(made->size), placement_.sectors_per_page);
      continue;
    }
    const auto one = std::make_unique<RecordBlock>();
    for (std::size_t i = 0; i < block->size && result.kept < most; ++i) {
      const TraceRecord record = (*block)[i];
      one->size = 0;
      one->add(std::span(&record, 1));
      make(*one, placement_, *made);
      add(result, std::span(made->requests).first(made->size), placement_.sectors_per_page);
    }
  }
  result.dropped = made->dropped;
  result.wrapped = made->wrapped;
  return result;
}

void TracedRequests::repeat(const Tally& once, u64 total, Time period) {
  once_ = once;
  total_ = total;
  period_ = period;
}

Time TracedRequests::last_arrival() const {
  if (total_ % once_.kept == 0) return once_.last + (total_ / once_.kept - 1) * period_;
  return tally(total_ % once_.kept).last + total_ / once_.kept * period_;
}

u64 TracedRequests::bytes_held() const {
  return records_->bytes_held() + (placement_.touched ? placement_.touched->bytes_held() : 0);
}

class TracedRequests::Reader final : public RequestReader {
 public:
  explicit Reader(const TracedRequests& all) : all_(all), left_(all.total_), pass_(*all.records_) {}

  std::span<const Request> next(u64 most) override {
    if (rest_.empty()) fill();
    const auto piece = rest_.first(std::min<u64>(most, rest_.size()));
    rest_ = rest_.subspan(piece.size());
    return piece;
  }
  int error() const override { return all_.records_->error(); }

 private:
  // Several blocks at once, because the caller has some work with each piece.
  static constexpr std::size_t kMost = 8 * kBlockRecords;

  void fill() {
    const u64 wanted = std::min<u64>(left_, kMost);
    requests_.clear();
    while (requests_.size() < wanted && error() == 0) {
      if (const RecordBlock* block = pass_.next())
        add(*block);
      else if (error() == 0)
        again();
    }
    if (requests_.size() > left_) requests_.resize(left_);
    left_ -= requests_.size();
    rest_ = requests_;
  }

  void add(const RecordBlock& block) {
    make(block, all_.placement_, *made_);
    if (later_ != 0) {
      for (std::size_t i = 0; i < made_->size; ++i) made_->requests[i].arrival += later_;
    }
    requests_.insert(requests_.end(), made_->requests.begin(),
                     made_->requests.begin() + static_cast<std::ptrdiff_t>(made_->size));
  }

  void again() {
    later_ += all_.period_;
    pass_ = RecordStore::Pass(*all_.records_);
  }

  const TracedRequests& all_;
  u64 left_;
  Time later_ = 0;
  RecordStore::Pass pass_;
  std::unique_ptr<Made> made_ = std::make_unique<Made>();
  std::vector<Request> requests_;
  std::span<const Request> rest_;
};

std::unique_ptr<RequestReader> TracedRequests::reader() const { return std::make_unique<Reader>(*this); }

}  // namespace ssd::trace

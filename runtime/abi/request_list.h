// The requests of a run, wherever they are: in memory, or made from a trace while the run goes on, so that the run
// needs no memory for them. They are read from the first to the last, as often as necessary.
#pragma once
#include <bit>
#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/abi/request.h"

namespace ssd {

// One pass over the requests.
class RequestReader {
 public:
  virtual ~RequestReader() = default;
  // The next requests: at most `most`, at least one. Empty at the end, or if error() says why they cannot be read.
  // Valid until the next call.
  virtual std::span<const Request> next(u64 most) = 0;
  virtual int error() const { return 0; }  // errno, or 0
};

class RequestSource {
 public:
  virtual ~RequestSource() = default;
  virtual u64 size() const = 0;
  virtual Time last_arrival() const = 0;  // needs at least one request
  virtual u64 bytes_held() const = 0;     // bytes in memory
  // The source must outlive its readers.
  virtual std::unique_ptr<RequestReader> reader() const = 0;
  // Whether some write covers a page of `sectors_per_page` sectors in part.
  virtual bool writes_parts_of_pages(u32 sectors_per_page) const;
  virtual bool has_reads() const;
  // Whether some request asks for data on flash: a flush (host.flush), or a forced write (host.fua).
  virtual bool has_syncs() const;
};

class HeldRequests final : public RequestSource {
 public:
  explicit HeldRequests(std::vector<Request> requests) : own_(std::move(requests)), all_(own_) {}
  explicit HeldRequests(std::span<const Request> requests) : all_(requests) {}
  HeldRequests(const HeldRequests&) = delete;
  HeldRequests& operator=(const HeldRequests&) = delete;
  u64 size() const override { return all_.size(); }
  Time last_arrival() const override { return all_.back().arrival; }
  u64 bytes_held() const override { return all_.size_bytes(); }
  std::unique_ptr<RequestReader> reader() const override { return std::make_unique<Reader>(all_); }

 private:
  class Reader final : public RequestReader {
   public:
    explicit Reader(std::span<const Request> rest) : rest_(rest) {}
    std::span<const Request> next(u64 most) override {
      const auto piece = rest_.first(most < rest_.size() ? most : rest_.size());
      rest_ = rest_.subspan(piece.size());
      return piece;
    }

   private:
    std::span<const Request> rest_;
  };
  std::vector<Request> own_;
  std::span<const Request> all_;
};

// The requests of a run: a source that is shared by all its users.
class RequestList {
 public:
  RequestList() : RequestList(std::span<const Request>()) {}
  // Of requests that stay where they are.
  RequestList(std::span<const Request> requests) : source_(std::make_shared<HeldRequests>(requests)) {}
  RequestList(const std::vector<Request>& requests) : RequestList(std::span(requests)) {}
  RequestList(std::vector<Request>&& requests) : source_(std::make_shared<HeldRequests>(std::move(requests))) {}
  RequestList(std::shared_ptr<const RequestSource> source) : source_(std::move(source)) {}

  u64 size() const { return source_->size(); }
  bool empty() const { return size() == 0; }
  Time last_arrival() const { return source_->last_arrival(); }
  u64 bytes_held() const { return source_->bytes_held(); }
  bool writes_parts_of_pages(u32 sectors_per_page) const { return source_->writes_parts_of_pages(sectors_per_page); }
  bool has_reads() const { return source_->has_reads(); }
  bool has_syncs() const { return source_->has_syncs(); }
  std::unique_ptr<RequestReader> reader() const { return source_->reader(); }

  // Iterates over all requests; each begin() starts a new pass.
  class Iterator {
   public:
    using value_type = Request;
    using difference_type = std::ptrdiff_t;
    explicit Iterator(std::unique_ptr<RequestReader> reader) : reader_(std::move(reader)) { fill(); }
    const Request& operator*() const { return piece_.front(); }
    Iterator& operator++() {
      piece_ = piece_.subspan(1);
      if (piece_.empty()) fill();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& at, std::default_sentinel_t) { return at.piece_.empty(); }

   private:
    static constexpr u64 kPiece = 4096;
    void fill() { piece_ = reader_->next(kPiece); }
    std::shared_ptr<RequestReader> reader_;
    std::span<const Request> piece_;
  };
  Iterator begin() const { return Iterator(reader()); }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::shared_ptr<const RequestSource> source_;
};

// Whether `is` holds for some request of the source.
template <class Is>
bool any_request(const RequestSource& source, Is is) {
  const auto way = source.reader();
  for (auto piece = way->next(~u64{0}); !piece.empty(); piece = way->next(~u64{0})) {
    for (const Request& r : piece) {
      if (is(r)) return true;
    }
  }
  return false;
}

inline bool RequestSource::writes_parts_of_pages(u32 sectors_per_page) const {
  if (std::has_single_bit(sectors_per_page)) {
    return any_request(*this, [within = u64{sectors_per_page} - 1](const Request& r) {
      return r.direction == Direction::kWrite && ((r.sector | r.sectors) & within) != 0;
    });
  }
  return any_request(*this, [=](const Request& r) {
    return r.direction == Direction::kWrite && (r.sector % sectors_per_page != 0 || r.sectors % sectors_per_page != 0);
  });
}

inline bool RequestSource::has_reads() const {
  return any_request(*this, [](const Request& r) { return r.direction == Direction::kRead; });
}

inline bool RequestSource::has_syncs() const {
  return any_request(*this, [](const Request& r) { return r.direction == Direction::kFlush || r.forced != 0; });
}

}  // namespace ssd

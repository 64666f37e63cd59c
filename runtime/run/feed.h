// The requests of a run as the engine takes them, piece by piece (of a load by flow only their number, because the
// engine chooses the flow of each): the workload once, or one pass of it after another,
// each a period later, until the drive's life ends (wear.end_of_life). Invariant: request number n of the run is
// request n mod the workload's size; in an open loop arrivals ascend across passes.
#pragma once
#include <memory>
#include <vector>

#include "runtime/engine/state.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// A piece of the workload as the engine takes it.
struct Piece {
  const Request* requests;
  u64 count, first;
  bool last;
};

// By how many ns a pass begins later than the one before: the last arrival plus a mean gap. 0: all requests arrive at
// the same time.
Time period_of(const RequestList& requests);

class Feed {
 public:
  // A piece has at most `most` requests, and no more than kMostPages pages beyond its first request. A run can be
  // interrupted between pieces, so a piece takes a fraction of a second, whatever the size of requests.
  static constexpr u64 kMostPages = u64{1} << 14;
  Feed(const Load& load, u64 most, u64 sectors_per_page);
  // The requests that follow those taken; the same piece again until it is taken. Empty if the rest would arrive later
  // than times can represent, or if error() says why it cannot be read.
  Piece next();
  void take(const Piece& piece);
  u64 taken() const { return taken_; }
  // Counts what the engine has carried out of the piece by flow, which the map alone does not.
  void count(const Piece& piece, const State& s, const Config& c);
  const std::vector<HostCounts>& flows() const { return flows_; }
  int error() const { return reader_->error(); }

 private:
  void gather();
  Piece next_by_flow() const;
  std::span<const Request> first_pages_of(std::span<const Request> requests) const;
  const Load& load_;
  u64 most_, sectors_per_page_, taken_ = 0, pass_ = 0;
  u64 warm_up_;  // a piece has either these first requests, which are not counted, or others; by flow nothing is cut
  Time period_;
  std::unique_ptr<RequestReader> reader_ = load_.requests.reader();
  u64 most_by_flow_ = 0;           // by flow: requests of a piece, whichever they are
  std::span<const Request> read_;  // and not taken
  std::vector<HostCounts> flows_;  // what count() has counted; empty where it need not
  std::vector<Request> later_;     // of an endless load: what was read, with the arrivals of its pass
};

}  // namespace ssd::run

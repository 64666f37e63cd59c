// The requests of a run as the engine takes them, piece by piece: the workload once, or one pass of it after another,
// each by a period later, until the drive's life ends (S69). Invariant: request number n of the run is request n mod
// the workload's size; in an open loop arrivals ascend across passes.
#pragma once
#include <memory>
#include <vector>

#include "runtime/run/simulation.h"

namespace ssd::run {

// A piece of the workload as the engine takes it.
struct Piece {
  const Request* requests;
  u64 count, first;
  bool last;
};

// By how much a pass begins later than the one before: a mean gap after its last arrival. 0: all requests arrive at one
// time.
Time period_of(const RequestList& requests);

class Feed {
 public:
  Feed(const Load& load, u64 most) : load_(load), most_(most), period_(period_of(load.requests)) {}
  // What comes behind the requests taken: the same again until they are. Nothing if the rest would arrive later than
  // times can tell, or if error() says why it cannot be read.
  Piece next();
  void take(const Piece& piece);
  u64 taken() const { return taken_; }
  int error() const { return reader_->error(); }

 private:
  void gather();
  const Load& load_;
  u64 most_, taken_ = 0, pass_ = 0;
  Time period_;
  std::unique_ptr<RequestReader> reader_ = load_.requests.reader();
  std::span<const Request> piece_;  // read and not taken
  std::vector<Request> later_;      // of an endless load: that piece, as late as it comes
};

}  // namespace ssd::run

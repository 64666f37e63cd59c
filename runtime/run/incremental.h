// A drive that is given requests while it runs, by who does not know them all beforehand: a program of its own, around
// it. Requests are submitted in the order of their arrival, and taken in up to a time; what came out can be looked at
// in between. Invariant: the same requests give the same results, however they are divided, if those before the first
// advance() read all that is read before it is written.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "runtime/run/steps.h"

namespace ssd::run {

class IncrementalRun {
 public:
  // `from`: the drive at time 0, if not as the design says. All live as long as this.
  IncrementalRun(Plan&& plan, const EngineEntry& engine, u32 closed_depth, u64 seed, const DriveState* from,
                 u64 memory_limit) = delete;
  IncrementalRun(const Plan& plan, const EngineEntry& engine, u32 closed_depth, u64 seed, const DriveState* from,
                 u64 memory_limit);

  // Before the first advance(), which makes the drive: told how far it is.
  void tell_making(std::function<void(u64 pages, double share)> told);
  // Before the first advance(): each request's times are kept, for response().
  static constexpr u64 kTimesBytes = (2 + kParts) * sizeof(Time);  // of a request
  void keep_times() { keeps_times_ = true; }
  // Of a request by its number in the order of submission, in ns; nothing while it is not complete, or not yet known to
  // be.
  std::optional<Time> response(u64 number) const;

  void submit(const Request& request) { waiting_.push_back(request); }
  // Takes in what was submitted and arrives until then (in a closed loop: all, for its times are think times). Pages
  // that the requests submitted before the first call read, and nobody wrote, are written before time 0 (rule 25).
  // False once the run cannot go on: outcome() says why.
  bool advance(Time until);
  // Likewise all, and to the end of what they do: nothing can be submitted from then on.
  bool finish();

  u64 submitted() const { return taken_ + waiting_.size() - next_; }
  bool finished() const { return finished_; }
  // What came out so far, without times of single requests and without state.
  Outcome outcome();
  // Of a run that is finished and ended well.
  DriveState state();

 private:
  bool begin();
  void start_over();
  bool take(u64 count, bool last);
  void make_room_for_times(u64 requests);
  Load load() const;

  const Plan& plan_;
  EngineEntry engine_;
  Options options_;
  u32 closed_depth_;
  u64 seed_;
  std::optional<Arena> arena_;    // from the first advance() on
  std::vector<Request> waiting_;  // submitted; those before next_ have been taken in
  u64 next_ = 0, taken_ = 0;
  Status status_ = Status::kDone;
  bool preloading_ = false, finished_ = false, keeps_times_ = false;
  std::vector<Time> arrivals_,
      completions_;  // with keeps_times_, of all requests taken in; a completion of kNever: not known
  std::vector<std::array<Time, kParts>> splits_;
};

}  // namespace ssd::run

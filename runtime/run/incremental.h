// A drive that receives requests while it runs, for a program that does not know them all beforehand. Requests are
// submitted in the order of their arrival and taken in up to a given time; results can be looked at in between.
// Invariant: the same requests give the same results, however they are divided, if the requests before the first
// advance() contain every page's read that comes before its write.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "runtime/run/steps.h"

namespace ssd::run {

class IncrementalRun {
 public:
  // `from`: the drive at time 0, if it is not in the design's start state. All arguments must outlive this object.
  IncrementalRun(Plan&& plan, const EngineEntry& engine, u32 closed_depth, u64 seed, const DriveState* from,
                 u64 memory_limit) = delete;
  IncrementalRun(const Plan& plan, const EngineEntry& engine, u32 closed_depth, u64 seed, const DriveState* from,
                 u64 memory_limit);

  // Call it before the first advance(), which makes the drive: `told` is called with the progress of that.
  void tell_making(std::function<void(u64 pages, double share)> told);
  // Call it before the first advance(): requests may be flushes and forced writes. The engine's loop must be that of
  // whole drives (Pass::kWhole for a plain design).
  void take_syncs();
  // Call it before the first advance(): the times of each request are kept, for response().
  static constexpr u64 kTimesBytes = (2 + kParts) * sizeof(Time);  // of one request
  void keep_times() { keeps_times_ = true; }
  // The response time, in ns, of a request by its number in the order of submission; nothing while it is not complete,
  // or not known to be.
  std::optional<Time> response(u64 number) const;

  void submit(const Request& request) { waiting_.push_back(request); }
  // Takes in the submitted requests that arrive until then (in a closed loop all of them, because their times are think
  // times). Pages that the requests submitted before the first call read before any write are written before time 0
  // (start.preload). False once the run cannot continue: outcome() says why.
  bool advance(Time until);
  // Takes in all submitted requests and runs until all are complete: nothing can be submitted afterwards.
  bool finish();

  u64 submitted() const { return taken_ + waiting_.size() - next_; }
  bool finished() const { return finished_; }
  // The results so far, without times of single requests and without state.
  Outcome outcome();
  // The state of a run that is finished and ended well.
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
  std::vector<Request> waiting_;  // submitted requests; those before next_ have been taken in
  u64 next_ = 0, taken_ = 0;
  Status status_ = Status::kDone;
  bool preloading_ = false, finished_ = false, keeps_times_ = false, any_syncs_ = false;
  std::vector<Time> arrivals_,
      completions_;  // with keeps_times_, of all requests taken in; a completion of kNever: not known
  std::vector<std::array<Time, kParts>> splits_;
};

}  // namespace ssd::run

// Keeps the trace records that the engine makes of a run (abi/phases.h) as a timeline within given bounds. The bounds
// limit its memory too, whatever the run.
#pragma once
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "runtime/results/timeline.h"

namespace ssd::run {

class TimelineRecorder final : public Recorder {
 public:
  explicit TimelineRecorder(const results::TimelineBounds& bounds);

  void collection(u32 number, const CollectionTold& told) override;
  void operation(u32 number, const OperationTold& told) override;
  void phase(u32 operation, const PhaseTold& told) override;
  void request(const RequestTold& told) override;
  void wasted(u32 plane, u32 pages) override;

  results::Timeline take();

 private:
  // A collection that goes on now, or the last one of its number.
  struct Open {
    CollectionTold told{};
    u64 instance = 0;  // of the collection, counted from 1; 0: none
    Time start = kNever;
  };
  struct Operation {
    OperationTold told{};
    CollectionTold collection{};
    u64 instance = 0;          // of its collection; 0: it has none
    u32 kept = kNoCollection;  // its index in Timeline::operations, if one of its phases is kept
  };

  bool spend(u64 bytes);
  u64 cost_of(const Operation& operation, const PhaseTold& told) const;
  void keep(Operation& operation, const PhaseTold& told);
  u32 kept_collection(const Operation& operation, const PhaseTold& told);
  void extend_collection(const Operation& operation, const PhaseTold& told);

  results::TimelineBounds bounds_;
  results::Timeline timeline_;
  u64 left_;  // bytes
  bool full_ = false;
  u64 instances_ = 0;
  std::vector<Open> open_;                         // indexed by the collection's number
  std::vector<Operation> operations_;              // indexed by the operation's number
  std::unordered_map<u64, u32> kept_collections_;  // from instance to index in Timeline::collections
  std::unordered_set<u64> wanted_;                 // requests of the operations that are kept
  std::unordered_set<u32> buses_, planes_;
};

}  // namespace ssd::run

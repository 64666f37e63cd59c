// The requests of one generator, a few at a time: those of a run in memory are made by it (requests.cpp), and those of
// a long run while the run goes on (streamed_requests.h).
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/abi/request.h"
#include "runtime/base/diag/diag.h"

namespace ssd::trace {

// Which requests of a generator: how many, by which seed of the run, and of which flow and handle they are.
struct Generated {
  u64 count, run_seed;
  u8 flow, handle;
};

class GeneratorStream {
 public:
  // The workload is a generator that suits the drive, and must outlive this object.
  GeneratorStream(const Plan& plan, const workload::Workload& workload, const Generated& how);
  ~GeneratorStream();
  GeneratorStream(GeneratorStream&&) noexcept;
  // The next ones, from the beginning of `place` on; returns how many there are, 0 at the end.
  u64 next(std::span<Request> place);
  // Whether some request so far would arrive, or think, later than times can be.
  bool is_late() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What all requests of a generator have in common, if it draws nothing but addresses.
struct AlikeRequests {
  Direction direction;
  u32 sectors;
  Time interval;
  u64 align;  // in sectors: their places are multiples of it
};
// Nothing for other generators.
std::optional<AlikeRequests> alike_requests(const Plan& plan, const workload::Workload& workload);

void report_late(const workload::Workload& workload, diag::Sink& sink);
// Adds what a reader of the results should know about the generator on this drive.
void add_notes(const Plan& plan, const workload::Workload& workload, std::vector<std::string>& notes);

}  // namespace ssd::trace

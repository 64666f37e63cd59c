// The budget of one compilation: steps of evaluation and operations of proofs, so that no file takes minutes to check.
// It also keeps the facts that were proved about maps, so that they are computed only once. Invariants: spent effort is
// never given back. When the budget is used up, this is reported once, at the first place that needs more, and every
// place that has to do without counts as an error.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/check/maps/map_facts.h"
#include "runtime/base/diag/diag.h"
#include "runtime/base/limits.h"

namespace ssd::check {

class Effort {
 public:
  // Whether so many more steps are within the budget; `at` is the place that needs them.
  bool step(diag::Sink& sink, Span at, u64 steps = 1) {
    steps_ += steps;
    return steps_ <= limits::kMostStepsInAll || refuse_steps(sink, at);
  }
  // Whether so many more operations are within the budget. If not, the caller reports it with tell_tried(), because the
  // caller knows what they were for.
  bool try_out(u64 operations) {
    tried_ += operations;
    return tried_ <= limits::kMostTried;
  }
  // The same for running a program on so many inputs, one after another; reports it if the budget is used up.
  bool try_program(diag::Sink& sink, Span at, const design::Function& function, u64 inputs);
  void tell_tried(diag::Sink& sink, Span at, std::string help);
  bool spent() const { return steps_ > limits::kMostStepsInAll || tried_ > limits::kMostTried; }

  // The facts about a map, computed now unless they are known.
  const MapFacts& facts(const MapProgram& program);

 private:
  bool refuse_steps(diag::Sink& sink, Span at);

  u64 steps_ = 0, tried_ = 0;
  bool steps_told_ = false, tried_told_ = false;
  std::map<std::vector<i64>, MapFacts> known_;  // by MapProgram::key()
};

}  // namespace ssd::check

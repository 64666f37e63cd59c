// What one compilation may cost: steps of evaluation, and operations of proofs, so that no text takes minutes to check;
// and what was proved about maps, so that it is not paid for twice. Invariants: what is spent stays spent; that it is
// was told once, at the first place that had to do without, and what does without counts as an error.
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
  // Whether so many steps can still be made; `at` is where they are wanted.
  bool step(diag::Sink& sink, Span at, u64 steps = 1) {
    steps_ += steps;
    return steps_ <= limits::kMostStepsInAll || refuse_steps(sink, at);
  }
  // Whether so many operations can still be tried; what cannot is told by tell_tried(), by who knows what they were
  // for.
  bool try_out(u64 operations) {
    tried_ += operations;
    return tried_ <= limits::kMostTried;
  }
  // The same for a program that is worked out at so many inputs, one after the other; tells it.
  bool try_program(diag::Sink& sink, Span at, const design::Function& function, u64 inputs);
  void tell_tried(diag::Sink& sink, Span at, std::string help);
  bool spent() const { return steps_ > limits::kMostStepsInAll || tried_ > limits::kMostTried; }

  // The facts about a map, from before or found now.
  const MapFacts& facts(const MapProgram& program);

 private:
  bool refuse_steps(diag::Sink& sink, Span at);

  u64 steps_ = 0, tried_ = 0;
  bool steps_told_ = false, tried_told_ = false;
  std::map<std::vector<i64>, MapFacts> known_;  // by MapProgram::key()
};

}  // namespace ssd::check

// Implements effort.h.
#include "compiler/check/expr/effort.h"

namespace ssd::check {

using diag::Code;

bool Effort::refuse_steps(diag::Sink& sink, Span at) {
  if (!steps_told_)
    sink.report(Code::E0137, at, limits::kMostStepsInAll)
        .label("the limit is reached here")
        .help(
            "let functions call each other less often, compute what is needed often once, as a `const`, or spread the "
            "declarations over several files");
  steps_told_ = true;
  return false;
}

void Effort::tell_tried(diag::Sink& sink, Span at, std::string help) {
  if (!tried_told_)
    sink.report(Code::E0138, at, limits::kMostTried).label("the limit is reached here").help(std::move(help));
  tried_told_ = true;
}

// The program runs node by node, which takes four times as long as in lanes.
bool Effort::try_program(diag::Sink& sink, Span at, const design::Function& function, u64 inputs) {
  if (try_out(4 * inputs * function.nodes.size())) return true;
  tell_tried(sink, at, "write shorter formulas, give blocks fewer pages, or check fewer designs at once");
  return false;
}

const MapFacts& Effort::facts(const MapProgram& program) {
  auto key = program.key();
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  return known_[std::move(key)] = find_facts(program, [this](u64 operations) { return try_out(operations); });
}

}  // namespace ssd::check

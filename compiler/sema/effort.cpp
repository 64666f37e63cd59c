// See effort.h.
#include "compiler/sema/effort.h"

namespace ssd::sema {

using diag::Code;

bool Effort::refuse_steps(diag::Sink& sink, Span at) {
  if (!steps_told_)
    sink.report(Code::E0137, at, limits::kMostStepsInAll)
        .label("the last of them are made here")
        .help("let functions call each other less often, work out what is needed often as a `const`, or spread the declarations over several files");
  steps_told_ = true;
  return false;
}

void Effort::tell_tried(diag::Sink& sink, Span at, std::string help) {
  if (!tried_told_) sink.report(Code::E0138, at, limits::kMostTried).label("the last of them are made here").help(std::move(help));
  tried_told_ = true;
}

const MapFacts& Effort::facts(const MapProgram& program) {
  auto key = program.key();
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  return known_[std::move(key)] = find_facts(program, [this](u64 operations) { return try_out(operations); });
}

}  // namespace ssd::sema

// From a Plan to a simulator: chooses between the generic engine and one that is specialised for the design.
#pragma once
#include <cstdint>

#include "runtime/abi/plan.h"
#include "runtime/base/diag/diag.h"
#include "runtime/run/simulator.h"

namespace ssd {

enum class EngineChoice { kAuto, kGeneric, kJit };

// Whether this build has such an engine. False after a diagnostic.
bool can_choose(EngineChoice choice, diag::Sink& sink);

using run::Simulator;

// A run that touches at least this many host pages is worth specialising while it runs: then the faster engine saves as
// much processor time as the compiler takes, 0.8 to 2 s (docs/performance.md).
inline constexpr std::uint64_t kWorthSpecialising = 30'000'000;

// `expected_pages`: the pages that the host will touch; only kAuto reads it. With kAuto a long run begins with the
// generic engine and continues with the specialised one as soon as that is compiled, so no run waits for the compiler.
// The engine can make only the given pass, and must be run with the same one (run::Options::pass). A build without the
// compiler (compiler/codegen/has_compiler.h) has the generic engine alone, whatever the choice.
Simulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages, Pass pass = Pass::kAll);

}  // namespace ssd

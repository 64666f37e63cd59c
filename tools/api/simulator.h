// The whole way from a .ssd file to a simulator, as functions between values: what a program that embeds the compiler
// calls.
#pragma once
#include <cstdint>

#include "runtime/abi/plan.h"
#include "runtime/run/simulator.h"

namespace ssd {

enum class EngineChoice { kAuto, kGeneric, kJit };

using run::Simulator;

// Host pages from which on a design is specialised while it runs: when that is done, after some 0.7 s, the generic
// engine has gone through the better part of them (docs/performance.md).
inline constexpr std::uint64_t kWorthSpecialising = 10'000'000;

// `expected_pages`: pages that the host will touch, for kAuto: long runs begin with the generic engine and go on with
// the specialised one when that is made, so that no run waits for it. The engine makes the passes asked for, and must
// be run with the same (run::Options::pass).
Simulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages, Pass pass = Pass::kAll);

}  // namespace ssd

// The conservation laws of validation.md A, looked at from outside the engine after a run (`ssdc run --check`, the
// tests, and every run of a debug build): what goes in comes out, nothing is in two places, nobody works longer than
// the clock runs, no time is unaccounted for.
#pragma once
#include <string>
#include <vector>

#include "runtime/engine/state.h"
#include "runtime/results/results.h"

namespace ssd::run {

// How the run ended: with all requests complete, with all that was admitted done as far as it could be (S69), or
// before.
enum class Ending : u8 { kComplete, kEndOfLife, kCutShort };

// The laws that do not hold, as sentences (of many only the first); none if all is well.
std::vector<std::string> check_conservation(const State& s, const Config& c, const results::Results& r, u64 requests,
                                            Ending ending);

}  // namespace ssd::run

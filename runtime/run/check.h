// The conservation laws of validation.md, part A, checked from outside the engine after a run (`ssdc run --check`, the
// tests, and every run of a debug build): everything that goes in comes out, no page is in two places, nothing is busy
// for longer than the clock runs, and all time is accounted for.
#pragma once
#include <string>
#include <vector>

#include "runtime/engine/state.h"
#include "runtime/results/results.h"

namespace ssd::run {

// How the run ended: with all requests complete; with everything that was admitted done as far as possible
// (wear.end_of_life); or before that.
enum class Ending : u8 { kComplete, kEndOfLife, kCutShort };

// The laws that do not hold, as sentences (if there are many, only the first ones); empty if all hold.
std::vector<std::string> check_conservation(const State& s, const Config& c, const results::Results& r, u64 requests,
                                            Ending ending);

}  // namespace ssd::run

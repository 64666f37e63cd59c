// What `ssdc build` links into a program beside this library: the engine made for the Plan, and the bytes of
// built_in.h.
#pragma once
#include <string_view>

#include "runtime/abi/plan.h"
#include "runtime/engine/engine.h"

namespace ssd::standalone {

std::string_view built_in_bytes();
// Null functions where there is none: of the functional pass alone, for a design that cannot be run so.
EngineEntry built_engine(Pass pass);

}  // namespace ssd::standalone

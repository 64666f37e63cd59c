// What `ssdc build` links into a program in addition to this archive: the engine made for the Plan, and the bytes of
// built_in.h.
#pragma once
#include <string_view>

#include "runtime/abi/plan.h"
#include "runtime/engine/engine.h"

namespace ssd::standalone {

std::string_view built_in_bytes();
// The engine for a pass. Its functions are null for the functional pass alone if the design cannot be run that way.
EngineEntry built_engine(Pass pass);

}  // namespace ssd::standalone

// What `ssdc build` links into a program beside this library: the engine made for the design, and what the program knows of its file.
#pragma once
#include "compiler/design/passes.h"
#include "runtime/engine/engine.h"
#include "tools/ssdc/built_in.h"

namespace ssd::standalone {

cli::BuiltIn built_in();
// Null functions where there is none: of the functional pass alone, for a design that cannot be run so.
EngineEntry built_engine(design::Pass pass);

}  // namespace ssd::standalone

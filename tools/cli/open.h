// From `FILE[:NAME]` to a checked file, and to the design or experiment that the name selects.
#pragma once
#include <optional>
#include <string>

#include "compiler/check/check.h"
#include "tools/cli/session.h"

namespace ssd::cli {

// Splits `FILE` or `FILE:NAME`. If a file has the whole text as its name, the colon is part of that name.
struct Target {
  std::string file, name;
};
Target parse_target(const std::string& text);

// The checker's options for this call: its `-D` definitions and its standard library.
check::Options check_options(Session& session);
// The folder of `std/…` imports: the one that `--stdlib` names, or else SSDC_STDLIB, or else the one beside the
// installed program or in the source tree in which the program was built.
std::string stdlib_directory(const Session& session);

// The checked file of the session's target, and either the design or the experiment that the target names.
struct Opened {
  check::Checked checked;
  const design::Design* design = nullptr;
  const design::Experiment* experiment = nullptr;
};
// Returns nothing after a diagnostic.
std::optional<Opened> open(Session& session);
// For commands that work on designs only. Returns nothing after a diagnostic.
std::optional<Opened> open_design(Session& session);

}  // namespace ssd::cli

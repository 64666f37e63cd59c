// How a command comes from `FILE[:NAME]` to a checked file, and to the design or experiment that is meant.
#pragma once
#include <optional>
#include <string>

#include "compiler/check/check.h"
#include "tools/cli/session.h"

namespace ssd::cli {

// `FILE` or `FILE:NAME`; the colon counts only if no file has the whole text as its name.
struct Target {
  std::string file, name;
};
Target parse_target(const std::string& text);

// How files are checked in this call: with its `-D`, and with its standard library.
check::Options check_options(Session& session);
// Where `std/…` imports come from: the folder that `--stdlib` or else SSDC_STDLIB names, or else the one beside the
// installed program or in the source tree that it was built in.
std::string stdlib_directory(const Session& session);

// The checked file of the session's target, and the design or experiment it names: one of the two.
struct Opened {
  check::Checked checked;
  const design::Design* design = nullptr;
  const design::Experiment* experiment = nullptr;
};
// Nothing after a diagnostic.
std::optional<Opened> open(Session& session);
// For what can be done with a design only.
std::optional<Opened> open_design(Session& session);

}  // namespace ssd::cli

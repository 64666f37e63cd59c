// `ssdc probe`: the design as a drive that runs, the probe upon it, and what is told of it.
#pragma once
#include <optional>

#include "tools/cli/session.h"

namespace ssd::cli {

struct ProbeOptions {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> memory;
  bool no_cache = false;
};

// The target and output of the session.
void run_probe(Session& session, const ProbeOptions& options);

}  // namespace ssd::cli

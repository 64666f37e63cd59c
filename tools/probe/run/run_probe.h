// A probe of a design: the design as a drive that runs, the probe upon it, and what it found. Nothing is printed.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/environment.h"
#include "tools/probe/run/report.h"

namespace ssd::cache {
class Folder;
}

namespace ssd::probe {

struct ProbeOptions {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> memory = {};  // bytes that the drive may take at most
  const cache::Folder* cache = nullptr;      // of what was read of the trace of `start`
  std::string again = {};                    // the call that makes this very probe again, for faults of ours
};

struct ProbeEnd {
  std::optional<Probed> found;
  std::string_view stopped_while = {};  // what the watcher ended; empty: it did not
};
// Finds nothing after a diagnostic, too.
ProbeEnd run_probe(Environment& environment, const design::Design& design, const ProbeOptions& options);

}  // namespace ssd::probe

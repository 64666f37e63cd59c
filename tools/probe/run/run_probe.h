// Probes a design: simulates it as a drive, applies the probe, and returns the findings. Nothing is printed.
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
  std::optional<std::uint64_t> memory = {};  // the most bytes that the drive may take
  const cache::Folder* cache = nullptr;      // for the packed trace of `start`; null: no cache
  std::string again = {};                    // the call that repeats this probe, for messages about internal errors
};

struct ProbeEnd {
  std::optional<Probed> found;
  std::string_view stopped_while = {};  // the stage in which the watcher ended the probe; empty: it did not
};
// `found` is empty also after a diagnostic.
ProbeEnd run_probe(Environment& environment, const design::Design& design, const ProbeOptions& options);

}  // namespace ssd::probe

// `ssdc run FILE:EXPERIMENT`: runs an experiment and prints its results.
#pragma once
#include <string>

#include "tools/api/simulator.h"
#include "tools/cli/open.h"
#include "tools/cli/run_command.h"
#include "tools/study/run/shard.h"

namespace ssd::cli {

struct ExperimentCall {
  std::size_t jobs = 0;  // 0: one per core
  bool dry_run = false;
  std::string points;
  study::Shard shard = {};
  std::vector<std::string> parts = {};  // folders whose runs are merged; then none is made
  EngineChoice engine = EngineChoice::kAuto;
};

// Sets the session's exit code.
void run_experiment(Session& session, const Opened& opened, const ExperimentCall& call, const SharedRunOptions& shared);

}  // namespace ssd::cli

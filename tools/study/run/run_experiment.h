// `ssdc run FILE:EXPERIMENT`: from the checked experiment to the folder with its results.
#pragma once
#include "tools/api/simulator.h"
#include "tools/cli/open.h"
#include "tools/cli/run_command.h"
#include "tools/cli/session.h"

namespace ssd::cli {

struct ExperimentOptions {
  std::size_t jobs = 0;  // 0: as many as there are cores
  bool dry_run = false;
  std::string points;
  EngineChoice engine = EngineChoice::kAuto;
};

void run_experiment(Session& session, const Opened& opened, const ExperimentOptions& options,
                    const SharedRunOptions& shared);

}  // namespace ssd::cli

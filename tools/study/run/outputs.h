// What is shown and written of an experiment once its runs have ended.
#pragma once
#include "tools/cli/open.h"
#include "tools/cli/session.h"
#include "tools/study/run/plan.h"
#include "tools/study/table.h"

namespace ssd::cli {

struct Finished {
  const StudyPlan& plan;
  const study::Table& table;
  std::string folder;
  TraceReading reading;
  bool stopped = false;
};
// Sets the session's exit code. False after a diagnostic: a file could not be written.
bool put_out(Session& session, const Opened& opened, const Finished& finished);

}  // namespace ssd::cli

// What is shown and written of an experiment once its runs have ended.
#pragma once
#include "runtime/experiment/table.h"
#include "tools/ssdc/experiment/plan.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

struct Finished {
  const Plan& plan;
  const experiment::Table& table;
  std::string folder;
  TraceReading reading;
  bool stopped = false;
};
// Sets the session's exit code. False after a diagnostic: a file could not be written.
bool put_out(Session& session, const Session::Opened& opened, const Finished& finished);

}  // namespace ssd::cli

// Shows the progress of an experiment's runs on the terminal, and passes Ctrl-C on.
#pragma once
#include <optional>

#include "runtime/base/environment.h"
#include "tools/cli/session.h"
#include "tools/cli/status_line.h"

namespace ssd::cli {

class PointsWatcher final : public Watcher {
 public:
  explicit PointsWatcher(Session& session) : session_(session) {}
  void begin(Activity activity) override;
  bool runs_go_on(const RunsDone& done) override;

 private:
  Session& session_;
  std::optional<StatusLine> line_;
};

}  // namespace ssd::cli

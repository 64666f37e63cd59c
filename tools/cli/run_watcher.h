// Shows the progress of a run on the terminal, and passes Ctrl-C on.
#pragma once
#include <optional>

#include "runtime/base/environment.h"
#include "tools/cli/progress.h"
#include "tools/cli/session.h"

namespace ssd::cli {

class RunWatcher final : public Watcher {
 public:
  explicit RunWatcher(Session& session) : session_(session) {}
  void begin(Activity activity) override;
  bool goes_on(Activity activity, std::uint64_t count, double share) override;

 private:
  void show_progress(const char* of, const char* counted = "requests");
  Session& session_;
  std::optional<Progress> progress_;
};

}  // namespace ssd::cli

// A run on the terminal: a progress bar, and Ctrl-C.
#pragma once
#include <optional>

#include "runtime/base/environment.h"
#include "tools/cli/progress.h"

namespace ssd::cli {

class RunWatcher final : public Watcher {
 public:
  explicit RunWatcher(bool quiet) : quiet_(quiet) {}
  void begin(Activity activity) override;
  bool goes_on(Activity activity, std::uint64_t count, double share) override;

 private:
  bool quiet_;
  std::optional<Progress> progress_;
};

}  // namespace ssd::cli

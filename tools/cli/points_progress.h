// An experiment on the terminal: how far its runs are, and Ctrl-C. On stderr, as a line that is drawn again on a
// terminal, else as a line every ten seconds, for logs.
#pragma once
#include <chrono>

#include "runtime/base/environment.h"

namespace ssd::cli {

class PointsWatcher final : public Watcher {
 public:
  explicit PointsWatcher(bool quiet);
  ~PointsWatcher() override;
  PointsWatcher(const PointsWatcher&) = delete;
  PointsWatcher& operator=(const PointsWatcher&) = delete;
  void begin(Activity activity) override;
  bool runs_go_on(const RunsDone& done) override;

 private:
  using Clock = std::chrono::steady_clock;
  void show(const RunsDone& done);
  bool enabled_, terminal_, drawn_ = false;
  Clock::time_point start_, next_;
};

}  // namespace ssd::cli

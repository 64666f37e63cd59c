// See run_watcher.h.
#include "tools/cli/run_watcher.h"

#include "tools/cli/interrupt.h"

namespace ssd::cli {

// Until there are results to keep an interrupt ends the program. What runs first cannot be stopped and kept either.
void RunWatcher::begin(Activity activity) {
  switch (activity) {
    case Activity::kWorkload: return end_on_interrupt("the workload was read or made");
    case Activity::kCompile: return end_on_interrupt("the simulator was compiled for the design");
    case Activity::kDrive:
      end_on_interrupt(kMakesDrive);
      progress_.emplace(kOfDrive, !quiet_, "pages");
      return;
    case Activity::kFirst: progress_.emplace("", !quiet_); return end_on_interrupt("the workload of `start` ran");
    case Activity::kMeasured:
    case Activity::kLife:
    case Activity::kProbe:
      progress_.emplace(activity == Activity::kLife ? " of all erases" : "", !quiet_);
      return catch_interrupts();
    case Activity::kFit: progress_.emplace(" of the trials at most", !quiet_); return;
    case Activity::kPoints:
    case Activity::kRuns: return;  // of experiments: points_progress.h
  }
}

bool RunWatcher::goes_on(Activity activity, std::uint64_t count, double share) {
  if (progress_) progress_->show(count, share);
  const bool ends = activity == Activity::kMeasured || activity == Activity::kLife || activity == Activity::kProbe;
  return !ends || !interrupted();
}

}  // namespace ssd::cli

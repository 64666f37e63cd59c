// See run_watcher.h.
#include "tools/cli/run_watcher.h"

#include "tools/cli/interrupt.h"

namespace ssd::cli {

// Diagnostics so far are printed before the first step that may take long.
void RunWatcher::show_progress(const char* of, const char* counted) {
  session_.print_new_diagnostics();
  progress_.emplace(of, !session_.quiet, counted);
}

// Ctrl-C ends the program as long as there are no results to keep. This includes kFirst: the workload of `start` gives
// none.
void RunWatcher::begin(Activity activity) {
  switch (activity) {
    case Activity::kWorkload: return end_on_interrupt("the workload was read or generated");
    case Activity::kCompile: return end_on_interrupt("the simulator was compiled for the design");
    case Activity::kDrive:
      end_on_interrupt("the drive was filled");
      return show_progress(" of the drive filled", "pages");
    case Activity::kFirst: end_on_interrupt("the workload of `start` ran"); return show_progress("");
    case Activity::kMeasured:
    case Activity::kLife:
    case Activity::kProbe:
      catch_interrupts();
      return show_progress(activity == Activity::kLife ? " of all erases" : "");
    case Activity::kFit: return show_progress(" of the maximum number of trials");
    case Activity::kPoints:
    case Activity::kRuns: return;  // only experiments have these: points_progress.h
  }
}

bool RunWatcher::goes_on(Activity activity, std::uint64_t count, double share) {
  if (progress_) progress_->show(count, share);
  const bool ends = activity == Activity::kMeasured || activity == Activity::kLife || activity == Activity::kProbe;
  return !ends || !interrupted();
}

}  // namespace ssd::cli

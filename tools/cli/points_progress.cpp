// See points_progress.h.
#include "tools/cli/points_progress.h"

#include <fmt/format.h>

#include "runtime/base/quantity.h"
#include "tools/cli/interrupt.h"

namespace ssd::cli {
namespace {

std::string text_of(const RunsDone& done, double seconds) {
  std::string text = fmt::format("{} of {} runs done", done.done, done.runs);
  if (done.failed != 0) text += fmt::format(", {} failed", done.failed);
  if (done.share > 0) text += fmt::format("  {} left", duration_text(seconds * (1 / done.share - 1)));
  return text;
}

}  // namespace

void PointsWatcher::begin(Activity activity) {
  if (activity != Activity::kRuns) return end_on_interrupt("the points were checked");
  session_.print_new_diagnostics();
  catch_interrupts();
  line_.emplace(!session_.quiet);
}

bool PointsWatcher::runs_go_on(const RunsDone& done) {
  if (line_ && line_->is_due()) line_->show(text_of(done, line_->seconds()));
  return !interrupted();
}

}  // namespace ssd::cli

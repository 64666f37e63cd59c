// See timeline_output.h.
#include "tools/cli/timeline_output.h"

#include <fmt/format.h>

#include <cerrno>

#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/base/standard_error.h"
#include "runtime/results/perfetto.h"

namespace ssd::cli {

results::TimelineBounds TimelineOptions::bounds() const {
  return {.from = from.value_or(0),
          .until = until.value_or(kNever),
          .bytes = size.value_or(results::TimelineBounds::kBytes)};
}

bool has_window(Session& session, const TimelineOptions& options) {
  const results::TimelineBounds bounds = options.bounds();
  if (bounds.from < bounds.until) return true;
  const auto text = [](Time time) { return time_text(static_cast<double>(time)); };
  session.sink.report(diag::Code::E0630, {}, text(bounds.until), text(bounds.from))
      .help(fmt::format("name a later time for `{}`, or leave it out", kTimelineUntil));
  return false;
}

bool write_timeline(Session& session, const TimelineOptions& options, const run::Ran& ran) {
  const auto produce = [&](std::FILE* file) {
    const auto emit = [file](std::string_view bytes) {
      return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    };
    return results::perfetto_trace(*ran.report.plan, ran.outcome.timeline, emit) && std::fflush(file) == 0 ? 0 : errno;
  };
  if (!write_through(options.file, produce, session.sink, kTimeline)) return false;
  if (session.quiet) return true;
  for (const std::string& sentence : results::left_out(ran.outcome.timeline, options.bounds()))
    standard_error::print("note: {}\n", sentence);
  return true;
}

}  // namespace ssd::cli

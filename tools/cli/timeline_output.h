// The file of `ssdc run --timeline`, and the time window, which pictures use as well.
#pragma once
#include <optional>
#include <string>

#include "runtime/run/whole_run.h"
#include "tools/cli/session.h"

namespace ssd::cli {

inline constexpr std::string_view kTimeline = "--timeline", kTimelineFrom = "--timeline-from",
                                  kTimelineUntil = "--timeline-until";

struct TimelineOptions {
  std::string file;
  std::optional<std::uint64_t> from, until;  // ns
  std::optional<std::uint64_t> size;         // bytes
  results::TimelineBounds bounds() const;
};

// Whether the window begins before it ends. False after a diagnostic.
bool has_window(Session& session, const TimelineOptions& options);

// Writes the file as a whole or not at all. Notes report what the bounds left out, unless the session is quiet. False
// after a diagnostic.
bool write_timeline(Session& session, const TimelineOptions& options, const run::Ran& ran);

}  // namespace ssd::cli

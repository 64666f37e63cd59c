// The file of `ssdc run --timeline`, and the window of it that pictures have as well.
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

// Whether the window has a length. False after a diagnostic.
bool has_window(Session& session, const TimelineOptions& options);

// Written whole or not at all; what the bounds left out is told, unless the session is quiet. False after a diagnostic.
bool write_timeline(Session& session, const TimelineOptions& options, const run::Ran& ran);

}  // namespace ssd::cli

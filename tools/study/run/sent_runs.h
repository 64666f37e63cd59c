// Runs of an experiment as bytes for another process, and what that process makes of them: lines of a journal. The
// bytes contain Plans, so the other process needs neither the .ssd file nor a check of it; traces and snapshots are
// read there, by their paths.
//
// The bytes begin with a mark, the version of ssdc and of its engine, and a checksum. Bytes that were cut off or
// altered, and bytes of another version, are rejected. The checksum protects against damage, not against malice.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/study/run/plan.h"

namespace ssd::study {

// How the runs are made.
struct SentSetting {
  std::uint64_t memory = 0;  // bytes for all runs of one machine together; 0: what the machine has available
  std::uint64_t beside = 1;  // runs at a time on one machine; each gets its share of the memory
  bool check = false, sort = false, skip_bad_lines = false, cache = true;
};

// `runs`: numbers of runs of the plan that are sound.
std::string sent_runs(const StudyPlan& plan, std::span<const std::uint32_t> runs, const SentSetting& setting);

struct MadeRuns {
  std::string lines;     // of a journal: the runs that are done, and those that failed
  std::string fault;     // why nothing was made; otherwise empty
  bool stopped = false;  // `goes_on` ended it
};
// Makes the runs one after the other, with the generic engine or one from the cache. A run for which there is not
// enough memory beside the others has no line. `goes_on` is called from time to time. `sink` gets warnings about the
// cache.
MadeRuns make_sent_runs(std::string_view bytes, const std::function<bool()>& goes_on, diag::Sink& sink);

}  // namespace ssd::study

// Runs of an experiment as bytes for another process, which makes them (made_runs.h). The bytes contain Plans, so that
// process needs neither the .ssd file nor a check of it; traces and snapshots are read there, by their paths.
//
// The bytes are a stream (packed_stream.h): runs are written and read one by one, and neither side has all of them. A
// Plan takes some tens of bytes if others resemble it.
#pragma once
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "tools/study/run/packed_stream.h"
#include "tools/study/run/plan.h"

namespace ssd::study {

// How the runs are made.
struct SentSetting {
  std::uint64_t memory = 0;  // bytes for all runs of one machine together; 0: what the machine has available
  std::uint64_t beside = 1;  // runs at a time on one machine; each gets its share of the memory
  // No run is added to bytes that are as long, here and in the answer. Each has at least one run.
  std::uint64_t most_bytes = 0;
  bool check = false, sort = false, skip_bad_lines = false, cache = true;
};

struct SentRuns {
  std::string bytes;
  std::size_t count = 0;  // the first of the runs, which they contain
};
// `runs`: numbers of runs of the plan that are sound; those of one design, and of one workload, stand beside each
// other, or the bytes are longer.
SentRuns sent_runs(const StudyPlan& plan, std::span<const std::uint32_t> runs, const SentSetting& setting);

struct ReceivedRun {
  const Plan* plan = nullptr;  // without workloads
  const workload::Workload* workload = nullptr;
  std::uint64_t design = 0;    // of a design that changes, the number changes
  double pages_of_design = 0;  // that all runs of the design touch
  std::uint64_t seed = 1;
  bool only_ftl = false;
  cache::Key key;
};

// Reads what sent_runs() has written. All functions throw Unreadable.
class ReceivedRuns {
 public:
  explicit ReceivedRuns(std::string_view bytes);  // they must live as long
  const SentSetting& setting() const { return setting_; }
  // The next run, until the next call; null: that was the last one. Throws also if it needs a file which is not that of
  // the sender.
  const ReceivedRun* next();

 private:
  void read_input();
  void read_plan();
  void read_run();
  StreamReader from_;
  SentSetting setting_;
  Plan plan_;
  std::vector<workload::Workload> workloads_;
  ReceivedRun run_;
};

}  // namespace ssd::study

// An experiment whose runs other processes make: it says which runs are missing, gives them away as bytes, takes what
// comes back into the journal, and makes the results. They are, byte for byte, those of run_experiment(). Not for
// several threads at a time.
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/study/run/journal.h"
#include "tools/study/run/prepare.h"
#include "tools/study/run/run_experiment.h"
#include "tools/study/run/sent_runs.h"

namespace ssd::study {

class RunsElsewhere {
 public:
  // The subject must live as long. Returns nothing after a diagnostic.
  static std::unique_ptr<RunsElsewhere> begin(Environment& environment, const Subject& subject,
                                              const ExperimentOptions& options);

  // The runs to give away, the longest first: those that the journal does not have, or that failed, without those that
  // are certain to fail and those that equal another one.
  std::span<const std::uint32_t> to_make() const { return to_make_; }
  double pages(std::uint32_t run) const { return plan_->runs[run].pages; }
  // `beside`: how many runs one machine makes at a time.
  std::string bytes(std::span<const std::uint32_t> runs, std::uint64_t beside) const;

  struct Taken {
    std::uint64_t runs = 0, failed = 0;
    double seconds = 0, pages = 0;  // of the runs: the processor time that they took, and what they touched
    std::string fault;              // why they were not taken; otherwise empty
  };
  // Keeps what make_sent_runs() has made, on the disk after about a second. Returns nothing after a diagnostic: the
  // journal cannot be written.
  std::optional<Taken> take(Environment& environment, const std::string& lines);

  // The results. Runs that nobody has made are made here, one at a time, unless the experiment was stopped. Returns
  // nothing after a diagnostic.
  std::optional<ExperimentResults> results(Environment& environment, bool stopped);

 private:
  void find_runs();
  const PlannedRun* given(const cache::Key& key) const;  // null: the run was not given away
  RunsElsewhere(const Subject& subject, ExperimentOptions options) : subject_(subject), options_(std::move(options)) {}
  Subject subject_;
  ExperimentOptions options_;
  trace::TraceShelf traces_;
  run::Allowance allowed_;
  std::shared_ptr<const StudyPlan> plan_;
  std::shared_ptr<Journal> journal_;
  std::chrono::steady_clock::time_point synced_ = {};  // the journal
  std::vector<std::uint32_t> to_make_, by_key_;        // the same runs, in the order of their keys
};

}  // namespace ssd::study

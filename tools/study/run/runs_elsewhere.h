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
#include "tools/study/run/key_index.h"
#include "tools/study/run/made_runs.h"
#include "tools/study/run/prepare.h"
#include "tools/study/run/run_experiment.h"
#include "tools/study/run/run_points.h"
#include "tools/study/run/sent_runs.h"

namespace ssd::study {

class RunsElsewhere {
 public:
  // The subject must live as long. Returns nothing after a diagnostic.
  static std::unique_ptr<RunsElsewhere> begin(Environment& environment, const Subject& subject,
                                              const ExperimentOptions& options);

  // How many runs to give away, and what one of them touches, the longest first: those that the journal does not have,
  // or that failed, without those that are certain to fail and those that equal another one.
  std::size_t to_make() const { return to_make_.size(); }
  double pages(std::size_t place) const { return to_make_[place].pages; }
  // `count` of them from `place` on, or the first of these. Puts them in another order. `beside`: how many runs one
  // machine makes at a time; `most_bytes` as in SentSetting.
  SentRuns give(std::size_t place, std::size_t count, std::uint64_t beside, std::uint64_t most_bytes);

  struct Taken {
    std::uint64_t runs = 0, failed = 0;
    double seconds = 0, pages = 0;  // of the runs: the processor time that they took, and what they touched
    std::uint64_t reached = 0;      // so many of those that were given are over; the rest must be given again
    std::string fault;              // why they were not taken, or only the first of them; otherwise empty
  };
  // Keeps what make_sent_runs() has made, on the disk after about a second. Returns nothing after a diagnostic: the
  // journal cannot be written.
  std::optional<Taken> take(Environment& environment, std::string_view made);

  // The results. Runs that nobody has made are made here, one at a time, unless the experiment was stopped. Returns
  // nothing after a diagnostic.
  std::optional<ExperimentResults> results(Environment& environment, bool stopped);

 private:
  void find_runs();
  std::optional<std::uint32_t> given(const cache::Key& key) const;  // none: the run was not given away
  void put_shared_together(std::span<RunToMake> batch) const;
  int take(MadeRunsReader& made, Taken& taken);
  int sync_if_due();
  RunsElsewhere(const Subject& subject, ExperimentOptions options) : subject_(subject), options_(std::move(options)) {}
  Subject subject_;
  ExperimentOptions options_;
  trace::TraceShelf traces_;
  run::Allowance allowed_;
  std::shared_ptr<const StudyPlan> plan_;
  std::shared_ptr<Journal> journal_;
  std::chrono::steady_clock::time_point synced_ = {};  // the journal
  // A run takes some 20 bytes of memory here. What else is known of it is in lists that need not fit in memory.
  std::vector<RunToMake> to_make_;
  KeyIndex given_;  // the numbers of these runs
};

}  // namespace ssd::study

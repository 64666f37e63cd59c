// The results of an experiment's runs. The runner fills it from a journal and with any number of threads; all reports
// are made from it. It has of each run only what the experiment names, as a sweep may have a million runs, and gets the
// rest from where the runs are kept. Invariant: runs are in the experiment's order, whatever the order in which they
// ended.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/experiment.h"
#include "runtime/abi/request.h"
#include "runtime/base/paged_bytes.h"
#include "tools/study/statistics.h"

namespace ssd::study {

// A bucket of response times: how many requests took at most `time` ns and more than the previous bucket's. Ascending;
// no bucket is empty.
struct Bucket {
  std::uint64_t time = 0, count = 0;
};
using Distribution = std::vector<Bucket>;

enum class RunState : std::uint8_t { kMissing, kDone, kFailed };

// One point with one seed.
struct Run {
  RunState state = RunState::kMissing;
  // If done: all metrics, in the order of metrics::Metric, and then the same of each flow of its workload; NaN where
  // the run does not have the number.
  std::vector<double> values;
  std::array<Distribution, kDirections> responses;  // if done: by Direction
  std::string failure;                              // if failed: the first error, with its code, in one line
  std::vector<std::string> notes;                   // if done: notes about changes to its workload
  // If done, and if its requests arrive faster than the drive serves them (runtime/run/overload.h): ns from the last
  // request to the last answer.
  std::optional<std::uint64_t> overload = std::nullopt;
};

// Gives the run of that number as it was put into the table. It may throw: what it reads may have been lost.
using RunSource = std::function<Run(std::size_t run)>;

// The numbers are in a list that need not fit in memory: functions that read them throw RoomLost.
class Table {
 public:
  // All runs are missing. The experiment must live as long.
  Table(const design::Experiment& of, RunSource source);
  const design::Experiment* experiment;

  std::size_t size() const { return experiment->runs(); }
  void put(std::size_t run, const Run& found);
  // `run` has the results of `as`.
  void put_again(std::size_t run, std::size_t as);

  RunState state(std::size_t run) const { return head(run).state; }
  std::optional<std::uint64_t> overload(std::size_t run) const;  // as Run::overload
  // Read anew by each call. Throws what the source throws.
  Run whole(std::size_t run) const;
  std::string failure(std::size_t run) const;             // empty: the run did not fail
  std::vector<std::string> notes(std::size_t run) const;  // as Run::notes

  std::size_t run(std::uint64_t point, std::uint64_t repeat) const { return point * experiment->seeds + repeat; }
  // None if the run is missing or failed, or does not have the number.
  std::optional<double> value(std::uint64_t point, std::uint64_t repeat, const design::Metric& metric) const;
  // The same of a run of the point that was read as a whole.
  std::optional<double> value(const Run& whole, std::uint64_t point, const design::Metric& metric) const;
  // Divided by the value at the point that the experiment names, with the same seed. None if either value is missing,
  // or the divisor is 0.
  std::optional<double> normalized(std::uint64_t point, std::uint64_t repeat, const design::Metric& metric) const;
  std::optional<double> value(std::uint64_t point, std::uint64_t repeat, const design::PlottedMetric& metric) const;
  // Over those seeds that have the number.
  Summary summary(std::uint64_t point, const design::PlottedMetric& metric) const;
  std::uint64_t count(RunState state) const;
  std::uint64_t count_overloaded() const;
  bool is_overloaded(std::uint64_t point) const;  // with any seed

 private:
  // What a row begins with; behind it are the numbers of `kept_`, NaN where the run does not have the number.
  struct Head {
    std::uint64_t overload = 0;
    RunState state = RunState::kMissing;
    bool has_notes = false, has_overload = false;
  };
  std::size_t row_size() const { return sizeof(Head) + kept_.size() * sizeof(double); }
  Head head(std::size_t run) const;
  std::vector<design::Metric> kept_;  // the metrics that the experiment names
  std::unique_ptr<PagedBytes> rows_ = std::make_unique<PagedBytes>();
  RunSource source_;
};

// How a metric is normalised, or null if it is not.
const design::Normalization* normalization_of(const design::Experiment& experiment, const design::Metric& metric);
// The point whose value divides that of `point`.
std::uint64_t divisor_point(const design::Experiment& experiment, std::uint64_t point,
                            const design::Normalization& normalization);

}  // namespace ssd::study

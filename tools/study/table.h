// What the runs of an experiment found: the value that the runner fills, from any journal and with any number of
// threads, and from which everything is made that is shown. Invariant: runs stand in the experiment's order, whatever
// the order in which they ended.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/experiment.h"
#include "tools/study/statistics.h"

namespace ssd::study {

// Response times of requests: how many took at most `time` ns and more than the bucket before. Ascending, none empty.
struct Bucket {
  std::uint64_t time = 0, count = 0;
};
using Distribution = std::vector<Bucket>;

enum class RunState : std::uint8_t { kMissing, kDone, kFailed };

// One point with one seed.
struct Run {
  RunState state = RunState::kMissing;
  std::vector<double>
      values;  // if done: of every metric, in the order of metrics::Metric; NaN where the run has no such number
  std::array<Distribution, 3> responses;  // if done: of writes, reads, trims (runtime/abi/request.h, Direction)
  std::string failure;                    // if failed: the first error, with its code, in one line
  std::vector<std::string> notes;         // if done: what was done to its workload that a reader should know
  // If done, and if its requests arrive faster than the drive serves them (runtime/run/overload.h): ns from the last
  // request to the last answer.
  std::optional<std::uint64_t> overload = std::nullopt;
};

struct Table {
  const design::Experiment* experiment = nullptr;
  std::vector<Run> runs;  // experiment->runs() of them

  const Run& run(std::uint64_t point, std::uint64_t repeat) const { return runs[point * experiment->seeds + repeat]; }
  // Nothing if the run is missing, failed, or has no such number.
  std::optional<double> value(std::uint64_t point, std::uint64_t repeat, metrics::Metric metric) const;
  // Divided, seed by seed, by the point that the experiment names. Nothing if either is missing, or the divisor is 0.
  std::optional<double> normalized(std::uint64_t point, std::uint64_t repeat, metrics::Metric metric) const;
  std::optional<double> value(std::uint64_t point, std::uint64_t repeat, design::PlottedMetric metric) const;
  // Over the seeds that have the number.
  Summary summary(std::uint64_t point, design::PlottedMetric metric) const;
  std::uint64_t count(RunState state) const;
  std::uint64_t count_overloaded() const;
  bool is_overloaded(std::uint64_t point) const;  // with any seed
};

// How a metric is normalised; nothing if it is not.
const design::Normalization* normalization_of(const design::Experiment& experiment, metrics::Metric metric);
// The point that a point is divided by.
std::uint64_t divisor_point(const design::Experiment& experiment, std::uint64_t point,
                            const design::Normalization& normalization);

}  // namespace ssd::study

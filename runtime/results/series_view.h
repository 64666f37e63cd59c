// The series of a run (abi/series.h) as rates and means, for both reports.
#pragma once
#include <optional>
#include <vector>

#include "runtime/abi/series.h"

namespace ssd::results {

struct Sample {
  u64 requests = 0;                // reads and writes completed in the interval
  double bandwidth = 0;            // bytes per second, over the part of the interval that lies within the run
  std::optional<double> response;  // mean ns of these requests; none if there is no request
  std::optional<double> write_amplification;  // none if there is no host program
  u64 host_programs = 0, collection_programs = 0;
  u64 free_pages = 0;  // at the end of the interval
};

// One sample for each interval, up to the last event. `end`: the end of the run, which may cut the last interval short.
std::vector<Sample> samples(const Series& series, Time end);

}  // namespace ssd::results

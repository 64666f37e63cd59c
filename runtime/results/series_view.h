// The series of a run (abi/series.h) as rates and means, for both reports.
#pragma once
#include <optional>
#include <vector>

#include "runtime/abi/series.h"

namespace ssd::results {

struct Sample {
  u64 requests = 0;                           // completed in the interval: reads and writes
  double bandwidth = 0;                       // bytes a second, over the part of the interval that lies within the run
  std::optional<double> response;             // mean ns of those requests; none without a request
  std::optional<double> write_amplification;  // none without a host program
  u64 host_programs = 0, collection_programs = 0;
  u64 free_pages = 0;  // at its end
};

// One sample an interval, up to the last event. `end` is that of the run: the last interval may be cut short by it.
std::vector<Sample> samples(const Series& series, Time end);

}  // namespace ssd::results

// See series_view.h. Here integers become floating point numbers, once (account.numbers).
#include "runtime/results/series_view.h"

#include <algorithm>

namespace ssd::results {
namespace {

Sample sample(const Interval& interval, Time length) {
  Sample result;
  result.requests = interval.requests;
  result.host_programs = interval.host_programs;
  result.collection_programs = interval.collection_programs;
  result.bandwidth = length == 0 ? 0 : static_cast<double>(interval.bytes) * 1e9 / static_cast<double>(length);
  if (interval.requests != 0)
    result.response = static_cast<double>(interval.response) / static_cast<double>(interval.requests);
  if (interval.host_programs != 0) {
    result.write_amplification = static_cast<double>(interval.host_programs + interval.collection_programs) /
                                 static_cast<double>(interval.host_programs);
  }
  return result;
}

}  // namespace

std::vector<Sample> samples(const Series& series, Time end) {
  std::vector<Sample> result;
  u64 free_pages = series.free_at_start;
  for (u32 i = 0; i < series.used; ++i) {
    const Time width = Time{1} << series.shift, begin = Time{i} << series.shift;
    const Interval& interval = series.intervals[i];
    free_pages += interval.erased - interval.host_programs - interval.collection_programs - interval.skipped;
    result.push_back(sample(interval, std::clamp<Time>(end > begin ? end - begin : 0, 1, width)));
    result.back().free_pages = free_pages;
  }
  return result;
}

}  // namespace ssd::results

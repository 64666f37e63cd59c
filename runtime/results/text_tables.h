// Tables of the text report (text.cpp). Each prints nothing if it has no content.
#pragma once
#include <iterator>
#include <string>

#include "runtime/results/results.h"

namespace ssd::results {

using Out = std::back_insert_iterator<std::string>;

struct Report;
// The design and the workload that were run.
void heading(Out out, const Report& report);
void where_the_time_went(Out out, const Results& results);
void flash_commands(Out out, const Results& results);
void over_time(Out out, const Results& results);
// The lines of metrics.def, for metrics that are not 0.
enum class LineGroup : std::uint8_t { kReads, kHost, kCollection, kLife };
void metric_lines(Out out, LineGroup group, const Results& results);

}  // namespace ssd::results

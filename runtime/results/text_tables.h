// Tables of the report for people (text.cpp). Each prints nothing where there is nothing to tell.
#pragma once
#include <iterator>
#include <string>

#include "runtime/results/results.h"

namespace ssd::results {

using Out = std::back_insert_iterator<std::string>;

struct Report;
// What was run.
void heading(Out out, const Report& report);
void where_the_time_went(Out out, const Results& results);
void flash_commands(Out out, const Results& results);
void over_time(Out out, const Results& results);
// The lines of metrics.def, of metrics that are not 0.
enum class LineGroup : std::uint8_t { kReads, kHost, kCollection, kLife };
void metric_lines(Out out, LineGroup group, const Results& results);

}  // namespace ssd::results

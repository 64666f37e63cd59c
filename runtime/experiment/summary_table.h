// The measured metrics as a table for the terminal: a row a point, a column a metric in one unit, blocks of columns where a line would be too long.
#pragma once
#include <string>

#include "runtime/experiment/table.h"

namespace ssd::experiment {

std::string measured_text(const Table& table);

}  // namespace ssd::experiment

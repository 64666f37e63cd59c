// The measured metrics as a table: a row a point, a column a metric in one unit.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

// The points of which any run was made or failed, ascending; all, if none was.
std::vector<std::uint64_t> points_with_runs(const Table& table);

// One column: its header, with the unit, and a cell for each of these points: `412.3 ± 1.2`, `failed`, `-`.
std::vector<std::string> measured_cells(const Table& table, metrics::Metric metric,
                                        std::span<const std::uint64_t> points);

// All for the terminal, in blocks of columns where a line would be too long.
std::string measured_text(const Table& table);

}  // namespace ssd::study

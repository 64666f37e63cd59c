// The measured metrics as a table with one row per point and one column per metric, each column in one unit.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

// The points with at least one run that is done or failed, ascending. All points, if there is no such point.
std::vector<std::uint64_t> points_with_runs(const Table& table);

// One column: its header, with the unit unless each cell has its own, and a cell for each of these points: `412.3
// ± 1.2`, `failed`, `-`.
std::vector<std::string> measured_cells(const Table& table, const design::Metric& metric,
                                        std::span<const std::uint64_t> points);

// Marks overloaded points in tables; overload_note() is the footnote.
inline constexpr std::string_view kOverloadMark = "*";
// Empty if no run is overloaded.
std::string overload_note(const Table& table);

// The whole table for the terminal, split into blocks of columns where a line would be too long.
std::string measured_text(const Table& table);

}  // namespace ssd::study

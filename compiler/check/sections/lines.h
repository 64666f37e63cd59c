// The lines of `explain`: one for each key of a section, in the order of its table.
#pragma once
#include <span>
#include <vector>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Keys are read in the order in which they depend on each other, and shown in the order of their table. A line that is
// not a key of the table (it follows from a key, or belongs to its block) stays behind the line before it.
void order_lines(std::span<design::Property> lines, std::span<const Key> keys);

// Adds a line for each key without one, because the design does not state it: its default, in words if the default is
// not a value.
void add_defaults(std::vector<design::Property>& lines, std::string_view section, std::span<const Key> keys);

}  // namespace ssd::check

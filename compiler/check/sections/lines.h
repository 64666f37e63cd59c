// The lines of `explain`: one for every key of a section, in the order of its table.
#pragma once
#include <span>
#include <vector>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Keys are read in the order in which they need each other, and shown in that of their table. A line that is no key of
// the table (what follows from a key, or belongs to its block) stays behind the line before it.
void order_lines(std::span<design::Property> lines, std::span<const Key> keys);

// A line for each key that the section left out because the design does not say it: its default, in words where it is
// no value.
void add_defaults(std::vector<design::Property>& lines, std::string_view section, std::span<const Key> keys);

}  // namespace ssd::check

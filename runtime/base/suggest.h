// "did you mean": finds the known name nearest to what the user wrote.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ssd {

// The number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`, ignoring case.
unsigned edit_distance(std::string_view a, std::string_view b);

// The nearest of `known`, if it is near enough to be a likely slip (at most a third of the letters differ; one slip is
// always allowed); of equally near ones the first.
std::optional<std::string> nearest(std::string_view written, std::span<const std::string> known);

// All that are near enough, the nearest first, at most `most`.
std::vector<std::string> nearest_names(std::string_view written, std::span<const std::string> known, std::size_t most);

// Names for a message: "`a`, `b`, `c`". If there are many, the first ones and the number of all: a generated file may
// have thousands.
std::string listed(std::span<const std::string> names);

}  // namespace ssd

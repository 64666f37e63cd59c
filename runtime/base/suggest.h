// "did you mean": the known name nearest to what was written.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ssd {

// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`, letters' case ignored.
unsigned edit_distance(std::string_view a, std::string_view b);

// The nearest of `known`, if it is near enough to be a likely slip (at most a third of the letters differ, and at least
// one slip is always allowed); the first of equally near ones.
std::optional<std::string> nearest(std::string_view written, std::span<const std::string> known);

// All that are near enough, the nearest first, at most `most`.
std::vector<std::string> nearest_names(std::string_view written, std::span<const std::string> known, std::size_t most);

// Names for a message: "`a`, `b`, `c`". Of many the first ones, and how many there are: a generated file may have
// thousands.
std::string listed(std::span<const std::string> names);

}  // namespace ssd

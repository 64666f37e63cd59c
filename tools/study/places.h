// Numbers and names of an experiment's points. A point is a place on each axis, and the last axis varies fastest; a run
// is a point with one of the experiment's seeds, and its number is point * seeds + repeat.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/design/experiment.h"

namespace ssd::study {

using Places = std::vector<std::uint32_t>;  // the number of a value for each axis of the experiment, in their order

Places places_of(const design::Experiment& experiment, std::uint64_t point);
std::uint64_t point_at(const design::Experiment& experiment, const Places& places);
// The place of a point on one axis.
std::uint32_t place_on(const design::Experiment& experiment, std::uint64_t point, std::uint32_t axis);
// One value of an axis: `SSD4`; for a param `ways 8`.
std::string text(const design::Axis& axis, std::uint32_t value);
// The values of the axes with several values: `SSD4, Fin1, ways 8`; `the only point` if there is no such axis.
std::string text(const design::Experiment& experiment, const Places& places);

}  // namespace ssd::study

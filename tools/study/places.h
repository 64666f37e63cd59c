// Points of an experiment by number, and what to call them. A point is a place on each axis, the last axis varying
// fastest; a run is a point with one of the experiment's seeds: number point * seeds + repeat.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/design/experiment.h"

namespace ssd::study {

using Places = std::vector<std::uint32_t>;  // on each axis of the experiment, in their order

Places places_of(const design::Experiment& experiment, std::uint64_t point);
std::uint64_t point_at(const design::Experiment& experiment, const Places& places);
// Where a point lies on one axis.
std::uint32_t place_on(const design::Experiment& experiment, std::uint64_t point, std::uint32_t axis);
// One value: `SSD4`; of a param `ways 8`.
std::string text(const design::Axis& axis, std::uint32_t value);
// The values on the axes that are varied: `SSD4, Fin1, ways 8`; `the only point` if none is.
std::string text(const design::Experiment& experiment, const Places& places);

}  // namespace ssd::study

// See places.h. A point's number is its places as the digits of a mixed-radix number.
#include "tools/study/places.h"

#include <fmt/format.h>

namespace ssd::study {

Places places_of(const design::Experiment& experiment, std::uint64_t point) {
  Places places(experiment.axes.size());
  for (std::size_t axis = places.size(); axis-- > 0;) {
    const std::uint64_t values = experiment.axes[axis].values.size();
    places[axis] = static_cast<std::uint32_t>(point % values);
    point /= values;
  }
  return places;
}

std::uint64_t point_at(const design::Experiment& experiment, const Places& places) {
  std::uint64_t point = 0;
  for (std::size_t axis = 0; axis < places.size(); ++axis)
    point = point * experiment.axes[axis].values.size() + places[axis];
  return point;
}

std::uint32_t place_on(const design::Experiment& experiment, std::uint64_t point, std::uint32_t axis) {
  for (std::size_t later = experiment.axes.size(); --later > axis;) point /= experiment.axes[later].values.size();
  return static_cast<std::uint32_t>(point % experiment.axes[axis].values.size());
}

std::string text(const design::Axis& axis, std::uint32_t value) {
  const std::string& text = axis.values[value].shown();
  return axis.kind == design::AxisKind::kParam ? fmt::format("{} {}", axis.name, text) : text;
}

std::string text(const design::Experiment& experiment, const Places& places) {
  std::string result;
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    if (!experiment.axes[axis].varied) continue;
    if (!result.empty()) result += ", ";
    result += text(experiment.axes[axis], places[axis]);
  }
  return result.empty() ? "the only point" : result;
}

}  // namespace ssd::study

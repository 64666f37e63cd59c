// The numbers of the geometry that expressions can name. This one table determines what is in scope, which names are
// not allowed for declarations, and the values.
#pragma once
#include <span>
#include <string_view>

#include "compiler/check/expr/value.h"
#include "compiler/design/design.h"

namespace ssd::check {

struct GeometryName {
  std::string_view name;
  Type type;  // int for counts, size for sizes
  std::uint64_t design::Geometry::* number;
  Value of(const design::Geometry& geometry) const {
    return Value::of(type, static_cast<std::int64_t>(geometry.*number));
  }
};
std::span<const GeometryName> geometry_names();
// Null if the geometry has no such number.
const GeometryName* find_geometry_name(std::string_view name);

}  // namespace ssd::check

// The table of the geometry's names: see geometry_names.h.
#include "compiler/check/vocabulary/geometry_names.h"

#include <algorithm>
#include <array>

namespace ssd::check {
namespace {

using design::Geometry;

constexpr std::array kNames{
    GeometryName{"channels", Type::kInt, &Geometry::channels},
    GeometryName{"chips", Type::kInt, &Geometry::chips},
    GeometryName{"dies", Type::kInt, &Geometry::dies},
    GeometryName{"planes", Type::kInt, &Geometry::planes},
    GeometryName{"blocks", Type::kInt, &Geometry::blocks},
    GeometryName{"pages", Type::kInt, &Geometry::pages},
    GeometryName{"page", Type::kSize, &Geometry::page_bytes},
    GeometryName{"spare", Type::kSize, &Geometry::spare_bytes},
    GeometryName{"sector", Type::kSize, &Geometry::sector_bytes},
};

}  // namespace

std::span<const GeometryName> geometry_names() { return kNames; }

const GeometryName* find_geometry_name(std::string_view name) {
  const auto found = std::ranges::find(kNames, name, &GeometryName::name);
  return found == kNames.end() ? nullptr : &*found;
}

}  // namespace ssd::check

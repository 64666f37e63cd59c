// The planes over which collection counts (collection.scope, superblock.space), and the evaluation of `trigger` and
// `stop` (collection.trigger).
#include "tests/oracle/space.h"

namespace ssd::oracle {

bool Space::triggered(std::int64_t plane, bool idle) const {
  const std::int64_t pages = count_free_pages_of_scope(plane), blocks = count_free_blocks_of_scope(plane);
  if (drive_.idle_trigger) return drive_.idle_trigger(pages, blocks, idle, around());
  return drive_.trigger && drive_.trigger(pages, blocks, around());
}

bool Space::stopped(std::int64_t plane, bool idle) const {
  const std::int64_t pages = count_free_pages_of_scope(plane), blocks = count_free_blocks_of_scope(plane);
  if (drive_.idle_stop) return drive_.idle_stop(pages, blocks, idle, around());
  return drive_.stop ? drive_.stop(pages, blocks, around()) : !triggered(plane, idle);
}

std::vector<std::int64_t> Space::planes_of(Scope scope, std::int64_t plane) const {
  std::int64_t count = plane_count();
  if (scope == Scope::kPlane) count = 1;
  if (scope == Scope::kDie) count = drive_.planes;
  if (scope == Scope::kChip) count = drive_.planes * drive_.dies;
  std::vector<std::int64_t> planes;
  for (std::int64_t other = 0; other < plane_count(); ++other) {
    if (other / count == plane / count) planes.push_back(other);
  }
  return planes;
}

// collection.scope, superblock.group.
std::vector<std::int64_t> Space::planes_of_scope(std::int64_t plane) const {
  return planes_of(drive_.superblock == Scope::kPlane ? drive_.scope : drive_.superblock, plane);
}

std::int64_t Space::count_free_pages_of_scope(std::int64_t plane) const {
  std::int64_t counted = 0;
  for (const std::int64_t other : planes_of_scope(plane)) counted += count_free_pages(other);
  return counted;
}

std::int64_t Space::count_free_blocks_of_scope(std::int64_t plane) const {
  std::int64_t counted = 0;
  for (const std::int64_t other : planes_of_scope(plane)) counted += count_free_blocks(other);
  return counted;
}

}  // namespace ssd::oracle

// Snapshots (S70): the map and the flash at rest, as a run leaves them and another begins. The invariant is that a run that starts from one
// makes the same choices of space as if it had been the same run going on, but for what only buffer and slots held, which is lost.
#include <algorithm>

#include "tests/oracle/flash.h"
#include "tests/oracle/timing.h"

namespace ssd::oracle {
namespace {

std::optional<Snapshot::Active> saved(const std::optional<ActiveBlock>& active) {
  return active ? std::optional(Snapshot::Active{active->block, active->next_page}) : std::nullopt;
}

std::optional<ActiveBlock> restored(const std::optional<Snapshot::Active>& active) {
  return active ? std::optional(ActiveBlock{active->block, active->next_page}) : std::nullopt;
}

}  // namespace

// A page that the map does not know was written to a buffer or a slot only.
void Space::save(Snapshot& snapshot, Time end) const {
  for (const PhysicalPage& page : pages_) {
    const bool is_free = page.state == PageState::kFree;
    snapshot.pages.push_back(page.state == PageState::kValid ? page.lpn : is_free ? Snapshot::kFree : Snapshot::kInvalid);
  }
  for (const auto& [lpn, sectors] : written_) {
    if (map_.contains(lpn)) snapshot.written_sectors[lpn] = sectors;
  }
  snapshot.block_erases = erases_;
  for (std::int64_t block = 0; block < std::ssize(erases_); ++block) {
    const std::int64_t age = static_cast<std::int64_t>(end) - full_since_[block];
    snapshot.block_ages.push_back(static_cast<Time>(std::max<std::int64_t>(age, 0)));
    snapshot.retired.push_back(is_retired(block));
  }
  for (const PlaneSpace& plane : planes_) {
    Snapshot::Plane& to = snapshot.planes.emplace_back();
    to.free_blocks.assign(plane.free_blocks.begin(), plane.free_blocks.end());
    for (const auto& active : plane.host) to.host.push_back(saved(active));
    to.collection = saved(plane.collection);
  }
}

void Space::restore(const Snapshot& snapshot) {
  require(snapshot.pages.size() == pages_.size() && snapshot.planes.size() == planes_.size(), "a snapshot is of another drive");
  for (std::int64_t page = 0; page < std::ssize(pages_); ++page) {
    const std::int64_t held = snapshot.pages[page];
    if (snapshot.retired[page / drive_.pages]) pages_[page] = {.state = PageState::kRetired};
    else if (held == Snapshot::kInvalid) waste(page);
    else if (held != Snapshot::kFree) put(held, page, kNone);
  }
  written_ = snapshot.written_sectors;
  erases_ = snapshot.block_erases;
  for (std::int64_t block = 0; block < std::ssize(erases_); ++block) full_since_[block] = -static_cast<std::int64_t>(snapshot.block_ages[block]);
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    const Snapshot::Plane& from = snapshot.planes[plane];
    require(from.host.size() == planes_[plane].host.size(), "a snapshot has other streams");
    planes_[plane].free_blocks.assign(from.free_blocks.begin(), from.free_blocks.end());
    for (std::size_t stream = 0; stream < from.host.size(); ++stream) planes_[plane].host[stream] = restored(from.host[stream]);
    planes_[plane].collection = restored(from.collection);
    check(plane, false);
  }
}

Snapshot Timing::take_snapshot() const {
  Snapshot snapshot;
  space_.save(snapshot, outcome_.end);
  snapshot.write_count = write_count_;
  snapshot.next_plane = next_plane_;
  for (const Unit& unit : units_) snapshot.unit_turns.push_back(unit.turn);
  snapshot.next_write_back_unit = next_write_back_unit_;
  snapshot.next_replica_unit = next_replica_unit_;
  return snapshot;
}

void Timing::start_from(const Snapshot& snapshot) {
  space_.restore(snapshot);
  flash_.restore(snapshot);
  write_count_ = snapshot.write_count;
  next_plane_ = snapshot.next_plane;
  for (std::size_t unit = 0; unit < units_.size(); ++unit) units_[unit].turn = snapshot.unit_turns.at(unit);
  next_write_back_unit_ = snapshot.next_write_back_unit;
  next_replica_unit_ = snapshot.next_replica_unit;
}

}  // namespace ssd::oracle

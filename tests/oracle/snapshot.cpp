// Snapshots (start.snapshot): the map and the flash at rest, as one run leaves them and another begins. The invariant:
// a run that starts from a snapshot makes the same choices of space as if the first run had gone on. The exception is
// what only the buffer and slots held, which is lost.
#include <algorithm>

#include "tests/oracle/flash.h"
#include "tests/oracle/timing.h"

namespace ssd::oracle {

// The sectors of a page that is not in the map are not saved: only a buffer or a slot held them.
void Space::save(Snapshot& snapshot, Time end) const {
  for (const PhysicalPage& page : pages_) {
    const bool is_free = page.state == PageState::kFree;
    snapshot.pages.push_back(page.state == PageState::kValid ? page.lpn
                             : is_free                       ? Snapshot::kFree
                                                             : Snapshot::kInvalid);
  }
  for (const auto& [lpn, sectors] : written_) {
    if (map_.contains(lpn)) snapshot.written_sectors[lpn] = sectors;
  }
  snapshot.block_erases = erases_;
  for (std::int64_t block = 0; block < std::ssize(erases_); ++block) {
    const std::int64_t age = static_cast<std::int64_t>(end) - full_since_[block];
    snapshot.block_ages.push_back(static_cast<Time>(std::max<std::int64_t>(age, 0)));
    snapshot.retired.push_back(is_retired(block));
    if (drive_.collects_by_stream) snapshot.block_streams.push_back(stream_of_page(block * drive_.places()));
  }
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    const PlaneSpace& from = space_of(plane);
    Snapshot::Plane& to = snapshot.planes.emplace_back();
    const auto saved = [&](const std::optional<ActiveBlock>& active) {
      return active ? std::optional(part_in(plane, *active)) : std::nullopt;
    };
    for (const std::int64_t block : from.free_blocks) to.free_blocks.push_back(part_in(plane, {block, 0}).block);
    for (const auto& active : from.host) to.host.push_back(saved(active));
    for (const auto& active : from.collection) to.collection.push_back(saved(active));
  }
}

void Space::restore(const Snapshot& snapshot) {
  require(snapshot.pages.size() == pages_.size() && snapshot.planes.size() == planes_.size(),
          "a snapshot is of another drive");
  for (std::int64_t page = 0; page < std::ssize(pages_); ++page) {
    const std::int64_t held = snapshot.pages[page];
    if (snapshot.retired[page / drive_.places()])
      pages_[page] = {.state = PageState::kRetired};
    else if (held == Snapshot::kInvalid)
      waste(page);
    else if (held != Snapshot::kFree)
      put(held, page, kNone);
  }
  written_ = snapshot.written_sectors;
  erases_ = snapshot.block_erases;
  for (std::int64_t block = 0; block < std::ssize(erases_); ++block)
    full_since_[block] = -static_cast<std::int64_t>(snapshot.block_ages[block]);
  if (drive_.collects_by_stream) streams_of_blocks_ = snapshot.block_streams;
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    if (plane == home_of(plane)) restore_group(plane, snapshot);
  }
  if (!has_superblocks()) find_begun_blocks();
  refuse_start_without_reserve();
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) check(plane, false);
}

// The pages taken of an active superblock are the sum of those taken in all planes of its group.
void Space::restore_group(std::int64_t home, const Snapshot& snapshot) {
  const Snapshot::Plane& from = snapshot.planes[home];
  PlaneSpace& to = planes_[home];
  require(from.host.size() == to.host.size() && from.collection.size() == to.collection.size(),
          "a snapshot has other streams");
  const auto restored = [&](const auto& active_in) {
    std::optional<ActiveBlock> active;
    for (const std::int64_t plane : groups_[home]) {
      const std::optional<Snapshot::Active>& part = active_in(snapshot.planes[plane]);
      if (!part) continue;
      if (!active) active = ActiveBlock{active_in(from)->block, 0};
      active->next_page += part->next_page;
    }
    return active;
  };
  to.free_blocks.assign(from.free_blocks.begin(), from.free_blocks.end());
  for (std::size_t stream = 0; stream < from.host.size(); ++stream) {
    to.host[stream] = restored([stream](const Snapshot::Plane& plane) -> const auto& { return plane.host[stream]; });
  }
  for (std::size_t stream = 0; stream < from.collection.size(); ++stream) {
    to.collection[stream] =
        restored([stream](const Snapshot::Plane& plane) -> const auto& { return plane.collection[stream]; });
  }
}

Snapshot Timing::take_snapshot() const {
  Snapshot snapshot;
  space_.save(snapshot, outcome_.end);
  snapshot.write_count = write_count_;
  snapshot.writes_given = writes_given_;
  snapshot.next_write_back_unit = next_write_back_unit_;
  snapshot.next_replica_unit = next_replica_unit_;
  return snapshot;
}

void Timing::start_from(const Snapshot& snapshot) {
  space_.restore(snapshot);
  flash_.restore(snapshot);
  write_count_ = snapshot.write_count;
  require(snapshot.writes_given.size() == writes_given_.size(), "a snapshot is of another drive");
  writes_given_ = snapshot.writes_given;
  next_write_back_unit_ = snapshot.next_write_back_unit;
  next_replica_unit_ = snapshot.next_replica_unit;
}

}  // namespace ssd::oracle

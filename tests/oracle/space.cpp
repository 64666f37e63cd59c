// See space.h. Every question about space is answered by counting pages, every choice by looking at all blocks in ascending order.
#include "tests/oracle/space.h"

#include "tests/oracle/flash.h"

namespace ssd::oracle {

Space::Space(const Drive& drive) : drive_(drive) {
  planes_.resize(drive.channels * drive.chips * drive.dies * drive.planes);
  pages_.resize(plane_count() * drive.blocks * drive.pages);
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    for (std::int64_t block = 0; block < drive.blocks; ++block) planes_[plane].free_blocks.push_back(plane * drive.blocks + block);
  }
}

std::int64_t Space::plane_of(std::int64_t lpn) const {
  const Place at = drive_.place(lpn);
  require(0 <= at.channel && at.channel < drive_.channels && 0 <= at.chip && at.chip < drive_.chips && 0 <= at.die &&
              at.die < drive_.dies && 0 <= at.plane && at.plane < drive_.planes, "a logical page is placed outside the drive");
  return ((at.channel * drive_.chips + at.chip) * drive_.dies + at.die) * drive_.planes + at.plane;
}

// S3, rule 17: the host opens a block only if another stays free, which is the reserve that lets every collection finish.
bool Space::host_can_take_a_page(std::int64_t plane) const {
  return planes_[plane].host.has_value() || planes_[plane].free_blocks.size() >= 2;
}

std::int64_t Space::take_page(PlaneSpace& plane, std::optional<ActiveBlock>& active) {
  if (!active) {
    require(!plane.free_blocks.empty(), "a block is to be opened and none is free");
    active = ActiveBlock{plane.free_blocks.front(), 0};
    plane.free_blocks.pop_front();
  }
  const std::int64_t taken = active->block * drive_.pages + active->next_page;
  ++active->next_page;
  if (active->next_page == drive_.pages) active.reset();  // S1: a full block is closed at once
  return taken;
}

void Space::put(std::int64_t lpn, std::int64_t physical_page, std::int64_t host_program) {
  require(pages_[physical_page].state == PageState::kFree, "a page that is not free was taken");
  const auto old = map_.find(lpn);
  if (old != map_.end()) {
    require(pages_[old->second].state == PageState::kValid && pages_[old->second].lpn == lpn, "the map points to another's page");
    pages_[old->second] = {PageState::kInvalid, kNone, kNone};
  }
  pages_[physical_page] = {PageState::kValid, lpn, host_program};
  map_[lpn] = physical_page;
}

// Rule 14b and c. The caller has made sure that there is a page.
std::int64_t Space::write(std::int64_t lpn, const std::set<std::int64_t>& sectors, std::int64_t host_program) {
  PlaneSpace& plane = planes_[plane_of(lpn)];
  const std::int64_t physical_page = take_page(plane, plane.host);
  put(lpn, physical_page, host_program);
  written_[lpn].insert(sectors.begin(), sectors.end());
  return physical_page;
}

// Rule 25, S12: as a write does, but whole, without collection, and owed to no flash operation.
std::int64_t Space::preload(std::int64_t lpn) {
  const std::int64_t plane = plane_of(lpn);
  if (!host_can_take_a_page(plane)) throw DriveFull{plane};
  std::set<std::int64_t> all;
  for (std::int64_t sector = 0; sector < drive_.sectors_per_page; ++sector) all.insert(sector);
  return write(lpn, all, kNone);
}

// S4: forced collections, whatever the trigger says.
std::vector<Collection> Space::collect_for_a_host_page(std::int64_t plane) {
  std::vector<Collection> decided;
  while (!host_can_take_a_page(plane)) {
    const auto victim = choose_victim(plane);
    if (!victim) throw DriveFull{plane};
    decided.push_back(collect(plane, *victim));
  }
  return decided;
}

// Rules 14d and 15, with S16: once the trigger holds, one block after another until stop holds.
std::vector<Collection> Space::collect_if_triggered(std::int64_t plane) {
  std::vector<Collection> decided;
  if (!triggered(plane)) return decided;
  while (!stopped(plane)) {
    const auto victim = choose_victim(plane);
    if (!victim) break;
    decided.push_back(collect(plane, *victim));
  }
  return decided;
}

bool Space::triggered(std::int64_t plane) const {
  return drive_.trigger && drive_.trigger(count_free_pages(plane), std::ssize(planes_[plane].free_blocks));
}

bool Space::stopped(std::int64_t plane) const {
  if (!drive_.stop) return !triggered(plane);
  return drive_.stop(count_free_pages(plane), std::ssize(planes_[plane].free_blocks));
}

// Rule 16: full, not active, with an invalid page. A block that is full is not active (S1). Greedy: fewest valid pages, ties to the
// lower number because only a strictly better block replaces the best so far.
std::optional<std::int64_t> Space::choose_victim(std::int64_t plane) const {
  std::optional<std::int64_t> best;
  for (std::int64_t block = plane * drive_.blocks; block < (plane + 1) * drive_.blocks; ++block) {
    if (count(block, PageState::kFree) > 0 || count(block, PageState::kInvalid) == 0) continue;
    if (!best || count(block, PageState::kValid) < count(*best, PageState::kValid)) best = block;
  }
  return best;
}

// S2: in the map a collection is complete at once. Its moves take their pages before the erased block joins the free ones.
Collection Space::collect(std::int64_t plane, std::int64_t victim) {
  Collection collection{victim, {}};
  for (std::int64_t from = victim * drive_.pages; from < (victim + 1) * drive_.pages; ++from) {
    if (pages_[from].state != PageState::kValid) continue;
    const std::int64_t lpn = pages_[from].lpn;
    const std::int64_t to = take_page(planes_[plane], planes_[plane].collection);
    put(lpn, to, kNone);
    collection.moves.push_back({lpn, from, to});
  }
  for (std::int64_t page = victim * drive_.pages; page < (victim + 1) * drive_.pages; ++page) {
    require(pages_[page].state == PageState::kInvalid, "a block is erased that holds a valid or a free page");
    pages_[page] = {};
  }
  planes_[plane].free_blocks.push_back(victim);
  return collection;
}

std::int64_t Space::count(std::int64_t block, PageState state) const {
  std::int64_t counted = 0;
  for (std::int64_t page = block * drive_.pages; page < (block + 1) * drive_.pages; ++page) counted += pages_[page].state == state;
  return counted;
}

// Rule 15: every unprogrammed page, in active blocks and in the reserve too.
std::int64_t Space::count_free_pages(std::int64_t plane) const {
  std::int64_t counted = 0;
  for (std::int64_t block = plane * drive_.blocks; block < (plane + 1) * drive_.blocks; ++block) counted += count(block, PageState::kFree);
  return counted;
}

void Space::check(std::int64_t plane) const {
  const PlaneSpace& space = planes_[plane];
  require(!space.free_blocks.empty(), "a plane has given its last free block away");
  auto free_pages = static_cast<std::int64_t>(space.free_blocks.size()) * drive_.pages;
  for (const std::int64_t block : space.free_blocks) require(count(block, PageState::kFree) == drive_.pages, "a free block is in use");
  for (const auto& active : {space.host, space.collection}) {
    if (!active) continue;
    require(count(active->block, PageState::kFree) == drive_.pages - active->next_page, "pages are not taken in ascending order");
    free_pages += drive_.pages - active->next_page;
  }
  require(free_pages == count_free_pages(plane), "free pages do not add up");
  for (std::int64_t page = plane * drive_.blocks * drive_.pages; page < (plane + 1) * drive_.blocks * drive_.pages; ++page) {
    if (pages_[page].state == PageState::kValid) require(map_.at(pages_[page].lpn) == page, "a valid page is not in the map");
  }
}

}  // namespace ssd::oracle

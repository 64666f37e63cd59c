// See space.h. Every number is determined by counting pages, every choice by visiting all blocks in ascending order.
#include "tests/oracle/space.h"

#include <algorithm>
#include <stdexcept>

#include "tests/oracle/flash.h"

namespace ssd::oracle {

Space::Space(const Drive& drive) : drive_(drive) {
  planes_.resize(drive.channels * drive.chips * drive.dies * drive.planes);
  pages_.resize(plane_count() * drive.blocks * drive.places());
  erases_.resize(plane_count() * drive.blocks);
  full_since_.resize(plane_count() * drive.blocks);
  streams_of_blocks_.resize(plane_count() * drive.blocks);
  stream_pages_.resize(drive.streams);
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    planes_[plane].host.resize(drive.streams);
    planes_[plane].collection.resize(drive.collects_by_stream ? drive.streams : 1);
    for (std::int64_t block = 0; block < drive.blocks; ++block)
      planes_[plane].free_blocks.push_back(plane * drive.blocks + block);
  }
  form_groups();
}

std::int64_t Space::plane_at(std::int64_t number) const {
  const Place at = drive_.place(number);
  require(0 <= at.channel && at.channel < drive_.channels && 0 <= at.chip && at.chip < drive_.chips && 0 <= at.die &&
              at.die < drive_.dies && 0 <= at.plane && at.plane < drive_.planes,
          "a logical page is placed outside the drive");
  return ((at.channel * drive_.chips + at.chip) * drive_.dies + at.die) * drive_.planes + at.plane;
}

std::optional<std::int64_t> Space::physical_page_of(std::int64_t lpn) const {
  const auto found = map_.find(lpn);
  return found == map_.end() ? std::nullopt : std::optional(found->second);
}

// space.host: the host opens a block only if the reserve stays free, which lets every collection finish. If the host
// shares a block with collection, the rest of that block belongs to the reserve while no block is free
// (collection.active). A begun block is not needed for that (start.even).
bool Space::can_give(std::int64_t plane, std::int64_t stream) const {
  const bool is_open = space_of(plane).host.at(stream).has_value();
  if (is_open && is_shared(stream)) return count_free_blocks(plane) >= 1;
  return is_open || count_free_blocks(plane) > reserve() || !space_of(plane).begun_blocks.empty();
}

// copies.space, collection.active. A copy opens no begun block (start.even).
bool Space::can_give_copy(std::int64_t plane) const {
  const bool is_open = active_of_collection(plane, 0).has_value();
  if (is_open && drive_.active_shared) return count_free_blocks(plane) >= 1;
  return is_open || count_free_blocks(plane) >= 2;
}

std::optional<ActiveBlock>& Space::active_of_collection(std::int64_t plane, std::int64_t stream) {
  PlaneSpace& space = space_of(plane);
  if (drive_.active_shared) return space.host.at(drive_.shared_stream);
  return space.collection.at(drive_.collects_by_stream ? stream : 0);
}

const std::optional<ActiveBlock>& Space::active_of_collection(std::int64_t plane, std::int64_t stream) const {
  const PlaneSpace& space = space_of(plane);
  if (drive_.active_shared) return space.host.at(drive_.shared_stream);
  return space.collection.at(drive_.collects_by_stream ? stream : 0);
}

std::int64_t Space::block_of_page(std::int64_t page) const {
  return home_of(plane_of_page(page)) * drive_.blocks + page / drive_.places() % drive_.blocks;
}

std::int64_t Space::stream_of_page(std::int64_t page) const { return streams_of_blocks_[block_of_page(page)]; }

bool Space::can_give_to_all(std::int64_t plane) const {
  for (std::int64_t stream = 0; stream < drive_.streams; ++stream) {
    if (!can_give(plane, stream)) return false;
  }
  return true;
}

std::int64_t Space::count_pages_left(std::int64_t plane, std::int64_t stream) const {
  const auto& open = space_of(plane).host.at(stream);
  std::int64_t in_begun = open ? block_size() - open->next_page : 0;
  for (const std::int64_t block : space_of(plane).begun_blocks) in_begun += count(block, PageState::kFree);
  return in_begun + std::max<std::int64_t>(count_free_blocks(plane) - 1, 0) * block_size();
}

ActiveBlock Space::peek(std::int64_t plane, std::int64_t stream) const {
  const PlaneSpace& space = space_of(plane);
  if (space.host.at(stream)) return *space.host[stream];
  if (space.begun_blocks.empty()) return {next_free_block(plane), 0};
  const std::int64_t lowest = *space.begun_blocks.begin();
  return {lowest, block_size() - count(lowest, PageState::kFree)};
}

void Space::open(std::int64_t plane, std::optional<ActiveBlock>& active, std::int64_t stream,
                 const ActiveBlock& opened) {
  active = opened;
  if (drive_.collects_by_stream) streams_of_blocks_[opened.block] = stream;
  std::erase(space_of(plane).free_blocks, opened.block);
  space_of(plane).begun_blocks.erase(opened.block);
}

std::int64_t Space::take_page(std::int64_t plane, std::optional<ActiveBlock>& active, std::int64_t stream) {
  if (!active) open(plane, active, stream, {next_free_block(plane), 0});
  const std::int64_t taken = page_at(active->block, active->next_page);
  ++active->next_page;
  if (active->next_page == block_size()) {  // space.take: a full block is closed at once
    for (const std::int64_t part : parts_of(active->block)) full_since_[part] = static_cast<std::int64_t>(time_);
    active.reset();
  }
  return taken;
}

std::int64_t Space::take(std::int64_t plane, std::int64_t stream) {
  require(can_give(plane, stream), "the host takes a page that it may not have");
  auto& active = space_of(plane).host.at(stream);
  if (!active) open(plane, active, stream, peek(plane, stream));
  return take_page(plane, active, stream);
}

std::int64_t Space::take_copy(std::int64_t plane) {
  require(can_give_copy(plane), "a copy takes a page that it may not have");
  return take_for_collection(plane, 0);
}

std::int64_t Space::take_for_collection(std::int64_t plane, std::int64_t stream) {
  return take_page(plane, active_of_collection(plane, stream), stream);
}

// command.skip: every page of the block before `index` is skipped, with all its places (iu.map).
std::vector<std::int64_t> Space::skip_to(std::int64_t plane, std::int64_t stream, std::int64_t index) {
  std::vector<std::int64_t> skipped;
  while (next_flash_page(plane, stream).next_page < index) {
    skipped.push_back(take(plane, stream));
    waste(skipped.back());
  }
  return skipped;
}

void Space::waste(std::int64_t physical_page) {
  require(pages_[physical_page].state == PageState::kFree, "a page that is not free was taken");
  pages_[physical_page] = {PageState::kInvalid, kNone, kNone};
}

// map.state: the page that held the logical page before becomes invalid.
std::optional<std::int64_t> Space::put(std::int64_t lpn, std::int64_t physical_page, std::int64_t host_program) {
  require(pages_[physical_page].state == PageState::kFree, "a page that is not free was taken");
  const auto old = forget(lpn);
  pages_[physical_page] = {PageState::kValid, lpn, host_program};
  map_[lpn] = physical_page;
  return old;
}

std::optional<std::int64_t> Space::forget(std::int64_t lpn) {
  const auto old = physical_page_of(lpn);
  if (!old) return std::nullopt;
  require(pages_[*old].state == PageState::kValid && pages_[*old].lpn == lpn,
          "the map points to a page of another logical page");
  pages_[*old] = {PageState::kInvalid, kNone, kNone};
  map_.erase(lpn);
  return old;
}

// start.filled: from block 0, page 0. start.even: all blocks but the reserve get as many, but for one page.
std::vector<std::int64_t> Space::pages_to_fill(std::int64_t plane, std::int64_t count) const {
  const std::int64_t first = plane * drive_.blocks, even = drive_.blocks - reserve();
  std::vector<std::int64_t> pages;
  if (!drive_.filled_even) {
    for (std::int64_t page = 0; page < count; ++page) pages.push_back(first * drive_.pages + page);
    return pages;
  }
  if (count > even * drive_.pages) throw std::invalid_argument("layout: even has no page for so many");
  for (std::int64_t block = 0; block < even; ++block) {
    const std::int64_t items = count / even + (block < count % even ? 1 : 0);
    for (std::int64_t page = 0; page < items; ++page) pages.push_back((first + block) * drive_.pages + page);
  }
  return pages;
}

void Space::fill(std::int64_t lpn, std::int64_t page) {
  if (lpn == kNone) return waste(page);
  for (std::int64_t sector = 0; sector < drive_.unit_sectors(); ++sector) written_[lpn].insert(sector);
  put(lpn, page, kNone);
}

void Space::leave_blocks_begun() {
  for (PlaneSpace& space : planes_)
    std::erase_if(space.free_blocks,
                  [this](std::int64_t block) { return count(block, PageState::kFree) < block_size(); });
  find_begun_blocks();
}

// A block that is partly filled and not active. Before time 0, and in a snapshot.
void Space::find_begun_blocks() {
  for (std::int64_t block = 0; block < plane_count() * drive_.blocks; ++block) {
    PlaneSpace& space = planes_[block / drive_.blocks];
    const std::int64_t free = count(block, PageState::kFree);
    const auto is_here = [block](const auto& active) { return active && active->block == block; };
    const bool is_active = std::ranges::any_of(space.collection, is_here) || std::ranges::any_of(space.host, is_here);
    if (free > 0 && free < block_size() && !is_active) space.begun_blocks.insert(block);
  }
}

// start.filled: the rest of each block that is begun becomes invalid, so no block is partly filled.
std::vector<std::int64_t> Space::close_begun_blocks() {
  std::vector<std::int64_t> wasted;
  for (PlaneSpace& space : planes_) {
    std::erase_if(space.free_blocks, [&](std::int64_t block) {
      const std::int64_t free = count(block, PageState::kFree);
      for (const std::int64_t page : pages_of(block)) {
        if (free < block_size() && pages_[page].state == PageState::kFree) wasted.push_back(page);
      }
      return free < block_size();
    });
  }
  for (const std::int64_t page : wasted) waste(page);
  return wasted;
}

// map.write_admission: forced collections, whatever the trigger says.
std::vector<Collection> Space::collect_for_a_host_page(std::int64_t plane, std::int64_t stream) {
  std::vector<Collection> decided;
  while (!can_give(plane, stream)) {
    const auto victim = choose_victim(plane);
    if (!victim) break;
    decided.push_back(collect(*victim, true));
  }
  follow_with_wear(decided);
  return decided;
}

// collection.series, collection.scope: once the trigger holds, one block of the scope after another is collected until
// `stop` holds or nothing is gained.
std::vector<Collection> Space::collect_if_triggered(std::int64_t plane) {
  std::vector<Collection> decided;
  if (!triggered(plane)) return decided;
  while (!stopped(plane)) {
    const auto victim = choose_victim_among(planes_of_scope(plane));
    if (!victim) break;
    const std::int64_t before = count_free_pages_of_scope(plane);
    decided.push_back(collect(*victim, false));
    if (count_free_pages_of_scope(plane) <= before) break;
  }
  follow_with_wear(decided);
  return decided;
}

// collection.in_map: in the map a collection is complete at once. Its moves take their pages before the erased block
// joins the free list.
Collection Space::collect(std::int64_t victim, bool forced) {
  const Collection collection = begin_collection(victim, forced, true, !forced);
  erase(victim);
  return collection;
}

// Everything but the erase; without the moves if each of them is decided by itself.
Collection Space::begin_collection(std::int64_t victim, bool forced, bool with_moves, bool may_skip) {
  const BlockView chosen = view_of(victim);
  Collection collection{.block = victim, .forced = forced};
  for (const std::int64_t from : pages_of(victim)) {
    if (with_moves && pages_[from].state == PageState::kValid) collection.moves.push_back(move(from, may_skip));
  }
  if (drive_.word_line() > 1 && with_moves) finish_gathering(collection);
  ask_latencies(collection, chosen);
  block_left(chosen);
  return collection;
}

std::int64_t Space::next_collection_index(std::int64_t plane, std::int64_t stream) const {
  const auto& active = active_of_collection(plane, stream);
  return active ? active->next_page : 0;
}

std::int64_t Space::count_pages_for_collection(std::int64_t plane, std::int64_t stream) const {
  const bool is_open = active_of_collection(plane, stream).has_value();
  const std::int64_t in_open = is_open ? block_size() - next_collection_index(plane, stream) : 0;
  return in_open + count_free_blocks(plane) * block_size();
}

std::int64_t Space::count_pages_for_any_collection(std::int64_t plane) const {
  std::int64_t least = count_pages_for_collection(plane, 0);
  for (std::int64_t stream = 1; stream < drive_.streams; ++stream)
    least = std::min(least, count_pages_for_collection(plane, stream));
  return least;
}

// command.copyback. The room left for collection is counted as after the skip. Where moves may leave their plane no
// page is skipped: planes that cause collections in each other could go on without end if these did not gain pages.
// Superblocks have no copyback.
bool Space::copies_back(std::int64_t from, bool may_skip) const {
  if (has_superblocks()) return false;
  const std::int64_t plane = plane_of_page(from), stream = stream_of_page(from);
  const std::int64_t next = next_collection_index(plane, stream);
  const bool wasted = (from % drive_.pages - next) % 2 != 0;
  const bool willing = drive_.copyback == Willing::kBlind || (drive_.copyback == Willing::kWise && !wasted) ||
                       (drive_.copyback == Willing::kPredicate && drive_.copyback_predicate({wasted, 1, 1, around()}));
  if (!willing || !wasted) return willing;
  if (drive_.migrate_same_die && !drive_.cost_zero) return false;
  return next != drive_.pages - 1 && count_pages_for_collection(plane, stream) - 1 >= drive_.pages && may_skip;
}

// collection.same_die. With an endurance a plane may be left without a free block; then what is left there is for its
// own collections.
std::int64_t Space::destination_of(std::int64_t from) const {
  const std::int64_t own = plane_of_page(from), first = own / drive_.planes * drive_.planes;
  if (!drive_.migrate_same_die || drive_.cost_zero) return own;
  std::int64_t best = own;
  for (std::int64_t plane = first; plane < first + drive_.planes; ++plane) {
    if (plane == own || !can_give_copy(plane) || (drive_.endurance > 0 && count_free_blocks(plane) == 0)) continue;
    if (count_free_pages(plane) > count_free_pages(best)) best = plane;
  }
  return best;
}

Move Space::move(std::int64_t from, bool may_skip) {
  const std::int64_t plane = destination_of(from), stream = stream_of_move(from);
  Move move{
      .lpn = pages_[from].lpn, .from = from, .copyback = plane == plane_of_page(from) && copies_back(from, may_skip)};
  if (move.copyback && (from % drive_.pages - next_collection_index(plane, stream)) % 2 != 0) {
    move.skipped = take_for_collection(plane, stream);
    waste(*move.skipped);
  }
  move.to = take_for_collection(plane, stream);
  if (move.to % drive_.word_line() == 0) count_move(stream_of_page(from));  // a word line is begun
  put(move.lpn, move.to, kNone);
  page_moved(move);
  return move;
}

Time Space::read_time(std::int64_t place) const {
  const std::int64_t page = place / drive_.subpages, block = page / drive_.pages;
  return drive_.read_time ? drive_.read_time(page % drive_.pages, block % drive_.blocks, erases_[block], around())
                          : drive_.read;
}

Time Space::program_time(std::int64_t place) const {
  const std::int64_t page = place / drive_.subpages, block = page / drive_.pages;
  return drive_.program_time ? drive_.program_time(page % drive_.pages, block % drive_.blocks, erases_[block], around())
                             : drive_.program;
}

// policy.inputs: 1 before the first page of the host.
Around Space::around() const {
  const auto host = static_cast<double>(host_programs_), all = static_cast<double>(host_programs_ + other_programs_);
  return {clock_, host_programs_ == 0 ? 1 : all / host};
}

// drive.latencies: evaluated when all moves that are fixed with the collection have their pages. The victim is passed
// as it was before.
void Space::ask_latencies(Collection& collection, BlockView chosen) const {
  chosen.around = around();
  collection.erase_time = drive_.erase_time ? drive_.erase_time(chosen) : drive_.erase;
  if (drive_.word_line() == 1)
    for (Move& move : collection.moves) ask_latencies(move);
  for (FlashStep& step : collection.flash_steps)
    step.array = step.is_read ? read_time(step.units.front().from) : program_time(step.units.front().to);
}

void Space::ask_latencies(Move& move) const {
  move.read_time = read_time(move.from);
  move.program_time = program_time(move.to);
}

std::int64_t Space::count(std::int64_t block, PageState state) const {
  std::int64_t counted = 0;
  for (const std::int64_t page : pages_of(block)) counted += pages_[page].state == state;
  return counted;
}

// space.counts: every unprogrammed page, also those in active blocks and in the reserve.
std::int64_t Space::count_free_pages(std::int64_t plane) const {
  const auto first = pages_.begin() + plane * drive_.blocks * drive_.places();
  return std::count_if(first, first + drive_.blocks * drive_.places(),
                       [](const PhysicalPage& page) { return page.state == PageState::kFree; });
}

void Space::check(std::int64_t plane, bool collecting) const {
  const PlaneSpace& space = space_of(plane);
  require(collecting || !space.free_blocks.empty() || has_retired_block(plane),
          "a plane has given away its last free block");
  auto free_pages = static_cast<std::int64_t>(space.free_blocks.size()) * block_size();
  for (const std::int64_t block : space.free_blocks)
    require(count(block, PageState::kFree) == block_size(), "a free block is in use");
  std::vector<std::optional<ActiveBlock>> all = space.host;
  all.insert(all.end(), space.collection.begin(), space.collection.end());
  for (const auto& active : all) {
    if (!active) continue;
    require(count(active->block, PageState::kFree) == block_size() - active->next_page,
            "pages are not taken in ascending order");
    free_pages += block_size() - active->next_page;
  }
  for (const std::int64_t block : space.begun_blocks) {
    const std::int64_t free = count(block, PageState::kFree);
    require(free > 0 && free < block_size(), "a begun block is free or full");
    free_pages += free;
  }
  for (const std::int64_t member : groups_[plane]) free_pages -= count_free_pages(member);
  require(free_pages == 0, "free pages do not add up");
  for (std::int64_t page = plane * drive_.blocks * drive_.places();
       page < (plane + 1) * drive_.blocks * drive_.places(); ++page) {
    if (pages_[page].state == PageState::kValid)
      require(map_.at(pages_[page].lpn) == page, "a valid page is not in the map");
  }
}

}  // namespace ssd::oracle

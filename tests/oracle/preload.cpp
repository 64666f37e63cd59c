// What is there before time 0 because the workload reads it before it writes it (start.preload), and the collections
// that make room for it (start.preload_collects). The invariant is that these collections change only where pages lie:
// nothing is counted, nothing wears, nothing takes time.
#include <set>

#include "tests/oracle/flash.h"
#include "tests/oracle/timing.h"

namespace ssd::oracle {

// start.preload: in order of first read. A page that is written before its first read is left alone.
// Each flow counts by itself (host.flows, 5), phases together (host.phases, 7).
void Timing::preload() {
  if (flow_of_.empty()) preload_for(requests_);
  for (std::int64_t flow = 0; !flow_of_.empty() && flows_.empty() && flow < std::ssize(queue_of_flow_);
       ++flow) {  // that share a loop
    std::vector<HostRequest> own;
    for (std::size_t i = 0; i < flow_of_.size(); ++i) {
      if (flow_of_[i] == flow) own.push_back(requests_[i]);
    }
    preload_for(own);
  }
  std::vector<HostRequest> of_phases;
  for (const Flow& flow : workload_.flows) {
    if (flow.phase)
      of_phases.insert(of_phases.end(), flow.requests.begin(), flow.requests.end());
    else
      preload_for(flow.requests);
  }
  preload_for(of_phases);
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    for (const std::int64_t place : space_.waste_rest_of_word_line(plane)) flash_.skip(place);  // iu.start
  }
}

void Timing::preload_for(const std::vector<HostRequest>& requests) {
  std::set<std::int64_t> seen;
  if (!drive_.read_unwritten_as_written) return;
  for (const HostRequest& request : requests) {
    if (request.is_flush) continue;
    const std::int64_t sectors = drive_.unit_sectors(), end = request.sector + request.sectors;
    // A trim counts for the pages that it covers wholly: such a page is not preloaded.
    const std::int64_t first = request.is_trim ? (request.sector + sectors - 1) / sectors : request.sector / sectors;
    const std::int64_t last = request.is_trim ? end / sectors - 1 : (end - 1) / sectors;
    for (std::int64_t lpn = first; lpn <= last; ++lpn) {
      if (!seen.insert(lpn).second || !request.is_read || space_.physical_page_of(lpn)) continue;
      for (const Collection& collection : space_.make_room_before_time_0(space_.plane_at(lpn / drive_.subpages)))
        collect_before_time_0(collection);
      flash_.program(space_.preload(lpn), lpn);
      ++outcome_.preloaded;
    }
  }
}

void Timing::collect_before_time_0(const Collection& collection) {
  for (const Move& move : collection.moves) flash_.program(move.to, move.lpn);
  for (const std::int64_t place : collection.padding) flash_.skip(place);
  for (const std::int64_t plane : space_.group_of(collection.block / drive_.blocks)) {
    flash_.empty(plane * drive_.blocks + collection.block % drive_.blocks);
  }
  ++outcome_.collections_before_time_0;
  outcome_.moves_before_time_0 += std::ssize(collection.moves);
}

// start.preload: like a write of stream 0, but of a whole page and without a flash operation.
std::int64_t Space::preload(std::int64_t lpn) {
  for (std::int64_t sector = 0; sector < drive_.unit_sectors(); ++sector) written_[lpn].insert(sector);
  const std::int64_t physical_page = take(plane_at(lpn / drive_.subpages), 0);
  put(lpn, physical_page, kNone);
  return physical_page;
}

// start.preload_collects: one full block after another, whatever the policies say. Each has an invalid page, so this
// ends.
std::vector<Collection> Space::make_room_before_time_0(std::int64_t plane) {
  std::vector<Collection> done;
  while (!can_give(plane, 0)) {
    const auto victim = fullest_of_invalid_pages(plane);
    if (!victim) throw DriveFull{plane};
    done.push_back(collect_before_time_0(*victim));
  }
  return done;
}

// The full block of fewest valid pages, the lower one among equals, if it is eligible (iu.map). If retired blocks have
// left too little room for its valid pages, they have left too little for those of every other block.
std::optional<std::int64_t> Space::fullest_of_invalid_pages(std::int64_t plane) const {
  std::optional<std::int64_t> best;
  for (std::int64_t block = home_of(plane) * drive_.blocks; block < (home_of(plane) + 1) * drive_.blocks; ++block) {
    if (is_retired(block) || count(block, PageState::kFree) > 0) continue;
    if (!best || count_valid_pages(block) < count_valid_pages(*best)) best = block;
  }
  if (!best || count_valid_pages(*best) > block_size() - drive_.word_line() ||
      count_valid_pages(*best) > count_pages_for_any_collection(plane))
    return std::nullopt;
  return best;
}

// The erase does not count, neither for wear (wear.retirement) nor for random numbers (space.random).
Collection Space::collect_before_time_0(std::int64_t victim) {
  const std::int64_t plane = victim / drive_.blocks;
  Collection collection{.block = victim};
  for (const std::int64_t from : pages_of(victim)) {
    if (pages_[from].state != PageState::kValid) continue;
    const Move move{.lpn = pages_[from].lpn, .from = from, .to = take_for_collection(plane, stream_of_page(from))};
    put(move.lpn, move.to, kNone);
    collection.moves.push_back(move);
  }
  if (drive_.word_line() > 1) finish_gathering(collection);
  for (const std::int64_t page : pages_of(victim)) pages_[page] = {};
  streams_of_blocks_[victim] = 0;
  space_of(plane).free_blocks.push_back(victim);
  return collection;
}

}  // namespace ssd::oracle

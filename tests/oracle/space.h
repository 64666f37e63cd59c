// The oracle's view of the map: which physical page holds which logical page, what is free, what is collected. It never
// looks at the clock: whoever calls it says when (S22), and what time it is for the map (S47). The invariant, checked
// after every host write: each page is free, valid, invalid or lost with its block; the valid ones are exactly those
// that the map points to; a plane keeps its reserve.
//
// Numbers are global: plane id as in Outcome; block = plane * blocks + index; physical page = block * pages + index.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

constexpr std::int64_t kNone = -1;

// Thrown when the host needs a page of this plane and no collection can make one (S4, S12); it ends the run.
struct DriveFull {
  std::int64_t plane;
};

enum class PageState { kFree, kValid, kInvalid, kRetired };  // retired: with its block, for good (S69)

struct PhysicalPage {
  PageState state = PageState::kFree;
  std::int64_t lpn = kNone;           // of a valid page
  std::int64_t host_program = kNone;  // its sequence number; none if collection or preloading put the data here (S8)
};

struct Move {
  std::int64_t lpn = kNone, from = kNone, to = kNone;
  bool copyback = false;
  std::optional<std::int64_t> skipped = {};  // the page given up for the parity (S31)
  Time read_time = 0, program_time = 0;
};

struct Collection {
  std::int64_t block = kNone;
  bool forced = false;
  std::vector<Move> moves = {};  // ascending source page (S14)
  Time erase_time = 0;
  bool is_wear = false;
  std::vector<std::int64_t> skipped = {};  // the rest of the block that a wear collection fills (S50)
};

// A block with a write pointer. It loses it, and with it its protection from collection, when its last page is taken
// (S1).
struct ActiveBlock {
  std::int64_t block, next_page;
};

struct PlaneSpace {
  std::deque<std::int64_t> free_blocks;          // the one longest free in front (rule 18)
  std::vector<std::optional<ActiveBlock>> host;  // by stream
  std::optional<ActiveBlock> collection;
};

class Space {
 public:
  explicit Space(const Drive& drive);
  void set_time(Time time) { time_ = time; }  // of the map events from now on (S47)
  void set_clock(Time time) { clock_ = time; }
  Around around() const;  // what policies see of time and counts (S59)
  void count_program(bool is_host) {
    ++(is_host ? host_programs_ : other_programs_);
  }  // of a page just taken (rule 43)

  std::int64_t plane_at(std::int64_t number) const;  // Drive::place as a plane id
  std::int64_t plane_count() const { return static_cast<std::int64_t>(planes_.size()); }
  std::int64_t plane_of_page(std::int64_t page) const { return page / (drive_.blocks * drive_.pages); }
  std::optional<std::int64_t> physical_page_of(std::int64_t lpn) const;
  const PhysicalPage& page(std::int64_t physical_page) const { return pages_.at(physical_page); }
  std::set<std::int64_t>& written_sectors(std::int64_t lpn) { return written_[lpn]; }  // S6
  const std::map<std::int64_t, std::int64_t>& map() const { return map_; }
  const std::vector<std::int64_t>& erases() const { return erases_; }
  bool has_superblocks() const { return groups_.front().size() > 1; }  // S71
  const std::vector<std::int64_t>& group_of(std::int64_t plane) const { return groups_[plane]; }
  bool is_retired(std::int64_t block) const { return pages_[block * drive_.pages].state == PageState::kRetired; }
  bool has_retired_block(std::int64_t plane) const;
  bool has_retired_block() const;                                       // anywhere
  std::vector<std::int64_t> planes_of_scope(std::int64_t plane) const;  // S64
  std::int64_t count_free_pages(std::int64_t plane) const;
  std::int64_t count_free_blocks(std::int64_t plane) const { return std::ssize(space_of(plane).free_blocks); }
  std::int64_t count_valid_pages(std::int64_t block) const { return count(block, PageState::kValid); }

  // Pages for the host.
  bool can_give(std::int64_t plane, std::int64_t stream) const;                  // S3
  bool can_give_to_all(std::int64_t plane) const;                                // to every stream
  std::int64_t count_pages_left(std::int64_t plane, std::int64_t stream) const;  // without the reserve (S27)
  ActiveBlock peek(std::int64_t plane,
                   std::int64_t stream) const;  // what the next page would come from (S29); asks can_give
  std::int64_t take(std::int64_t plane, std::int64_t stream);
  std::vector<std::int64_t> skip_to(std::int64_t plane, std::int64_t stream, std::int64_t index);
  std::optional<std::int64_t> put(std::int64_t lpn, std::int64_t physical_page,
                                  std::int64_t host_program);  // the old page, if any
  void waste(std::int64_t physical_page);                      // taken, and invalid at once
  std::optional<std::int64_t> forget(std::int64_t lpn);        // trim: the page that it had

  // Collection, decided and done in the map at once (S2 to S4) ...
  std::vector<Collection> collect_for_a_host_page(std::int64_t plane,
                                                  std::int64_t stream);  // until there is one, or no victim
  std::vector<Collection> collect_if_triggered(std::int64_t plane);
  Collection collect(std::int64_t victim, bool forced);
  // ... or in steps (S24, S36). Triggers look at the plane's scope; `idle` is S67's.
  bool triggered(std::int64_t plane, bool idle = false) const;
  bool stopped(std::int64_t plane, bool idle = false) const;
  std::optional<std::int64_t> choose_victim(std::int64_t plane) const { return choose_victim_among({home_of(plane)}); }
  std::optional<std::int64_t> choose_victim_among(const std::vector<std::int64_t>& planes) const;  // planes ascending
  std::int64_t destination_of(std::int64_t from) const;      // the plane to which this page would be moved now (S66)
  bool copies_back(std::int64_t from, bool may_skip) const;  // how it would be moved in its own plane now (S31)
  Collection begin_collection(std::int64_t victim, bool forced, bool with_moves, bool may_skip);
  Move move(std::int64_t from, bool may_skip);
  void ask_latencies(Move& move) const;  // at this moment (S37)
  void erase(std::int64_t block);
  bool lags(std::int64_t plane) const;                             // whether a wear collection is due (S50)
  std::optional<Collection> collect_for_wear(std::int64_t plane);  // all but the erase

  // Pages of the collection block for copies from other places (S60, S61).
  bool can_give_copy(std::int64_t plane) const;
  std::int64_t take_copy(std::int64_t plane);

  // Latencies at this moment (S37).
  Time read_time(std::int64_t physical_page) const;
  Time program_time(std::int64_t physical_page) const;

  // Before time 0.
  std::vector<Collection> make_room_before_time_0(
      std::int64_t plane);  // for one page of stream 0 (S72); else DriveFull
  std::int64_t preload(std::int64_t lpn);
  void fill(std::int64_t plane,
            const std::vector<std::int64_t>& list);  // logical pages; kNone for an invalid page (rule 39)
  std::vector<std::int64_t> close_begun_blocks();    // the pages that this wastes

  // S70: all of it that a snapshot has; ages are at time `end`.
  void save(Snapshot& snapshot, Time end) const;
  void restore(const Snapshot& snapshot);
  void check(std::int64_t plane, bool collecting) const;

 private:
  // superblocks.cpp. Where there are superblocks a "block" is one of them, by the number of its block in the group's
  // lowest plane, which is the group's home: there is what the group has open and free.
  void form_groups();
  std::vector<std::int64_t> planes_of(Scope scope, std::int64_t plane) const;  // ascending
  std::vector<std::int64_t> planes_in_order(const std::vector<std::int64_t>& planes) const;
  std::int64_t home_of(std::int64_t plane) const { return homes_[plane]; }
  PlaneSpace& space_of(std::int64_t plane) { return planes_[home_of(plane)]; }
  const PlaneSpace& space_of(std::int64_t plane) const { return planes_[home_of(plane)]; }
  std::int64_t block_size() const { return std::ssize(groups_.front()) * drive_.pages; }
  std::int64_t page_at(std::int64_t block, std::int64_t index) const;
  const std::vector<std::int64_t>& pages_of(std::int64_t block) const {
    return pages_of_blocks_[block];
  }  // as they are taken
  const std::vector<std::int64_t>& parts_of(std::int64_t block) const {
    return parts_of_blocks_[block];
  }  // in the order of the group
  Snapshot::Active part_in(std::int64_t plane, const ActiveBlock& active) const;
  void restore_group(std::int64_t home, const Snapshot& snapshot);
  std::int64_t take_page(std::int64_t plane, std::optional<ActiveBlock>& active);
  std::optional<ActiveBlock>& active_of_collection(std::int64_t plane);  // S65
  const std::optional<ActiveBlock>& active_of_collection(std::int64_t plane) const;
  bool is_shared(std::int64_t stream) const { return drive_.active_shared && stream == drive_.shared_stream; }
  bool is_eligible(const BlockView& view, std::int64_t block) const;
  std::int64_t next_collection_index(std::int64_t plane) const;
  std::int64_t count_pages_for_collection(std::int64_t plane) const;
  std::int64_t count_free_pages_of_scope(std::int64_t plane) const;
  std::int64_t count_free_blocks_of_scope(std::int64_t plane) const;
  std::int64_t count(std::int64_t block, PageState state) const;
  void ask_latencies(Collection& collection, BlockView chosen) const;
  BlockView view_of(std::int64_t block) const;
  std::int64_t draw(std::int64_t block) const;
  std::optional<std::int64_t> fullest_of_invalid_pages(std::int64_t plane) const;
  Collection collect_before_time_0(std::int64_t victim);
  std::map<std::int64_t, BlockView> eligible(std::int64_t plane) const;
  std::int64_t next_free_block(std::int64_t plane) const;  // the one that would be opened (S49)
  std::optional<std::int64_t> laggard(std::int64_t plane) const;
  Move move_for_wear(std::int64_t from, std::int64_t to);
  void follow_with_wear(std::vector<Collection>& decided);

  const Drive& drive_;
  std::vector<PlaneSpace> planes_;
  std::vector<std::vector<std::int64_t>>
      groups_;                       // of each plane: the planes of its group, as ORDER visits them (S71); else itself
  std::vector<std::int64_t> homes_;  // of each plane
  std::vector<std::vector<std::int64_t>> parts_of_blocks_, pages_of_blocks_;
  std::vector<PhysicalPage> pages_;
  std::vector<std::int64_t> erases_;      // of each block, as decided
  std::vector<std::int64_t> full_since_;  // of each block, the last time (S47); below 0 if that was before a snapshot
  Time time_ = 0, clock_ = 0;
  std::int64_t host_programs_ = 0, other_programs_ = 0;     // since time 0; not of replicas
  std::map<std::int64_t, std::int64_t> map_;                // logical page -> physical page
  std::map<std::int64_t, std::set<std::int64_t>> written_;  // logical page -> its sectors that were ever written (S6)
};

}  // namespace ssd::oracle

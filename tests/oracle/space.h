// The oracle's view of the map: which physical page holds which logical page, which pages and blocks are free, and what
// is collected. It never reads the clock: the caller decides when something happens (place.class) and which time holds
// for the map (space.time). The invariants, checked after every host write: each page is free, valid, invalid or
// retired with its block; the valid pages are exactly those to which the map points; a plane keeps its reserve.
//
// Numbers are global: the plane id is that of Outcome; block = plane * blocks + index; physical page = block * pages +
// index. With indirection units a logical page is an IU, and a "physical page" is a place for one (iu.map): everything
// here counts places, except where it says flash pages.
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

// Thrown when the host needs a page of this plane and no collection can make one (map.drive_full,
// start.preload_collects); it ends the run.
struct DriveFull {
  std::int64_t plane;
};

enum class PageState { kFree, kValid, kInvalid, kRetired };  // retired: for good, with its block (wear.retirement)

struct PhysicalPage {
  PageState state = PageState::kFree;
  std::int64_t lpn = kNone;  // kNone unless the page is valid
  // Sequence number of the host program that put the data here; kNone after collection or preloading
  // (map.not_yet_programmed).
  std::int64_t host_program = kNone;
};

struct Move {
  std::int64_t lpn = kNone, from = kNone, to = kNone;
  bool copyback = false;
  std::optional<std::int64_t> skipped = {};  // the page skipped for parity (command.copyback)
  Time read_time = 0, program_time = 0;
};

// A read or a program of a collection with indirection units (iu.collection), and the IUs that it reads or programs.
struct FlashStep {
  bool is_read;
  std::vector<Move> units;
  Time array = 0;
};

struct Collection {
  std::int64_t block = kNone;
  bool forced = false;
  std::vector<Move> moves = {};  // ascending source page (collection.moves)
  Time erase_time = 0;
  bool is_wear = false;
  std::vector<std::int64_t> skipped = {};  // the rest of the block that a wear collection fills (wear.static)
  // With indirection units: what happens on the flash, and the places that the last word line has left.
  std::vector<FlashStep> flash_steps = {};
  std::vector<std::int64_t> padding = {};
};

// A block with a write pointer. When its last page is taken, it is no longer active, and collection may choose it
// (space.take).
struct ActiveBlock {
  std::int64_t block, next_page;
};

struct PlaneSpace {
  std::deque<std::int64_t> free_blocks;                // the one longest free in front (space.free_block)
  std::vector<std::optional<ActiveBlock>> host;        // by stream
  std::vector<std::optional<ActiveBlock>> collection;  // one, or by stream one for each (collection.active)
  std::set<std::int64_t> begun_blocks = {};            // the host opens them before free ones (start.even)
};

class Space {
 public:
  explicit Space(const Drive& drive);
  void set_time(Time time) { time_ = time; }  // time of the map events from now on (space.time)
  void set_clock(Time time) { clock_ = time; }
  Around around() const;  // what policies see of time and counts (policy.inputs)
  // Counts the page, or the pages of the word line, that was just taken (account.write_amplification).
  void count_program(std::int64_t stream) {  // of the host
    host_programs_ += drive_.program_unit;
    stream_pages_.at(stream).host += drive_.program_unit;
  }
  void count_move(std::int64_t stream) {
    other_programs_ += drive_.program_unit;
    stream_pages_.at(stream).moved += drive_.program_unit;
  }
  const std::vector<StreamPages>& stream_pages() const { return stream_pages_; }
  void set_counts_to_zero();  // account.phases

  std::int64_t plane_at(std::int64_t number) const;  // Drive::place, as a plane id
  std::int64_t plane_count() const { return static_cast<std::int64_t>(planes_.size()); }
  std::int64_t plane_of_page(std::int64_t page) const { return page / (drive_.blocks * drive_.places()); }
  std::optional<std::int64_t> physical_page_of(std::int64_t lpn) const;
  const PhysicalPage& page(std::int64_t physical_page) const { return pages_.at(physical_page); }
  std::set<std::int64_t>& written_sectors(std::int64_t lpn) { return written_[lpn]; }  // map.written_sectors
  const std::map<std::int64_t, std::int64_t>& map() const { return map_; }
  const std::vector<std::int64_t>& erases() const { return erases_; }
  bool has_superblocks() const { return groups_.front().size() > 1; }  // superblock.group
  const std::vector<std::int64_t>& group_of(std::int64_t plane) const { return groups_[plane]; }
  bool is_retired(std::int64_t block) const { return pages_[block * drive_.places()].state == PageState::kRetired; }
  bool has_retired_block(std::int64_t plane) const;
  bool has_retired_block() const;                                       // anywhere in the drive
  std::vector<std::int64_t> planes_of_scope(std::int64_t plane) const;  // collection.scope
  std::int64_t count_free_pages(std::int64_t plane) const;
  std::int64_t count_free_blocks(std::int64_t plane) const { return std::ssize(space_of(plane).free_blocks); }
  std::int64_t count_valid_pages(std::int64_t block) const { return count(block, PageState::kValid); }

  // Pages for the host.
  bool can_give(std::int64_t plane, std::int64_t stream) const;                  // space.host
  bool can_give_to_all(std::int64_t plane) const;                                // can_give() for every stream
  std::int64_t count_pages_left(std::int64_t plane, std::int64_t stream) const;  // without the reserve (place.cost)
  // Where the next page would come from; requires can_give().
  ActiveBlock peek(std::int64_t plane, std::int64_t stream) const;
  std::int64_t take(std::int64_t plane, std::int64_t stream);
  std::vector<std::int64_t> skip_to(std::int64_t plane, std::int64_t stream, std::int64_t index);
  // Returns the page that became invalid, if there was one. The caller announces the event.
  std::optional<std::int64_t> put(std::int64_t lpn, std::int64_t physical_page, std::int64_t host_program);
  void waste(std::int64_t physical_page);                // the page is taken and invalid at once
  std::optional<std::int64_t> forget(std::int64_t lpn);  // trim: returns the physical page that it had

  // iu.cpp: word lines for the host, whose places are taken together (iu.program).
  ActiveBlock next_flash_page(std::int64_t plane,
                              std::int64_t stream) const;                 // as peek(), in flash pages (command.skip)
  std::int64_t take_word_line(std::int64_t plane, std::int64_t stream);   // returns its first place
  std::vector<std::int64_t> waste_rest_of_word_line(std::int64_t plane);  // of the open host block (iu.start)

  // Collections that are decided and complete in the map at once (collection.in_map) ...
  // For a host page: until the plane can give one, or has no victim (map.write_admission).
  std::vector<Collection> collect_for_a_host_page(std::int64_t plane, std::int64_t stream);
  std::vector<Collection> collect_if_triggered(std::int64_t plane);
  Collection collect(std::int64_t victim, bool forced);
  // ... or that are done step by step (collection.jobs, collection.moves). Triggers count over the plane's scope;
  // `idle` is that of collection.background.
  bool triggered(std::int64_t plane, bool idle = false) const;
  bool stopped(std::int64_t plane, bool idle = false) const;
  std::optional<std::int64_t> choose_victim(std::int64_t plane) const { return choose_victim_among({home_of(plane)}); }
  std::optional<std::int64_t> choose_victim_among(const std::vector<std::int64_t>& planes) const;  // planes ascending
  // The plane to which the page would be moved now (collection.same_die).
  std::int64_t destination_of(std::int64_t from) const;
  // Whether a move within its own plane would be a copyback now (command.copyback).
  bool copies_back(std::int64_t from, bool may_skip) const;
  Collection begin_collection(std::int64_t victim, bool forced, bool with_moves, bool may_skip);
  Move move(std::int64_t from, bool may_skip);
  // iu_collection.cpp: a collection with indirection units, one flash page after another.
  std::optional<std::int64_t> next_to_gather(std::int64_t block) const;  // a place of that flash page
  FlashStep gather(std::int64_t place);                                  // moves what is valid in its flash page
  // Of the collection block that takes the IUs of this block (collection.active); returns the rest of the word line.
  bool has_begun_word_line(std::int64_t victim) const;
  std::vector<std::int64_t> pad_collection_block(std::int64_t victim);
  void ask_latencies(Move& move) const;  // evaluates latencies at this moment (drive.latencies)
  void erase(std::int64_t block);
  bool lags(std::int64_t plane) const;                             // whether a wear collection is due (wear.static)
  std::optional<Collection> collect_for_wear(std::int64_t plane);  // everything but the erase

  // Pages of the collection block for write-backs and replicas (copies.space).
  bool can_give_copy(std::int64_t plane) const;
  std::int64_t take_copy(std::int64_t plane);

  // Latencies at this moment (drive.latencies), of the flash page in which the place lies.
  Time read_time(std::int64_t place) const;
  Time program_time(std::int64_t place) const;

  // tables.cpp: tables, and what their events are announced with (table.events). `values`: null for the initial ones.
  void begin_tables(const Tables* values);
  const Tables& tables() const { return tables_; }
  const Tables* visible_tables() const { return tables_.empty() ? nullptr : &tables_; }  // what policies see
  void page_written(std::int64_t lpn, std::int64_t stream, std::int64_t physical_page, bool is_new);
  void page_trimmed(std::int64_t lpn);
  void refuse_start_without_reserve() const;  // collection.stream

  // Before time 0.
  // Makes room for one page of stream 0, or throws DriveFull (start.preload_collects).
  std::vector<Collection> make_room_before_time_0(std::int64_t plane);
  std::int64_t preload(std::int64_t lpn);
  // Where `count` pages go that are there before time 0, in the order of the list (start.filled, start.even).
  std::vector<std::int64_t> pages_to_fill(std::int64_t plane, std::int64_t count) const;
  void fill(std::int64_t lpn, std::int64_t page);  // kNone: the page is invalid
  void leave_blocks_begun();                       // start.even
  std::vector<std::int64_t> close_begun_blocks();  // start.filled: returns the pages that this wastes

  // Everything about space that a snapshot has (start.snapshot); ages are those at time `end`.
  void save(Snapshot& snapshot, Time end) const;
  void restore(const Snapshot& snapshot);
  void check(std::int64_t plane, bool collecting) const;

 private:
  // superblocks.cpp. With superblocks a "block" is a superblock, and its number is that of its block in the group's
  // lowest plane, the group's home. What the group has open and free is kept there.
  void form_groups();
  std::vector<std::int64_t> planes_of(Scope scope, std::int64_t plane) const;  // ascending
  std::vector<std::int64_t> planes_in_order(const std::vector<std::int64_t>& planes) const;
  std::int64_t home_of(std::int64_t plane) const { return homes_[plane]; }
  PlaneSpace& space_of(std::int64_t plane) { return planes_[home_of(plane)]; }
  const PlaneSpace& space_of(std::int64_t plane) const { return planes_[home_of(plane)]; }
  std::int64_t block_size() const { return std::ssize(groups_.front()) * drive_.places(); }
  std::int64_t page_at(std::int64_t block, std::int64_t index) const;
  // In the order in which they are taken.
  const std::vector<std::int64_t>& pages_of(std::int64_t block) const { return pages_of_blocks_[block]; }
  // In the order of the group's planes.
  const std::vector<std::int64_t>& parts_of(std::int64_t block) const { return parts_of_blocks_[block]; }
  Snapshot::Active part_in(std::int64_t plane, const ActiveBlock& active) const;
  void restore_group(std::int64_t home, const Snapshot& snapshot);
  void find_begun_blocks();
  // The block belongs to the stream from then on.
  void open(std::int64_t plane, std::optional<ActiveBlock>& active, std::int64_t stream, const ActiveBlock& opened);
  std::int64_t take_page(std::int64_t plane, std::optional<ActiveBlock>& active, std::int64_t stream);
  // Where pages of a block that belongs to the stream are moved (collection.active).
  std::optional<ActiveBlock>& active_of_collection(std::int64_t plane, std::int64_t stream);
  const std::optional<ActiveBlock>& active_of_collection(std::int64_t plane, std::int64_t stream) const;
  std::int64_t take_for_collection(std::int64_t plane, std::int64_t stream);
  std::int64_t stream_of_page(std::int64_t page) const;  // of its block; 0 unless collection goes by stream
  std::int64_t block_of_page(std::int64_t page) const;
  // tables.cpp.
  std::int64_t reserve() const;                            // free blocks that the host leaves (space.host)
  std::int64_t number_of_block(std::int64_t block) const;  // collection.victim
  std::int64_t index_in_block(std::int64_t page) const;
  std::int64_t stream_of_move(std::int64_t from) const;  // collection.stream
  void page_moved(const Move& move);
  void block_left(const BlockView& chosen);  // by its valid pages; it is about to be erased
  bool is_shared(std::int64_t stream) const { return drive_.active_shared && stream == drive_.shared_stream; }
  bool is_eligible(const BlockView& view, std::int64_t block) const;
  std::int64_t next_collection_index(std::int64_t plane, std::int64_t stream) const;
  // The pages that a collection can take: whose victim's stream is known, or not yet (collection.active, 4).
  std::int64_t count_pages_for_collection(std::int64_t plane, std::int64_t stream) const;
  std::int64_t count_pages_for_any_collection(std::int64_t plane) const;
  std::int64_t count_free_pages_of_scope(std::int64_t plane) const;
  std::int64_t count_free_blocks_of_scope(std::int64_t plane) const;
  std::int64_t count(std::int64_t block, PageState state) const;
  std::int64_t last_write_of(std::int64_t block) const;
  void ask_latencies(Collection& collection, BlockView chosen) const;
  BlockView view_of(std::int64_t block) const;
  std::int64_t draw(std::int64_t block) const;
  std::optional<std::int64_t> fullest_of_invalid_pages(std::int64_t plane) const;
  Collection collect_before_time_0(std::int64_t victim);
  void finish_gathering(Collection& collection);  // iu_collection.cpp
  std::map<std::int64_t, BlockView> eligible(std::int64_t plane) const;
  std::int64_t next_free_block(std::int64_t plane) const;  // the block that would be opened (space.free_block)
  std::optional<std::int64_t> laggard(std::int64_t plane) const;
  Move move_for_wear(std::int64_t from, std::int64_t to);
  void follow_with_wear(std::vector<Collection>& decided);

  const Drive& drive_;
  std::vector<PlaneSpace> planes_;
  // Of each plane: the planes of its group as ORDER visits them (superblock.group); without superblocks itself.
  std::vector<std::vector<std::int64_t>> groups_;
  std::vector<std::int64_t> homes_;  // of each plane
  std::vector<std::vector<std::int64_t>> parts_of_blocks_, pages_of_blocks_;
  std::vector<PhysicalPage> pages_;
  std::vector<std::int64_t> erases_;             // of each block, as decided
  std::vector<std::int64_t> streams_of_blocks_;  // the stream that each block belongs to; 0 of a free or retired one
  // When each block last became full (space.time); below 0 if that was before a snapshot.
  std::vector<std::int64_t> full_since_;
  Time time_ = 0, clock_ = 0;
  std::int64_t host_programs_ = 0, other_programs_ = 0;  // since the counts were 0, without replicas
  std::vector<StreamPages> stream_pages_;                // account.streams
  std::map<std::int64_t, std::int64_t> map_;             // logical page -> physical page
  // Logical page -> its sectors that were ever written (map.written_sectors).
  std::map<std::int64_t, std::set<std::int64_t>> written_;
  Tables tables_;
};

}  // namespace ssd::oracle

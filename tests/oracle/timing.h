// The oracle's timing: what happens at each instant, in the order of time.instant. The invariants: a unit works on one
// command at a time (two with the cache register), a channel on one bus transfer, a plane on one array phase; and at
// any time the whole life of each page operation up to then is accounted for (account.split).
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/buffer_state.h"
#include "tests/oracle/drive_numbers.h"
#include "tests/oracle/flash.h"
#include "tests/oracle/host_state.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/rounds.h"
#include "tests/oracle/space.h"
#include "tests/oracle/state.h"

namespace ssd::oracle {

bool is_placed_at_issue(const Drive& drive);  // place.class

class Timing : DriveNumbers, BufferState, CopiesState, HostState, AccountingState, SuperblockState {
 public:
  // `rounds`: null unless flows share a loop; then `workload` is the one of the rounds.
  Timing(const Drive& drive, const Workload& workload, const Rounds* rounds);
  // `tables`: null if tables begin with their initial values.
  Outcome run(const Snapshot* start, const Tables* tables);

 private:
  // timing.cpp: the steps of an instant
  bool end_everything();
  bool end_unit_phases();
  bool fire_timers();
  void add_arrival(Time at);
  bool decide_on_channels();
  std::optional<Time> next_instant() const;
  void after(Time time, std::int64_t sequence, std::function<void()> what);
  Outcome finish();
  std::int64_t full_plane() const;
  bool waits_behind_writes(std::int64_t stream) const;

  // coalesce.cpp: from complete pages to the end of a request
  bool let_requests_leave(bool at_admission);
  std::set<std::int64_t> requests_without_pages() const;
  std::set<std::int64_t> post_and_see(bool at_admission);
  Time due(const std::vector<std::int64_t>& posted) const;
  void leave(std::int64_t request);
  bool coalesces() const;
  bool is_complete(std::int64_t request) const;

  // admission.cpp: from a request to operations
  void fill();
  void fill_flash_page(std::int64_t logical_page, std::int64_t flash_page);
  bool admit_requests();
  std::int64_t next_to_admit(std::int64_t queue) const;
  bool is_eligible(std::int64_t queue) const;
  QueueView view_of(std::int64_t queue) const;
  std::optional<std::int64_t> queue_to_serve() const;
  std::vector<std::int64_t> first_waiting(std::int64_t queue) const;
  void admit(std::int64_t request);
  void read_page(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& asked,
                 const AccessPointer& access);
  void resolve_read(const PagePointer& page, const std::set<std::int64_t>& asked);
  void read_from_flash(const PagePointer& page);
  void trim(std::int64_t request, const std::map<std::int64_t, std::set<std::int64_t>>& pages);
  void write_page(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& covered);
  void take_core(std::int64_t request);
  PagePointer new_page(std::int64_t request, std::int64_t lpn, std::int64_t sectors);
  Time across_write_link(std::int64_t request, std::int64_t sectors);
  void serve(const PagePointer& page);
  void data_arrives(const PagePointer& page);
  void flush_read_link();
  void complete_page(const PagePointer& page);
  std::int64_t stream_of(std::int64_t request, std::int64_t page) const;
  std::int64_t stream_of_page(std::int64_t request, std::int64_t lpn) const;
  std::int64_t pages_of(std::int64_t request) const;

  // dram.cpp
  Time end_of_access(std::int64_t bytes);
  void after_access(const AccessPointer& access, Time from, std::int64_t sequence, const AccountPointer& account,
                    const std::function<void()>& what);
  AccessPointer access_of_read(std::int64_t request) const;
  AccessPointer access_of_write(const std::set<std::int64_t>& covered) const;
  std::vector<AccessPointer> accesses_of(const ProgramOrder& order);

  // preload.cpp
  void preload();
  void preload_for(const std::vector<HostRequest>& requests);
  void collect_before_time_0(const Collection& collection);

  // avoid.cpp
  bool is_clear(std::int64_t request, const std::vector<std::int64_t>& waiting) const;
  bool goes_to_a_held_unit(std::int64_t request) const;
  std::optional<std::int64_t> known_plane_of_read(std::int64_t lpn) const;
  std::optional<std::int64_t> known_plane_of_write(std::int64_t lpn, std::int64_t index) const;

  // programs.cpp: host programs and reads as operations
  std::int64_t create_program(const ProgramOrder& order, std::function<void()> at_programmed);
  std::vector<OldData> old_data_of(const ProgramOrder& order);
  Operation new_program(const ProgramOrder& order);
  bool is_complete_when_transferred(const Page& page) const;
  std::int64_t plane_of_write(std::int64_t lpn, std::int64_t after_next) const;
  void add_program(const Operation& program);
  std::function<void()> old_page_arrival(const OldData& old, std::int64_t program);
  void place_at_admission(Operation program);
  void bring_data(std::int64_t program, const ProgramOrder& order, const std::vector<OldData>& old,
                  const std::vector<AccessPointer>& accesses);
  void old_data_arrive(std::int64_t program, const AccountPointer& account);
  void data_arrive(std::int64_t program);
  void program_has_data(std::int64_t program);
  void make_ready_in_turn(std::int64_t lpn);
  std::set<std::int64_t> whole_page() const;
  std::int64_t count_old_sectors(std::int64_t lpn, const std::set<std::int64_t>& covered);
  void read_old_page(std::int64_t program, const OldData& old);
  Operation new_read(std::int64_t sequence, std::int64_t lpn, std::int64_t sectors, const PagePointer& page);
  bool served_instead(std::int64_t read);
  std::int64_t add_read(Operation read);
  void read_is_ready(std::int64_t read);
  bool not_yet_programmed(std::int64_t lpn) const;
  bool in_controller(std::int64_t write, std::int64_t lpn) const;
  void take_pages(const std::vector<ChosenPlanes>& dies);
  std::vector<std::int64_t> take_page(Operation& program, std::int64_t index);
  void page_is_taken(const Operation& program, const std::vector<std::int64_t>& old);

  // iu.cpp: indirection units smaller than a flash page; without them each of these does what a page needs
  std::vector<std::int64_t> put_units(Operation& program);
  void program_flash(const Operation& program);
  bool programs_place(const Operation& program, std::int64_t place) const;
  bool is_in_turn(const Operation& program) const;
  void note_units(const ProgramOrder& order, const std::vector<OldData>& old);
  void mark_trimmed(Operation& program, std::int64_t lpn);
  bool joins_read_before(const PagePointer& page);
  bool follows_readahead_before(std::int64_t lpn, std::int64_t request) const;
  bool joins_readahead_before(std::int64_t lpn, std::int64_t request);
  // iu_collection.cpp
  std::int64_t collection_bytes_out(const Running& read) const;
  void add_flash_steps(Collecting& collecting, std::int64_t job);
  void add_flash_step(Collecting& collecting, Operation& job, const FlashStep& step);
  void count_gathering(const Collection& collection);
  void count_units(const Collection& collection);
  void read_moved(const std::vector<Move>& moves) const;
  void program_moved(const std::vector<Move>& moves);
  std::optional<NextGathering> next_gathering(const Collecting& collecting) const;
  void gather_next(Collecting& collecting);
  void gather(Collecting& collecting, Operation& job, std::int64_t place);
  void program_gathered(Collecting& collecting, Operation& job, std::int64_t gathered_before);
  void note_command_in_open_unit(const ChosenPlanes& chosen);

  // units.cpp: a unit as a state machine
  bool end_one_phase(std::int64_t unit);
  bool end_phase_of(std::int64_t unit, Running& running);
  bool end_stage(std::int64_t unit, Running& running);
  void begin_array(std::int64_t unit, Running& running);
  void end_array_piece(std::int64_t unit, Running& running);
  void end_array(Running& running);
  void end_own_transfer(Running& running, std::int64_t operation);
  void finish_command(std::int64_t unit);
  void resume_if_nothing_to_read(std::int64_t unit);
  void suspend_if_asked(std::int64_t unit);
  bool has_ready_read(std::int64_t unit) const;
  void tell_all(Running& running, Time Split::* part, Time until);
  bool is_idle(std::int64_t unit) const;
  void grant_copy(std::int64_t unit, std::int64_t plane, std::int64_t page, std::function<void()> at_array_end);

  // commands.cpp, grants.cpp: what a unit wishes for, combining, grants
  std::vector<Wish> wishes(std::int64_t unit) const;
  std::vector<Wish> wishes_if_idle(std::int64_t unit) const;
  std::vector<std::int64_t> candidates(std::int64_t unit) const;
  std::vector<std::int64_t> candidates_ready_or_not(std::int64_t unit) const;
  std::vector<std::int64_t> candidates_by_order(std::int64_t unit) const;
  std::vector<std::int64_t> candidates_of_any_age(std::int64_t unit) const;
  std::optional<std::int64_t> candidate_of_plane(std::int64_t plane) const;
  std::optional<Wish> choose(std::int64_t channel, const Wish* unplaced) const;
  Wish wish_of(WishKind kind, std::int64_t unit, std::int64_t sequence) const;
  std::optional<std::int64_t> program_head(std::int64_t plane) const;
  std::optional<std::int64_t> read_head(std::int64_t plane) const;
  bool is_candidate(const Operation& operation) const;
  ChosenPlanes combine(std::int64_t leader) const;
  bool join(ChosenPlanes& chosen, std::int64_t joiner, std::int64_t plane, std::int64_t pending) const;
  ActiveBlock address_of(const Operation& operation, std::int64_t plane) const;
  bool willing(const CommandView& command) const;
  std::optional<ChosenPlanes> chain(std::int64_t unit) const;
  std::int64_t priority_of(std::int64_t sequence) const;
  bool grant(const Wish& wish);
  void grant_data_out(const Wish& wish);
  void start_host_command(const std::vector<ChosenPlanes>& dies);
  std::vector<Running> begin_host_command(std::vector<ChosenPlanes> dies);
  Running begin_part(const ChosenPlanes& chosen, Time from);
  void hold_bus(std::int64_t unit, Time length, std::int64_t bytes, bool is_collection);
  void leave_queue(const Operation& operation);
  static bool goes_before(const Wish& one, const Wish& other);

  // plane_reads.cpp: planes that read by themselves
  std::vector<Wish> wishes_while_reading(std::int64_t unit) const;
  std::vector<std::int64_t> candidates_beside_reads(std::int64_t unit, std::vector<std::int64_t> found) const;
  std::optional<Wish> write_that_would_come(std::int64_t unit) const;
  void start_plane_read(std::int64_t unit, std::int64_t sequence);
  void finish_plane_read(std::int64_t unit, std::int64_t plane);
  Time plane_reads_released(const Operation& operation) const;

  // requests.cpp
  bool may_begin(const Operation& operation) const;
  std::set<std::int64_t> channels_of(std::int64_t request) const;

  // chips.cpp: dies of a chip that begin together
  std::vector<std::int64_t> units_beside(std::int64_t unit) const;
  bool is_closed(std::int64_t unit) const;
  bool can_be_taken(std::int64_t unit) const;
  std::vector<ChosenPlanes> with_other_dies(std::int64_t leader) const;
  std::optional<ChosenPlanes> part_of_die(std::int64_t unit, OperationKind kind) const;
  bool is_of_command(std::int64_t plane, std::int64_t leader) const;
  bool is_in_line(std::int64_t plane, std::int64_t leader) const;
  Time released(const Operation& operation) const;
  Time busy_until_in_chip(std::int64_t unit) const;
  bool holds(std::int64_t unit) const;
  Time held_since(Time from, std::int64_t unit) const;

  // collection.cpp
  void add_collections(const std::vector<Collection>& collections);
  void look_after_page(std::int64_t plane, bool idle);
  bool look_after_invalidation(std::int64_t plane);
  bool look_after_collection(std::int64_t plane, bool may_go_on);
  void look_after_others(const std::set<std::int64_t>& planes, bool may_go_on);
  std::optional<std::int64_t> job_of(std::int64_t plane) const;
  bool collects(std::int64_t plane) const;
  std::int64_t create_job(std::int64_t plane);
  bool start_collection(std::int64_t unit, std::int64_t leader);
  bool finds_block(std::int64_t job) const;
  bool choose_block(std::int64_t job, bool looks_again);
  static bool may_skip(const Operation& job);
  std::vector<std::int64_t> jobs_together(std::int64_t leader) const;
  std::vector<std::int64_t> jobs_at_heads(std::int64_t die) const;
  void fix_moves(Collecting& collecting, std::int64_t job);
  void add_move_steps(Collecting& collecting, std::int64_t job, const Move& move);
  void add_erase_step(Collecting& collecting);
  void prepare_next_move(std::int64_t unit);
  Command next_kind(std::int64_t unit) const;
  bool is_open(std::int64_t unit) const;
  bool is_hard(const Collecting& collecting) const;
  CollectionView collection_view(std::int64_t unit) const;
  void grant_step(std::int64_t unit);
  void step_finished(std::int64_t unit);
  void end_collection(std::int64_t unit);

  // series.cpp, background.cpp, retirement.cpp, snapshot.cpp
  bool collect_in_series(std::int64_t plane);
  bool is_quiet(std::int64_t plane) const;
  bool has_background() const;
  bool collect_in_background();
  bool is_at_rest(std::int64_t unit) const;
  bool is_request_left() const;
  bool create_background_job(std::int64_t unit);
  void end_life_in(std::int64_t plane);
  void look_for_end_of_life();
  bool is_first_unplaced_stuck() const;
  bool is_stuck(std::int64_t plane) const;
  void forget_what_is_left();
  std::int64_t count_retired_blocks() const;
  Snapshot take_snapshot() const;
  void start_from(const Snapshot& snapshot);

  // zero.cpp, wear.cpp
  bool collect_at_once(std::int64_t victim, bool forced);
  void count_at_once(const Collection& collection);
  void look_after_wear(std::int64_t plane);

  // superblocks.cpp
  void collect_superblock(const Collection& collection);
  void add_superblock_erase(std::int64_t number, std::int64_t plane, const Collection& collection);
  void add_superblock_read(std::int64_t number, const FlashStep& step);
  void add_superblock_program(std::int64_t number, const FlashStep& step, std::set<std::int64_t> sources);
  void release_readers(std::int64_t program);
  void superblock_page_read(std::int64_t number, std::int64_t read);
  void superblock_page_programmed(std::int64_t number, std::int64_t program);
  void begin_superblock(std::int64_t number);
  void start_move(std::int64_t unit, std::int64_t sequence);

  // held.cpp: any_idle
  bool becomes_stream(std::int64_t job) const;
  std::int64_t job_that_moves(const Collecting& collecting, std::int64_t from) const;
  void begin_stream(std::int64_t job, std::int64_t from);
  void complete_segments(const std::vector<std::int64_t>& jobs);
  std::optional<std::int64_t> next_to_write_back() const;
  std::optional<std::int64_t> slot_reserved_for(std::int64_t page) const;
  std::optional<std::int64_t> slot_of(std::int64_t lpn) const;
  void add_slot_step(Collecting& collecting, std::int64_t job, std::int64_t from, std::int64_t slot);
  void hold(std::int64_t slot);
  void forget_slot(std::int64_t lpn);
  void leave_slot(std::int64_t number);
  bool absorbs(const Operation& write) const;
  void absorb(std::int64_t write);
  bool write_back();
  bool write_back_one();
  std::optional<std::int64_t> unit_for_write_back() const;
  std::optional<std::int64_t> plane_for_copy(std::int64_t unit) const;
  bool host_is_ready_for(std::int64_t unit) const;
  bool unplaced_is_ready() const;

  // replicas.cpp
  bool read_from_replica(Operation& read);
  void mark(std::int64_t lpn, std::int64_t read_from);
  bool replicate();
  bool replicate_one();
  bool is_host_absent() const;
  std::optional<std::int64_t> unit_for_replica(std::int64_t lpn) const;
  bool make_room_for_replica();
  void program_replica(std::int64_t lpn, std::int64_t unit);
  void break_off_replicas();
  void break_off(std::int64_t page);
  void forget_copies(std::int64_t lpn);
  void drop_replicas_in(std::int64_t block);

  // dispatch.cpp: dynamic placement
  bool dispatch_writes();
  bool dispatch_by_order();
  bool offer(std::int64_t write);
  bool would_get(std::int64_t write, std::int64_t unit) const;
  std::optional<std::int64_t> plane_of_fewest_writes(const std::set<std::int64_t>& planes) const;
  std::vector<ChosenPlanes> form_command(std::int64_t write, std::int64_t plane) const;
  std::vector<std::int64_t> line_behind(std::int64_t plane, std::int64_t stream) const;
  bool dispatch_by_cost();
  bool has_room(std::int64_t plane, std::int64_t stream) const;
  std::set<std::int64_t> cheapest_planes(std::int64_t stream) const;
  std::vector<std::int64_t> unplaced_by_rule_2() const;
  UnitView unit_view(std::int64_t plane) const;
  Time busy_until(const Unit& unit) const;

  // buffer.cpp
  void buffer_write(const PagePointer& page, std::int64_t stream, const std::set<std::int64_t>& covered);
  void write_through(const PagePointer& page, const std::set<std::int64_t>& covered);
  bool buffer_read(const PagePointer& page, const std::set<std::int64_t>& asked);
  void make_resident(std::int64_t lpn);
  void evict_for_waiting();
  std::optional<std::int64_t> victim() const;
  void evict(std::int64_t lpn);
  void begin_to_wait_for_slot(std::int64_t lpn);
  void host_writes(Entry& entry, std::int64_t stream, const std::set<std::int64_t>& covered);
  void slot_freed();
  void serve_write(const PagePointer& page);
  void trim_entry(std::int64_t lpn);
  void follow_run(std::int64_t request, const AccessPointer& access);
  void start_readahead(std::int64_t lpn, std::int64_t sequence, std::int64_t request);
  void readahead_arrives(const std::vector<std::int64_t>& lpns);
  bool free_slot_for_clean();
  void touch(Entry& entry);
  Entry& open_entry(std::int64_t lpn);
  AccountPointer new_account() const { return std::make_shared<Account>(Account{{}, now_}); }

  // flush.cpp, gather.cpp, host_flush.cpp
  bool flush_entries();
  bool gathers() const { return drive_.gather_programs > 0 && drive_.write_back; }
  void enter_list(Entry& entry);
  bool may_flush() const { return evicting_programs_ + flushing_ < space_.plane_count(); }  // buffer.flush, 2
  void look_for_partners();
  void note_wait_for_partners();
  Filled find_candidates() const;
  void take_from_batch();
  Candidates candidates_of_flush() const;
  std::vector<std::int64_t> next_to_flush() const;
  std::vector<std::int64_t> without_flush(std::vector<std::int64_t> list) const;
  std::vector<std::int64_t> list_of(List list) const;
  std::vector<std::int64_t> first_of_stream(std::int64_t stream, std::int64_t count) const;
  bool is_whole(const Entry& entry) const;
  bool wants_flush(bool whole) const;
  bool is_every_request_complete() const;
  void flush(const std::vector<std::int64_t>& lpns);
  std::int64_t count_clean_flushes() const;
  void admit_flush(std::int64_t request);
  void ask_for_dirty_entries();
  void end_pending_writes(const std::vector<std::int64_t>& ended);
  std::map<std::int64_t, Time> not_on_flash() const;
  bool is_protected() const { return drive_.buffer_protected && drive_.buffer_slots > 0 && drive_.write_back; }
  bool waits_for_flash(std::int64_t request) const { return requests_[request].is_forced && !is_protected(); }
  void wait_for_flash(const PagePointer& page, Entry& entry);

  // phases.cpp
  bool has_phases() const { return !workload_.flows.empty() && workload_.flows.front().phase.has_value(); }
  bool is_last_before_rest() const;
  void begin_phase(std::int64_t phase, Time at);
  void leave_phase(std::int64_t request);
  std::int64_t requests_to_come() const;
  std::optional<Time> instant_of_next_phase();
  void begin_to_count();
  void set_counts_to_zero();
  Time clock() const;

  // accounting.cpp
  void account_wait(Operation& operation);
  void account_time(Time until);
  bool is_busy(std::int64_t chip) const;
  bool is_wanted(std::int64_t chip) const;
  bool is_elsewhere_idle(const std::set<std::int64_t>& chips) const;
  void account_idle_beside(Time length);
  std::int64_t count_volatile_slots() const;
  void add_up_volatile();
  void add_up_held();
  void flash_phase_ended();
  void account_array(const Running& running, std::int64_t unit);
  void record_command(Running& running, std::int64_t unit);
  void attribute_arrays();
  void count_commands();
  void count_in_arrays(Command kind, std::int64_t planes);
  void add_up_energy();
  void project_life();
  void amplify_bytes();

  bool bus_is_free(std::int64_t unit) const { return !bus_end_[channel_of_unit(unit)]; }
  void start_flows();
  std::optional<std::int64_t> first_flow() const;
  void number_arrivals();
  void leave_flow(std::int64_t request);
  std::int64_t queue_of(std::int64_t request) const;
  std::int64_t expected_requests() const;
  std::int64_t data_bytes(const Operation& operation) const;
  bool has_link() const { return drive_.link || drive_.link_request > 0; }
  Time link_time(std::int64_t request, std::int64_t sectors);

  std::vector<HostRequest> requests_;  // by number; those of flows are added as they arrive
  const Workload& workload_;
  const bool dynamic_, preemptible_, at_issue_;  // place.class, collection.preempt
  const bool map_follows_clock_;                 // space.time
  Space space_;
  Flash flash_;
  Outcome outcome_;

  Time now_ = 0;
  std::int64_t next_sequence_ = 0, grants_ = 0;
  std::map<std::int64_t, Operation> operations_;  // not finished, by sequence number
  std::multimap<std::pair<Time, std::int64_t>, std::function<void()>> timers_;
  std::vector<Unit> units_;
  std::vector<std::optional<Time>> bus_end_;           // of each channel
  std::vector<std::deque<std::int64_t>> plane_order_;  // placed programs, collections until they end (unit.queue)
  std::set<std::int64_t> unfinished_programs_;  // host programs until their array phase ends (map.not_yet_programmed)
  std::map<std::int64_t, std::int64_t> newest_write_;  // lpn -> newest host program (map.not_yet_programmed)
  // Host programs, and those of their pages that were collected before they ended (collection.cost_zero).
  std::set<std::pair<std::int64_t, std::int64_t>> moved_while_programmed_;
  std::map<std::int64_t, std::set<std::int64_t>> ungranted_;  // lpn -> host programs not granted (time.ready)
  std::set<std::int64_t> being_granted_;                      // units of the command whose pages are being taken
  std::set<std::int64_t> unplaced_;
  std::vector<std::int64_t> writes_given_;  // to each plane (place.dynamic, place.cost)
  std::int64_t write_count_ = 0;            // place.write_order
};

}  // namespace ssd::oracle

// The memory of one run: every array of engine/state.h, laid out and set to its state at time 0 (all pages erased). Its
// size never exceeds ArenaShape::memory_limit.
#pragma once
#include <csetjmp>
#include <cstddef>
#include <span>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/engine/state.h"
#include "runtime/run/flow_load.h"

namespace ssd::run {

struct ArenaShape {
  Pass pass = Pass::kAll;      // kFunctional: of the timing half only what the results are made from
  bool sector_states = false;  // some write covers part of a page
  bool coupled = false;        // see State::completions
  u32 closed_depth = 0;
  u32 completions = 0;                         // coupled: most requests in flight
  std::span<const FlowLoad> flows = {};        // of the load
  bool by_flow = false;                        // Load::by_flow
  bool flushes = false;                        // some request may be a flush (host.flush)
  bool whole = false;                          // take the whole-drive loop even if the plain loops would do
  u32 least_group_log2 = 0;                    // tests: groups of logical pages as on larger drives (ftl/holders.h)
  bool begun = false;                          // the state that it starts from has begun blocks (start.even)
  bool full_map = false;                       // most of the map is written before the first request
  u64 page_operations = ~u64{0};               // of the run, about
  std::size_t memory_limit = ~std::size_t{0};  // bytes in all
  u32 operations = 1U << 15;                   // first size of the pool of operations
  u32 slots = 1U << 12;                        // first size of the pool of requests
};

// How many logical pages a group has on a drive of so many (ftl/holders.h), as a power of two.
u32 group_log2_of(u64 logical_pages);

// How many entries such a table of the drive has (table.entries).
u64 cells_of(const Config& c, TableOf of);

// Throws std::bad_alloc if the machine does not have the memory.
class Arena {
 public:
  // The plan must outlive the arena.
  Arena(const Plan& plan, const ArenaShape& shape);
  Arena(Plan&& plan, const ArenaShape& shape) = delete;
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Bytes that the constructor would map.
  static std::size_t bytes_needed(const Plan& plan, const ArenaShape& shape);

  State& state() { return *state_; }
  const Config& config() const { return config_; }
  std::size_t bytes() const { return bytes_ + ops_bytes_ + slots_bytes_ + before_bytes_ + pool_bytes_; }
  // Enlarges the pool of the plain loops that the engine needs larger; false if there is no memory for that.
  bool enlarge(Status wanted);
  // The whole-drive loop enlarges its pools from within the engine. If there is no memory for that, it jumps here; the
  // caller of the engine must have set the jump buffer. The engine has no destructors and no memory of its own, so
  // nothing has to be undone.
  std::jmp_buf& out_of_memory() { return out_of_memory_; }

 private:
  explicit Arena(const Config& config) : config_(config) {}
  // The next array of the layout begins at a line of the caches; null while only the bytes are counted.
  template <class T>
  void place(T*& pointer, std::size_t count) {
    constexpr std::size_t kLine = 64;
    bytes_ = (bytes_ + kLine - 1) / kLine * kLine;
    pointer = memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + bytes_);
    bytes_ += count * sizeof(T);
  }
  template <class Index, class T>
  void place(Table<Index, T>& table, std::size_t count) {
    place(table.at, count);
  }
  template <class Index, class T>
  void place(SparseTable<Index, T>& table, std::size_t count) {
    place(table.complements, count);
    note_sparse(count * sizeof(u32));
  }
  // What was placed last, so many bytes, is touched only where the run goes. Its memory is zero until then.
  void note_sparse(std::size_t bytes) { sparse_.push_back({bytes_ - bytes, bytes}); }
  void back_sparsely(const ArenaShape& shape);
  void lay_out(const ArenaShape& shape);
  void lay_out_policies();
  void fill_tables();
  void start_policies();
  void lay_out_timing(const ArenaShape& shape);
  void lay_out_flows(const ArenaShape& shape);
  void lay_out_whole();
  void lay_out_channels(whole::Whole& w);
  void lay_out_copies(whole::Whole& w);
  void erase_all();
  void start_timing();
  void map_plain_pools(const ArenaShape& shape);
  void start_whole(const ArenaShape& shape);
  void start_turns(const ArenaShape& shape);
  void start_flows(const ArenaShape& shape);
  void start_phases(const ArenaShape& shape);
  template <class T>
  void map_pool(T*& memory, u32& capacity, u32 count);
  template <class Index>
  void map_index(PageIndex<Index>& index, u32 lists);
  void map_indices(u32 lists);
  static void grow_pool(State* state, void** memory, u32* capacity, u64 element_bytes);
  u32 room_to_grow(u32 capacity, std::size_t element_bytes) const;
  std::size_t pools_needed(const ArenaShape& shape) const;

  Config config_;
  std::span<const TableShape> tables_;  // of the plan
  State layout_{};                      // while laying out: its pointers are offsets
  whole::Whole whole_layout_{};
  State* state_ = nullptr;
  std::byte* memory_ = nullptr;
  struct Part {
    std::size_t begin, bytes;
  };
  std::vector<Part> sparse_;  // of the memory, in the order of the layout; those of the map come first
  std::size_t bytes_ = 0, ops_bytes_ = 0, slots_bytes_ = 0, before_bytes_ = 0;
  std::size_t pool_bytes_ = 0, memory_limit_ = ~std::size_t{0};
  std::jmp_buf out_of_memory_{};
};

}  // namespace ssd::run

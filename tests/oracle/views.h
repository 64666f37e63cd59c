// What the functions of a design see when they are called: the records of docs/reference/keys.md, and the events of
// tables (table.events). Times are in ns.
#pragma once
#include <cstdint>
#include <vector>

namespace ssd::oracle {

using Time = std::uint64_t;  // ns

// A table of 64-bit words (table.entries). For a table of reals a word holds the bits of a double, which the oracle
// never interprets.
struct TableSpec {
  enum class Of { kDrive, kLpn, kBlock, kStream };
  Of of = Of::kDrive;
  std::int64_t initial = 0;
};
using Tables = std::vector<std::vector<std::int64_t>>;  // by table, then by entry

// What all functions of the design can read (policy.inputs). write_amplification counts the pages taken so far.
struct Around {
  Time now = 0;
  double write_amplification = 1;
};

// The other arguments of the design's functions (docs/reference/keys.md, records). Times are in ns.
struct UnitView {
  std::int64_t channel = 0, chip = 0, die = 0, plane = 0, busy_for = 0, queued = 0, free_pages = 0;
  Around around = {};
};
struct RequestView {
  std::int64_t lpn, pages, size;
  Time arrival;
  std::int64_t queue;
  Around around = {};
  std::int64_t flow = 0, handle = 0;
  const Tables* tables = nullptr;  // as they are now; null in a drive without tables
  std::int64_t page = 0;           // for Drive::stream_reads_page only
};
struct CommandView {
  std::int64_t wasted, pending, planes;
  Around around = {};
  bool is_read = false, is_gc = false;  // for multiplane_predicate
};
struct OpView {
  bool is_read, is_write, is_erase, is_gc, is_host;
  std::int64_t waited, pages;  // pages: of its request; 1 for a collection
  UnitView unit = {};
  Around around = {};
  std::int64_t lpn = 0, queue = 0, bytes = 0;  // 0 for a collection (bus.priority)
};
struct EntryView {
  std::int64_t age, dirty, hits, pages;  // dirty: 0 or 1
  Around around = {};
};
struct FlushView {
  std::int64_t dirty, whole, slots, under_way;
  bool idle;
  Around around = {};
};
struct QueueView {
  std::int64_t index, waiting, in_flight, oldest;
  Around around = {};
};
struct BlockView {
  std::int64_t valid, invalid, free, written, pages, erases, age, random, age_rank = 0, random_rank = 0;
  Around around = {};
  std::int64_t number = 0, stream = 0;
  const Tables* tables = nullptr;  // for `victim` and `allocate`, as they are now; null in a drive without tables
  std::int64_t last_write = 0;     // negative if it was before time 0 (space.last_write)
};
// A page that a collection is about to move (collection.stream).
struct MoveView {
  std::int64_t lpn, block, stream;  // block: the number (BlockView::number) of the one that it leaves
  const Tables* tables = nullptr;   // as they are now; null in a drive without tables
  Around around = {};
};
struct CollectionView {
  std::int64_t moved, left, waiting_host, free_pages;
  Around around = {};
};

// What a table's events see (table.events). Blocks are given by their numbers (BlockView::number), and `index` is the
// page's number in its block.
struct WriteEvent {
  std::int64_t lpn, stream, block, index;
  bool is_new;
  Around around = {};
};
struct TrimEvent {
  std::int64_t lpn;
  Around around = {};
};
struct MoveEvent {
  std::int64_t lpn, block, stream, to, to_stream, index;
  Around around = {};
};
struct EraseEvent {
  std::int64_t valid, invalid, erases, number, stream, age;
  Around around = {};
  std::int64_t last_write = 0;
};

}  // namespace ssd::oracle

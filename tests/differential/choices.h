// What a random case consists of, as plain choices. The .ssd text and the oracle's Drive are both made from the
// choices, neither from the other, so mistakes of the front end show too. A value that depends on other choices
// (logical pages, the share that is filled) is derived when it is needed, so a feature can be switched off and the rest
// remains consistent.
#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::differential {

using oracle::Time;
using std::int64_t;
using Random = std::mt19937_64;

// A random number that is the same with every standard library (std::uniform_int_distribution is not).
inline int64_t between(Random& random, int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}
inline bool chance(Random& random, int percent) { return between(random, 1, 100) <= percent; }
template <class T>
T pick(Random& random, std::initializer_list<T> list) {
  return *(list.begin() + between(random, 0, std::ssize(list) - 1));
}
inline Time pick_time(Random& random, std::initializer_list<int64_t> list) {
  return static_cast<Time>(pick(random, list));
}

// An expression of the design: a row of a table that holds the text and the same expression as a C++ function, and the
// number that is put into the text. kNoShape: the design leaves the key out.
inline constexpr int kNoShape = -1;
struct Shape {
  int row = kNoShape;
  int64_t number = 0;
  bool given() const { return row != kNoShape; }
};

// A random row of the table.
template <class Table>
Shape pick_shape(Random& random, const Table& table, std::initializer_list<int64_t> numbers) {
  const int row = static_cast<int>(between(random, 0, std::ssize(table) - 1));
  return {row, pick(random, numbers)};
}

struct GeometryChoices {
  int64_t channels = 1, chips = 1, dies = 1, planes = 1, blocks = 8, pages = 4;
  int64_t sectors_per_page = 4, sector_bytes = 512, spare_bytes = 64;
  int64_t all_planes() const { return channels * chips * dies * planes; }
  int64_t page_bytes() const { return sectors_per_page * sector_bytes; }
};

struct NandChoices {
  Time read = 0, program = 0, erase = 0;
  Shape read_shape, program_shape, erase_shape;
  bool says_kinds = false;  // the text has `page_kind`; otherwise the kinds are those of the cell
  bool bus_by_rate = false;
  int64_t cycle = 25, width = 8, command_cycles = 7;  // used if not bus_by_rate
  int64_t rate = 40, command = 0;                     // MB/s, ns
  Time dummy_busy = 0, cache_busy = 0, suspend = 0, resume = 0;
  int64_t endurance = 0;         // erases; 0: the text leaves it out
  oracle::Drive::Energy energy;  // a constant that is 0 is left out
};

enum class Map { kOrder, kStriped, kLopsided, kHashed };  // all but the first are static only

struct SpaceChoices {
  oracle::Placement placement = oracle::Placement::kStatic;
  Map map = Map::kOrder;
  std::array<oracle::Level, 4> order{oracle::Level::kChannel, oracle::Level::kDie, oracle::Level::kPlane,
                                     oracle::Level::kChip};
  int64_t stripe = 1;
  Shape cost;
  int64_t streams = 1;
  Shape stream;
  bool by_handle = false;  // `streams: handles(n)`; then no request has a larger handle, and `stream` has no effect
  int64_t share = 80;      // percent of the most logical pages that the front end accepts
  bool filled = false, fill_random = false;
  bool fill_even = false;  // where there are no superblocks; then fill_random has no effect
  // percent: of the blocks that may be used; and of those pages at most so many are valid.
  int64_t fill_used = 50, fill_valid = 80;
  std::uint64_t fill_seed = 0;
};

struct CommandChoices {
  bool interleave = true;
  bool chip_commands = false;  // with interleave, and without what it does not go together with
  oracle::Willing multiplane = oracle::Willing::kNo, copyback = oracle::Willing::kNo;
  Shape multiplane_predicate, copyback_predicate;
  bool block_and_page = false, cache = false, suspend = false;
  int64_t suspend_limit = 0;
  bool preempt_page = false;
  Shape trigger;
  Shape priority;
  bool reorder_fifo = false;
  bool whole_requests = false;  // `reorder: requests`, without what it does not go together with
  bool plane_reads = false;     // only in plane_reads_case()
};

struct PolicyChoices {
  Shape victim, preempt, hard, allocate;  // see policies.cpp; preempt only together with CommandChoices::preempt_page
  bool levels_static = false, levels_dynamic = false;
  int64_t threshold = 0;
  bool cost_zero = false;
};

struct CopiesChoices {
  int64_t slots = 0, replicas = 0;  // 0: left out; any_idle is left out without dynamic placement
  bool always = false;              // `when: always` of any_idle
};

// Collection beyond the plane: collection.scope, collection.active, collection.same_die, collection.background,
// host.avoid.
struct ReachChoices {
  oracle::Scope scope = oracle::Scope::kPlane;
  bool shared = false;
  bool by_stream = false;     // left out where `shared` is said, with copies, and where too few blocks would be left
  int64_t shared_stream = 0;  // limited to the last stream
  bool same_die = false;      // left out with any_idle and with `cost: zero`
  bool idle = false, reads_idle = false, avoid = false;
  Time idle_after = 0;
};

struct SuperblockChoices {
  // kPlane: left out; also left out where another choice excludes superblocks.
  oracle::Scope group = oracle::Scope::kPlane;
};

// Tables and what reads them (tables_case.h).
struct TableChoices {
  bool given = false;
  bool moves = false;                      // `stream(m)`, where streams stay apart
  bool by_page = false;                    // `stream(r)` reads `r.page`
  bool scores = false, allocates = false;  // `victim(b)` and `allocate(b)` read a table
  int64_t many = 0;                        // valid pages of a victim that are many
};

// Policies of fields and operators that other choices do not have (fields_case.h). Each replaces the choice of its
// hook.
struct FieldChoices {
  Shape priority, victim, allocate, erase;
};

struct UnitChoices {
  int64_t subpages = 1;       // indirection units in a flash page (iu_case.h); 1: left out
  int64_t program_pages = 1;  // flash pages of a program (word_line_case.h); 1: left out
};

struct HostChoices {
  int64_t queue = 0, queues = 1;
  int64_t outstanding = 0;         // 0: unlimited
  std::array<int64_t, 4> weights;  // of the queues, where `weighted`
  bool weighted = false;
  Shape arbitration;  // a score over a queue, without weights; both are left out with one queue
  bool read_modify_write = true, transferred = false, read_moves_page = false, program_moves_sectors = false,
       as_written = true;
  Time command = 0, ecc = 0;
  int64_t link = 0;  // MB/s; 0: no link
  Time link_request = 0;
  int64_t coalesce_requests = 1;  // 1: completions are not coalesced
  Time coalesce_time = 0;
  int64_t dram = 0, dram_entry = 0;  // MB/s of the controller's DRAM (0: unlimited), bytes of an entry of the map
  int64_t cores = 0;  // of the firmware; 0: none. Its times are those of a read, a write, a trim, and a page
  std::array<Time, 4> firmware{};
  // The DRAM buffer.
  int64_t slots = 0, odd_bytes = 0;  // odd_bytes makes a size that is not a whole number of pages and is rounded down
  bool write_back = true, is_protected = false;
  oracle::Evict evict = oracle::Evict::kLru;
  Shape score;
  Shape flush;               // a word, a share or a condition of `buffer.flush`; not given: `full`
  int64_t gather_scope = 0;  // 0: no program waits for another; 1: die, 2: chip, 3: device
  Time gather_time = 0;
  Time latency = 0;
  bool bare_latency = false;  // `buffer.latency` without slots, for reads that the data of a program serve
  int64_t readahead_trigger = 0, readahead_pages = 0;
};

struct Choices {
  GeometryChoices geometry;
  NandChoices nand;
  SpaceChoices space;
  CommandChoices commands;
  PolicyChoices policies;
  CopiesChoices copies;
  ReachChoices reach;
  SuperblockChoices superblocks;
  TableChoices tables;
  UnitChoices units;
  FieldChoices fields;
  HostChoices host;
};

// Each of these has its own file, with three functions: make the choices at random, write them as .ssd text, write them
// into the oracle's Drive.
void choose_part(Random& random, Choices& c);    // geometry, nand
void choose_upkeep(Random& random, Choices& c);  // the part's energy, and an endurance that no block reaches
void choose_space(Random& random, Choices& c);   // allocation, capacity, start
// Whether the dies of a chip share its commands (drive.interleave_command).
bool shares_commands(const Choices& c);
// Whether it says `reorder: requests`.
bool orders_requests(const Choices& c);
void choose_commands(Random& random, Choices& c);  // commands, gc, schedule
void choose_host(Random& random, Choices& c);      // host, buffer
void choose_firmware(Random& random, HostChoices& h);
void choose_arbitration(Random& random, Choices& c);  // which host queue is served next, and the limit of all of them
std::string part_text(const Choices& c);
std::string space_text(const Choices& c);
std::string commands_text(const Choices& c);
int64_t programs_gathered(const Choices& c);  // G of buffer.gather
std::string host_text(const Choices& c);
std::string arbitration_text(const Choices& c);  // keys of host
void set_part(const Choices& c, oracle::Drive& d);
void set_space(const Choices& c, oracle::Drive& d);  // call after set_part()
void set_commands(const Choices& c, oracle::Drive& d);
void set_host(const Choices& c, oracle::Drive& d);
void set_arbitration(const Choices& c, oracle::Drive& d);

int64_t logical_pages(const Choices& c);  // flash pages

}  // namespace ssd::differential

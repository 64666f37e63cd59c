// The slow, obvious simulator: the reference that every engine must agree with, bit for bit. Written from model.md and rules.md alone,
// never from the engine; it shares no code with it. Readers should be able to believe it by reading it.
//
// This subset: read, program, erase; interleave on or off; page-level map with static placement; greedy collection per plane, not
// preemptible; open loop, finite queue, closed loop; read-modify-write; reads of unwritten pages.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ssd::oracle {

using Time = std::uint64_t;  // ns

// Where a logical page is placed, down to the plane (each an index within its parent).
struct Place {
  std::int64_t channel, chip, die, plane;
};

struct Drive {
  // Counts per parent.
  std::int64_t channels = 1, chips = 1, dies = 1, planes = 1, blocks = 8, pages = 4;
  std::int64_t sectors_per_page = 4, sector_bytes = 512, spare_bytes = 64;
  std::int64_t logical_pages = 0;
  Time read = 0, program = 0, erase = 0, command = 0;
  // Bus time a byte = numerator / denominator ns; a transfer of n bytes takes the ceiling of n times that, once.
  std::int64_t bus_numerator = 25, bus_denominator = 1;
  bool interleave = true;              // each die is a unit of its own; else the chip is the unit
  bool read_modify_write = true;
  bool complete_when_transferred = false;  // complete_write: transferred
  bool read_moves_page = false;        // transfer { read: page }
  bool program_moves_sectors = false;  // transfer { program: sectors }
  bool read_unwritten_as_written = true;
  std::int64_t queue = 0;              // 0 = unlimited
  std::function<Place(std::int64_t lpn)> place;
  std::function<bool(std::int64_t free_pages, std::int64_t free_blocks)> trigger, stop;  // of one plane
};

struct HostRequest {
  Time arrival = 0;  // ignored in a closed loop
  std::int64_t sector = 0, sectors = 1;
  bool is_read = false;
};

struct Workload {
  std::vector<HostRequest> requests;
  std::int64_t closed = 0;  // > 0: closed loop of that depth
  Time think = 0;           // closed loop: from a completion to the arrival that it makes
};

struct Outcome {
  bool drive_full = false;          // the run stopped; what follows is then not compared, except full_plane
  std::int64_t full_plane = -1;     // plane id = ((channel * chips + chip) * dies + die) * planes + plane
  std::vector<Time> arrival, completion;  // of each request
  // Counts.
  std::int64_t host_programs = 0, collection_programs = 0, flash_reads = 0, collection_reads = 0, erases = 0, collections = 0;
  std::int64_t forced_collections = 0;  // part of collections
  std::int64_t rmw_reads = 0;       // flash reads that are the first half of a read-modify-write (part of flash_reads)
  std::int64_t buffer_reads = 0;    // page reads (host, or for read-modify-write) served from data not yet programmed
  std::int64_t unwritten_reads = 0; // host page reads that needed no flash because nothing was ever written there
  std::int64_t preloaded = 0;       // pages written before time 0 because they are read before they are written
  // Busy time: bus tenures of each channel, array phases of each plane, by cause ([0] host, [1] collection).
  std::vector<std::array<Time, 2>> channel_bus, plane_array;
  // Time in which at least one array phase runs in the chip, attributed to the phase that first covers the instant (phases in order of
  // their grants).
  std::vector<std::array<Time, 2>> chip_array;
  std::vector<std::int64_t> block_erases;  // index plane id * blocks + block
  std::map<std::int64_t, std::int64_t> map;  // lpn -> physical page ((plane id * blocks + block) * pages + page)
  Time end = 0;                     // end of the last flash phase
};

Outcome simulate(const Drive& drive, const Workload& workload);

}  // namespace ssd::oracle

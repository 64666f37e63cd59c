// The numbers a run produces, as the engine counts them: integers only (rule 41). Means, shares and percentiles are
// computed from these once, at the end, outside the engine.
#pragma once
#include "runtime/abi/request.h"

namespace ssd {

__extension__ using u128 = unsigned __int128;

// Response times in ns. Values below 2048 have a bucket each; above, each power of two has 1024 equal buckets (rule
// 41), so a percentile is at most 1/1024 of itself too high.
struct Histogram {
  static constexpr u32 kExactBits = 11;
  static constexpr u32 kSubBucketBits = 10;
  static constexpr u32 kBuckets = ((64 - kExactBits) << kSubBucketBits) + (u32{1} << kExactBits);

  u64 count = 0;
  u64 min = ~u64{0}, max = 0;
  u128 sum = 0, sum_of_squares = 0;
  u64 buckets[kBuckets] = {};

  static constexpr u32 bucket_of(u64 value) {
    if (value < (u64{1} << kExactBits)) return static_cast<u32>(value);
    const u32 shift = static_cast<u32>(63 - __builtin_clzll(value)) - kSubBucketBits;
    return (shift << kSubBucketBits) + static_cast<u32>(value >> shift);
  }
  // The greatest value that falls into the bucket.
  static constexpr u64 upper_edge(u32 bucket) {
    if (bucket < (u32{1} << kExactBits)) return bucket;
    const u32 shift = (bucket >> kSubBucketBits) - 1;
    const u64 next = (u64{bucket} - (u64{shift} << kSubBucketBits)) + 1;
    return (next << shift) - 1;
  }
  void add(u64 value) {
    ++count;
    sum += value;
    note(value);
  }
  // All but count and sum, which are to be added by the caller.
  void note(u64 value) {
    if (value < min) min = value;
    if (value > max) max = value;
    sum_of_squares += u128{value} * value;
    ++buckets[bucket_of(value)];
  }
};

// What the flash did, over the whole drive.
struct FlashCounts {
  u64 host_reads, host_programs;              // issued for the host; reads include those of read-modify-writes
  u64 read_modify_write_reads;                // part of host_reads
  u64 collection_reads, collection_programs;  // pages moved over the bus; programs include copybacks
  u64 copybacks;                              // part of collection_programs
  u64 erases, collections, forced_collections;
  u64 idle_collections;                    // begun while no host operation was ready or running in the unit
  u64 conflicts;                           // host page operations that waited for a collection
  u64 buffer_reads;                        // page reads served from data that was not yet programmed
  u64 unwritten_reads;                     // page reads of pages never written
  u64 preloaded;                           // pages written before time 0 (rule 25)
  u64 trimmed;                             // pages that lost their data to a trim
  u64 wasted_multiplane, wasted_copyback;  // pages skipped
  u64 suspends;
  u64 buffer_hits, evictions, readaheads;  // the DRAM buffer's (S38 to S41)
  u64 wear_collections, wasted_wear;       // part of collections; pages skipped by them (S50)
  u64 conflicting_collections;             // S60: begun while a host operation was ready in the unit
  u64 buffered_moves,
      write_backs;  // pages read into slots, and from there to flash: part of the collection's reads and programs
  u64 buffered_reads, absorbed_writes;  // of the host, served by slots
  u64 held_pages;                       // S60: that were in slots and have left them; how long in all, and at most
  Time held_longest;
  u128 held_time;
  u64 replica_programs;        // S61: of nobody, neither host nor collection
  u64 replica_reads;           // part of host_reads
  u64 background_collections;  // S67: part of collections
};

// Where the time of a request went (S43). The parts sum to its response time.
enum class Part : u8 { kQueue, kUnit, kCollection, kChannel, kTransfer, kArray, kController };
inline constexpr u32 kParts = 7;

// Flash commands by kind, number of planes (the last counts all beyond) and whether they were interleaved (S45).
enum class CommandType : u8 { kRead, kProgram, kErase, kCopyback };
inline constexpr u32 kCommandTypes = 4;
inline constexpr u32 kMostPlanes = 16;
struct CommandCounts {
  u64 count[kCommandTypes][kMostPlanes][2];  // [planes - 1][interleaved]
};

// A unit's share of the clock (S44); idle is the rest.
struct UnitTimes {
  Time array, bus, contention;
};

// What the host asked for and got.
struct HostCounts {
  u64 completed[kDirections];       // requests
  u64 bytes[kDirections];           // of completed requests
  u128 parts[kDirections][kParts];  // of their response times
  Time first_arrival, last_completion;
};

}  // namespace ssd

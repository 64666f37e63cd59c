// The numbers that a run produces, as the engine counts them: integers only (account.numbers). Means, shares and
// percentiles are computed from them once, at the end, outside the engine.
#pragma once
#include "runtime/abi/request.h"

namespace ssd {

// Response times in ns. Values below 2048 have a bucket each; above, each power of two has 1024 equal buckets
// (account.numbers), so a percentile is at most 1/1024 too high.
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
  // Adds a value to everything but count and sum, which the caller adds.
  void note(u64 value) {
    if (value < min) min = value;
    if (value > max) max = value;
    sum_of_squares += u128{value} * value;
    ++buckets[bucket_of(value)];
  }
};

// The counts of the flash over the whole drive.
struct FlashCounts {
  u64 host_reads, host_programs;              // for the host; reads include those of read-modify-writes
  u64 read_modify_write_reads;                // part of host_reads
  u64 collection_reads, collection_programs;  // pages moved over the bus; programs include copybacks
  u64 copybacks;                              // part of collection_programs
  u64 erases, collections, forced_collections;
  u64 idle_collections;  // begun in idle time: no host operation was ready in the unit, and no write was without a
                         // place (account.conflicts)
  u64 conflicts;         // host operations that waited for a collection (account.conflicts)
  u64 buffer_reads;      // page reads served from data that were not yet programmed (map.not_yet_programmed)
  u64 unwritten_reads;   // page reads of pages that hold no data
  u64 preloaded;         // pages written before time 0 (start.preload)
  u64 trimmed;           // pages that lost their data to a trim
  u64 wasted_multiplane, wasted_copyback;  // pages skipped (account.write_amplification)
  // With indirection units smaller than a page (iu.account): those that the programs of host and collections held, and
  // the places that these left without data.
  u64 units, padding;
  u64 suspends;
  u64 buffer_hits, evictions, flushes, readaheads;  // of the DRAM buffer
  u64 wear_collections, wasted_wear;                // part of collections; pages that these skipped (wear.static)
  u64 conflicting_collections;                      // that became streams (copies.any_idle)
  u64 buffered_moves,
      write_backs;  // pages read into slots, and written back from them: parts of collection_reads and
                    // collection_programs
  u64 buffered_reads, absorbed_writes;  // host operations that slots served (copies.absorb)
  u64 held_pages;  // pages that were in slots and have left them, and below: the longest time, and the sum of the times
                   // (copies.held_time)
  Time held_longest;
  u128 held_time;
  u64 replicas_broken_off;     // part of replica_programs
  u64 replica_programs;        // belong neither to the host nor to collection (copies.replicate)
  u64 replica_reads;           // part of host_reads (copies.replica_read)
  u64 background_collections;  // part of collections (collection.background)
  // Kept by the whole-drive loop only (account.conflicts): collections begun in an idle drive, part of
  // idle_collections; the time in which a collection held a unit and a host operation waited, and the sum over all
  // chips of the part of it in which the chip was not busy.
  u64 idle_drive_collections;
  Time beside_collections;
  u128 idle_beside_collections;
};

// Pages programmed of one stream (account.streams): for the host, and by collection, which is counted only where it
// goes by stream.
struct StreamPages {
  u64 host, moved;
};

// Where the time of a request went (account.split). The parts before kSlotUnit sum to its response time. The parts from
// there on are what kBuffer of a write is made of, as far as the flash is the cause (account.slot_wait).
enum class Part : u8 {
  kQueue,
  kFirmware,
  kLink,
  kBuffer,
  kUnit,
  kCollection,
  kChannel,
  kTransfer,
  kArray,
  kController,
  kSlotUnit,
  kSlotCollection,
  kSlotChannel,
  kSlotTransfer,
  kSlotArray,
};
inline constexpr u32 kSummedParts = 10, kParts = 15;

// Flash commands by type, number of planes (the last element counts all larger numbers) and whether they were
// interleaved (account.parallelism).
enum class CommandType : u8 { kRead, kProgram, kErase, kCopyback };
inline constexpr u32 kCommandTypes = 4;
inline constexpr u32 kMostPlanes = 16;
struct CommandCounts {
  u64 count[kCommandTypes][kMostPlanes][2];  // [planes - 1][interleaved]
};

// How the time of a unit is divided, in ns (account.unit_shares); the rest of the clock is idle.
struct UnitTimes {
  Time array, bus, contention;
};

// What the host requested and got.
struct HostCounts {
  u64 completed[kDirections];       // requests
  u64 bytes[kDirections];           // of completed requests
  u128 parts[kDirections][kParts];  // of their response times
  Time first_arrival, last_completion;
};

// The same of one flow (host.flows).
struct FlowCounts {
  HostCounts host;
  Histogram response[kDirections];
};

}  // namespace ssd

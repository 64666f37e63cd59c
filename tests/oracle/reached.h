// How often runs of the oracle reach what is rare, and what shows that they keep their promises. None of it is part of
// a run or compared: tests of the oracle, and generators of test cases, look at it.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "tests/oracle/views.h"

namespace ssd::oracle {

// Indirection units.
struct UnitsReached {
  std::int64_t padded_programs = 0;  // programs of the host with fewer than U IUs
  std::int64_t joined_reads = 0;     // IUs that joined the read of the IU before (iu.read)
  std::int64_t companions = 0;       // entries evicted beside the victim (iu.buffer)
  std::int64_t rewritten = 0;        // programs created for an LPN that an earlier program holds which has not ended
  std::int64_t merged_while_flushed = 0;   // writes merged into an entry whose flush has not ended
  std::int64_t trimmed_while_waiting = 0;  // IUs trimmed between the creation and the grant of their program
  std::int64_t two_old_units = 0;          // programs that wait for two read-modify-writes or more
  std::int64_t padded_collections = 0;     // collections whose last program has padding
  std::int64_t two_last_programs = 0;      // collections with two programs behind the last read
  // Preemptible collections (iu.collection, step 6).
  std::int64_t commands_beside_begun_page = 0;  // host commands between two moves, while a word line is begun
  std::int64_t programs_beside_begun_page = 0;  // those of them that are programs
  std::int64_t padding_moves = 0;               // programs with padding that are moves of their own
  std::int64_t padding_between_planes = 0;      // those of them with moves of another plane behind them
  std::int64_t invalid_before_program = 0;      // IUs that became invalid between their move and that of their program
  std::int64_t reads_before_program = 0;        // host reads of an IU whose new place is not programmed
  // Readaheads (iu.read).
  std::int64_t joined_readaheads = 0;     // IUs that joined the readahead of the IU before
  std::int64_t waits_for_joined = 0;      // host reads that waited for readaheads of several IUs
  std::int64_t partly_stale = 0;          // readaheads of several IUs, some of which were written or trimmed meanwhile
  std::int64_t no_slot_for_the_next = 0;  // IUs dropped for want of a slot behind one that they would have joined
  // Several streams (iu.buffer, step 5).
  std::int64_t changed_lists = 0;          // entries that waited to be flushed when they were given another stream
  std::int64_t flushed_before_older = 0;   // programs flushed before an older whole entry, which lacked others
  std::int64_t partial_before_whole = 0;   // partial entries flushed before a word line full of whole ones
  std::int64_t left_of_other_streams = 0;  // evictions with padding that left whole entries of other streams behind
};

// Flushes of the host (host.flush, buffer.asked).
struct HostFlushes {
  struct End {
    std::int64_t request;
    Time ready;
    // The requests that have data in dirty entries or in programs of the host that have not ended, when this flush is
    // complete, and when the drive took the first of these data of each. If the buffer is protected, of the entries
    // only those without a slot, and no programs.
    std::map<std::int64_t, Time> not_on_flash;
  };
  std::vector<End> ends = {};          // in the order in which flushes were complete
  std::int64_t waited = 0;             // flushes that found pending writes
  std::int64_t complete_together = 0;  // flushes that were complete by the end that completed another one
  std::int64_t asked_programs = 0;     // programs of entries that were asked for
  std::int64_t asked_with_others = 0;  // those of them that hold an entry that was not asked for
  std::int64_t asked_with_padding = 0;
  std::int64_t evicted = 0;            // entries that were evicted after they were asked for
  std::int64_t without_slot = 0;       // entries that were asked for while they waited for a slot
  std::int64_t dirty_again = 0;        // entries that were asked for while an earlier flush of them was under way
  std::int64_t ended_by_trim = 0;      // pending writes that ended at a trim
  std::int64_t absorbed = 0;           // pending writes whose programs were absorbed
  std::int64_t changed_lists = 0;      // entries that were given another stream after they were asked for
  std::int64_t slots_to_wait_for = 0;  // pending writes of a protected buffer
};

// Forced writes (host.fua), except those of protected buffers, which are writes as any other. Counts are of page
// operations that wait for a pending write of the buffer.
struct ForcedWrites {
  struct End {
    std::int64_t request;
    std::map<std::int64_t, Time> not_on_flash;  // see HostFlushes
  };
  std::vector<End> ends = {};  // in the order in which forced writes were complete; also without a buffer
  std::int64_t waited = 0;
  std::int64_t merged = 0;             // those that merged into a dirty entry
  std::int64_t without_slot = 0;       // those whose entry waited for a slot
  std::int64_t dirty_again = 0;        // those that made an entry dirty again whose flush was under way
  std::int64_t complete_together = 0;  // those that were complete by the end that completed another one
  std::int64_t trimmed = 0;            // those that were complete at a trim
  std::int64_t absorbed = 0;           // those whose program was absorbed
};

// Programs of flushes that wait for partners (buffer.gather). Here a batch is what `left` counts from when it is above
// 0.
struct Gathered {
  std::int64_t batches = 0;
  std::int64_t by_time = 0;          // those of them with fewer programs than G
  std::int64_t continued_later = 0;  // programs of a batch that began at an earlier instant
  std::int64_t cut_short = 0;        // batches that ended because less than one program was filled
  std::int64_t waits = 0;            // looks at candidates that filled a program and had to wait
};

// Requests that the host sees several at a time (host.coalesce).
struct Seen {
  std::map<std::int64_t, Time> posted = {};  // when each request was posted
  std::int64_t interrupts = 0;               // how often the host saw requests of a queue
  std::int64_t by_count = 0, by_time = 0;    // requests
  std::int64_t at_admission = 0;             // those of them that were seen in step (b)
  std::int64_t together = 0;                 // those that were seen with an older one
};

}  // namespace ssd::oracle

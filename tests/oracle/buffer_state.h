// The state of the DRAM buffer, and what waits for it. These are data only; the functions of timing.h change them.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "tests/oracle/pending.h"
#include "tests/oracle/state.h"

namespace ssd::oracle {

// What may be flushed, by stream (iu.buffer).
using Candidates = std::map<std::int64_t, std::vector<std::int64_t>>;

// The programs that candidates fill, and when the first of those whose streams fill one may go alone (buffer.gather).
struct Filled {
  std::int64_t programs;
  Time first_due;
};

struct BufferState {
  std::map<std::int64_t, Entry> entries_;  // open entries, by logical page
  std::deque<std::int64_t> waiting_entries_;
  AccountPointer lets_in_;  // the program of the buffer whose end is being carried out (account.slot_wait)
  std::int64_t used_slots_ = 0, next_resident_ = 0, touches_ = 0;
  std::int64_t evicting_ = 0, evicting_programs_ = 0;          // entries, and programs of these (iu.buffer)
  std::int64_t flushing_ = 0, next_flush_ = 0, listings_ = 0;  // buffer.flush; flushing_: programs not ended
  std::int64_t batch_left_ = 0;                                // `left` of buffer.gather
  Time batch_began_ = 0;                                       // when it was last set
  std::optional<Time> waits_until_;                            // when the first of what waits for partners may go
  std::set<Time> partners_due_;                                // instants of buffer.gather
  std::map<std::int64_t, Coming> coming_;                      // pages that are being read ahead
  PendingWrites pending_;                                      // host.flush
  std::set<std::int64_t> read_ahead_before_;
  std::int64_t run_length_ = 0, run_end_ = kNone;
};

}  // namespace ssd::oracle

// The state of the DRAM buffer, and what waits for it. These are data only; the functions of timing.h change them.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <set>

#include "tests/oracle/pending.h"
#include "tests/oracle/state.h"

namespace ssd::oracle {

struct BufferState {
  std::map<std::int64_t, Entry> entries_;  // open entries, by logical page
  std::deque<std::int64_t> waiting_entries_;
  AccountPointer lets_in_;  // the program of the buffer whose end is being carried out (account.slot_wait)
  std::int64_t used_slots_ = 0, next_resident_ = 0, touches_ = 0;
  std::int64_t evicting_ = 0, evicting_programs_ = 0;          // entries, and programs of these (iu.buffer)
  std::int64_t flushing_ = 0, next_flush_ = 0, listings_ = 0;  // buffer.flush; flushing_: programs not ended
  std::map<std::int64_t, Coming> coming_;                      // pages that are being read ahead
  PendingWrites pending_;                                      // host.flush
  std::set<std::int64_t> read_ahead_before_;
  std::int64_t run_length_ = 0, run_end_ = kNone;
};

}  // namespace ssd::oracle

// Finds the units that read independently, and the period after which chunks come to them in the same order again (Chen
// et al., section III, "interleaving degree", with exact pairs instead of a mean bandwidth).
#pragma once
#include "tools/probe/contention.h"
#include "tools/probe/findings.h"

namespace ssd::probe {

// Places of a Contention, in the order in which they were written.
struct Written {
  const Contention& contention;
  double uncertainty = 0;  // of a contention, because of the noise
};

struct Period {
  Answer answer;         // in chunks
  Divide divided;        // how pairs in one unit were separated from others
  bool farther = false;  // no stride that was tried brings two chunks together, but a longer one may
};
// The least stride, of at most `longest`, at which two chunks always lie in one unit.
Period find_period(const Written& written, u64 longest, std::mt19937_64& random);

struct Units {
  Answer units, joined;
  bool in_step = true;       // all chunks of a unit are read together with equally many others
  std::vector<u32> unit_of;  // [period]
};
// Finds the chunks of a period that lie in one unit. One unit may read two chunks together that were written together
// (multi-plane reads of pages with the same index), so each chunk is compared with the chunks that lie a period and two
// periods behind the others. Needs at least three periods.
Units find_units(const Written& written, u64 period, double divided_at);

// Whether chunks elsewhere, among the first `chunks` chunks, lie in these units as well: the period may have been found
// in a part of the drive that is not typical. Returns `found.units`, or the reason why they are unknown.
Answer seen_elsewhere(Bench& bench, const Units& found, u64 chunk, u64 chunks, double divided_at, Time noise);

}  // namespace ssd::probe

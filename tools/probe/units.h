// The units that read by themselves, and the period after which chunks come to them in the same order again (Chen et
// al., section III, "interleaving degree", with exact pairs in place of a mean bandwidth).
#pragma once
#include "tools/probe/contention.h"
#include "tools/probe/findings.h"

namespace ssd::probe {

// Places of a Contention that follow each other as they were written.
struct Written {
  const Contention& contention;
  double uncertainty = 0;  // of a contention, from the noise
};

struct Period {
  Answer answer;         // chunks
  Divide divided;        // where it was found
  bool farther = false;  // no stride that was tried brings two chunks together: there may be one beyond
};
// The least stride, of at most `longest`, at which two chunks always lie in one unit.
Period find_period(const Written& written, u64 longest, std::mt19937_64& random);

struct Units {
  Answer units, joined;
  bool in_step = true;       // all chunks of a unit are read together with as many others
  std::vector<u32> unit_of;  // [period]
};
// What lies in one unit of a period's chunks. Two chunks that were written together may be read together by one unit
// (multi-plane reads, of pages of one index), so each chunk is compared with those a period and two periods behind the
// others. At least three periods.
Units find_units(const Written& written, u64 period, double divided_at);

// Whether chunks elsewhere, among those from 0 on that hold data, lie in these units, too: what the period was found in
// may be a part of the drive only. `units` stays as it is, or says why it can not be told.
Answer seen_elsewhere(Bench& bench, const Units& found, u64 chunk, u64 chunks, double divided_at, Time noise);

}  // namespace ssd::probe

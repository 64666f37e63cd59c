// The drives of the plan's table of targets (bench/report) and what their hosts ask: half of the pages are logical, all
// of them are there at the start, and requests take one to four pages at random places.
#pragma once
#include <string>

#include "bench/engine_time.h"

namespace ssd::bench {

struct PlanDrive {
  u64 gib = 64;
  u64 dies = 32;  // 4 channels of 4 chips, or 8 of them; of two planes each
  bool collecting =
      false;  // nearly full from the start, so that collection goes on; else there is room for all that is written
  std::string gc = "", rest = "";  // more keys: of gc, and of the design
};
design::Design plan_drive(const PlanDrive& drive);

// `count` requests; of a hundred `reads` read.
std::vector<Request> plan_requests(const design::Design& design, u64 count, u64 reads);
// As many as find room beside the pages that are there: 0.25 pages for each of the drive.
u64 requests_that_fit(const design::Design& design);

}  // namespace ssd::bench

// The drives of the table of targets (bench/report), and their requests: half of the pages are logical, all logical
// pages hold data at the start, and requests take one to four pages at random places.
#pragma once
#include <string>

#include "bench/engine_time.h"

namespace ssd::bench {

struct PlanDrive {
  u64 gib = 64;
  u64 dies = 32;            // 4 channels of 4 chips, or 8 channels for more dies; each die has two planes
  bool collecting = false;  // nearly full from the start, so that collection goes on; otherwise there is room for
                            // everything that is written
  std::string gc = "", rest = "";  // more keys: of `gc`, and of the design
};
design::Design plan_drive(const PlanDrive& drive);

// `count` requests, of which `reads` percent are reads.
std::vector<Request> plan_requests(const design::Design& design, u64 count, u64 reads);
// The number of requests that fit in without collection: 0.25 pages for each page of the drive.
u64 requests_that_fit(const design::Design& design);

}  // namespace ssd::bench

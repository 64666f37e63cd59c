// Describes the popularity of pages by zones in which every page is equally likely. The touches of a zone's pages have
// a Poisson distribution. Zones are found by expectation maximisation over the pages that were touched at all, so a
// zone also contains pages that chance missed.
#pragma once
#include <vector>

#include "tools/fit/profile.h"

namespace ssd::fit {

struct Zone {
  double pages, touches;  // `touches`: of all pages of the zone together
};

// At most `count` zones, the most popular first. Together they have at most `most_pages` pages, or as many as were
// touched. No zones if no page was touched.
std::vector<Zone> zones_of(const Popularity& popularity, std::size_t count, double most_pages);

}  // namespace ssd::fit

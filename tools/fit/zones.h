// Popularity of pages as zones in which every page is as likely as the next: the number of touches of a page of a zone
// is Poisson's, and zones are found by expectation maximisation over the pages that were touched at all, so that pages
// of a zone that were missed by chance are part of it.
#pragma once
#include <vector>

#include "tools/fit/profile.h"

namespace ssd::fit {

struct Zone {
  double pages, touches;  // touches of all its pages together
};

// At most so many zones, the most popular first, together of at most `most_pages` pages, or as many as were touched.
// None for no page.
std::vector<Zone> zones_of(const Popularity& popularity, std::size_t count, double most_pages);

}  // namespace ssd::fit

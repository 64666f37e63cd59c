// The report of a probe for people and for programs, and its three figures.
#pragma once
#include <string>
#include <vector>

#include "tools/probe/run/said.h"
#include "tools/study/figure.h"

namespace ssd::probe {

struct Probed {
  Findings findings;
  std::uint64_t seed = 1;
  Time drive_time = 0;             // simulated time, ns
  double seconds = 0;              // wall clock
  std::vector<std::string> files;  // the figures that were written
};

// The findings beside the values of the design that was probed.
std::string probe_text(const design::Design& design, const Probed& probed);
std::string probe_json(const design::Design& design, const Probed& probed);

// The figures for which there are measurements.
std::vector<study::Figure> probe_figures(const design::Design& design, const Findings& findings);

}  // namespace ssd::probe

// How far a run is, with its rate and the time left; on a terminal with a bar.
#pragma once
#include <cstdint>

#include "tools/cli/status_line.h"

namespace ssd::cli {

class Progress {
 public:
  // `wanted`: not --quiet; `of`: what the share is of, behind it; `counted`: what show() counts.
  Progress(const char* of, bool wanted, const char* counted = "requests");
  void show(std::uint64_t count, double share);

 private:
  const char *of_, *counted_;
  StatusLine line_;
};

}  // namespace ssd::cli

// Shows the progress of a run with its rate and the time left; on a terminal with a bar.
#pragma once
#include <cstdint>

#include "tools/cli/status_line.h"

namespace ssd::cli {

class Progress {
 public:
  // `of`: what the share is of; it is printed behind the share. `wanted`: false with --quiet. `counted`: what `count`
  // of show() counts.
  Progress(const char* of, bool wanted, const char* counted = "requests");
  void show(std::uint64_t count, double share);

 private:
  const char *of_, *counted_;
  StatusLine line_;
};

}  // namespace ssd::cli

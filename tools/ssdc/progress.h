// A progress bar on stderr, with rate and time left: on a terminal only, so that pipes and logs stay clean.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace ssd::cli {

std::string duration_text(double seconds);  // "0:07", "2:00:30"

class Progress {
 public:
  // `wanted`: not --quiet; `of`: what the share is of, behind it. Nothing is shown for runs of less than half a second.
  Progress(const char* of, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::uint64_t requests, double share);

 private:
  using Clock = std::chrono::steady_clock;
  const char* of_;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_, next_;
};

}  // namespace ssd::cli

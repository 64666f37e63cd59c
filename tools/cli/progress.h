// A progress bar on stderr, with rate and time left: on a terminal only, so that pipes and logs stay clean.
#pragma once
#include <chrono>
#include <cstdint>

namespace ssd::cli {

// Of the drive at time 0: what is told of it in progress, and where it is interrupted.
inline constexpr const char *kOfDrive = " of the drive filled", *kMakesDrive = "the drive was filled";

class Progress {
 public:
  // `wanted`: not --quiet; `of`: what the share is of, behind it; `counted`: what show() is told the number of. Nothing
  // is shown for runs of less than half a second.
  Progress(const char* of, bool wanted, const char* counted = "requests");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::uint64_t count, double share);

 private:
  using Clock = std::chrono::steady_clock;
  const char *of_, *counted_;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_, next_;
};

}  // namespace ssd::cli

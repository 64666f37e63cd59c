// How far the runs of an experiment are, on stderr: a line that is drawn again on a terminal, else a line every ten
// seconds, for logs. Runs count by the pages that they touch, so that the time left is not that of the short ones.
#pragma once
#include <chrono>
#include <cstddef>

namespace ssd::cli {

class PointsProgress {
 public:
  PointsProgress(std::size_t runs, bool quiet);
  ~PointsProgress();
  PointsProgress(const PointsProgress&) = delete;
  PointsProgress& operator=(const PointsProgress&) = delete;

  void expect(double pages) { expected_ += pages; }
  void add(double pages, bool failed);
  // `running`: pages of the runs that go on, so far.
  void show(double running);

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t runs_, done_ = 0, failed_ = 0;
  double expected_ = 0, touched_ = 0;  // pages
  bool enabled_, terminal_, drawn_ = false;
  Clock::time_point start_, next_;
};

}  // namespace ssd::cli

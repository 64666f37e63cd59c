// A line on standard error that says how far a long task is: drawn again and again on a terminal; in a pipe or a log a
// new line every ten seconds.
#pragma once
#include <chrono>
#include <string>

namespace ssd::cli {

class StatusLine {
 public:
  explicit StatusLine(bool wanted);  // not with --quiet
  ~StatusLine();                     // leaves nothing on a terminal
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  bool on_terminal() const { return terminal_; }
  // Whether a new text is due. Nothing is shown of tasks that take less than half a second, or ten in a log.
  bool is_due() const { return wanted_ && Clock::now() >= next_; }
  double seconds() const;  // since the task began
  void show(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_, terminal_, drawn_ = false;
  Clock::time_point start_, next_;
};

}  // namespace ssd::cli

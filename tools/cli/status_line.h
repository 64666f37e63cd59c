// A line on standard error that shows the progress of a long task. A terminal shows one line that is redrawn; a pipe or
// a log gets a new line every ten seconds.
#pragma once
#include <chrono>
#include <string>

namespace ssd::cli {

class StatusLine {
 public:
  explicit StatusLine(bool wanted);  // `wanted`: false with --quiet
  ~StatusLine();                     // erases the line on a terminal
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  bool on_terminal() const { return terminal_; }
  // Whether a new text is due. Tasks that take less than half a second (ten seconds in a log) show nothing.
  bool is_due() const { return wanted_ && Clock::now() >= next_; }
  double seconds() const;  // since construction
  void show(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_, terminal_, drawn_ = false;
  Clock::time_point start_, next_;
};

}  // namespace ssd::cli

// What a worker makes of the runs that it gets (sent_runs.h), as bytes: lines of a journal, and how many of the runs it
// got to. The bytes are a stream (packed_stream.h), so a line is written as soon as its run is over, and neither side
// has all lines.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "runtime/base/diag/diag.h"
#include "tools/study/run/packed_stream.h"

namespace ssd::study {

struct MadeRuns {
  std::string bytes;
  std::string fault;     // why there are none; otherwise empty
  bool stopped = false;  // `goes_on` ended it
};
// Makes the runs one after the other, with the generic engine, one from the cache, or one that is compiled if the
// process has the compiler and the runs of a design are worth it. A run for which there is not enough memory beside the
// others has no line. Runs that are left when the answer has SentSetting::most_bytes are not made. `goes_on` is called
// from time to time. `sink` gets warnings about the cache.
MadeRuns make_sent_runs(std::string_view bytes, const std::function<bool()>& goes_on, diag::Sink& sink);

// Reads what make_sent_runs() made. All functions throw Unreadable.
class MadeRunsReader {
 public:
  explicit MadeRunsReader(std::string_view bytes);  // they must live as long
  // The next line, without its end; empty: that was the last one.
  std::string line();
  // After the last line: how many of the runs, in their order, the worker got to.
  std::uint64_t reached() const { return reached_; }

 private:
  StreamReader from_;
  std::uint64_t reached_ = 0;
};

}  // namespace ssd::study

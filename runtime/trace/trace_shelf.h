// Traces that many runs of one process read, for different drives and at the same time: each trace is parsed once and
// then shared. Nothing here depends on a drive: records are as in the file.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "runtime/trace/trace.h"

namespace ssd::trace {

class TraceShelf {
 public:
  // Does what load_trace() does, and returns the earlier trace for the same way of reading. A trace that cannot be read
  // is tried, and reported, each time.
  std::shared_ptr<const Trace> take(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                    diag::Sink& sink);
  // Adds a trace that is not in a file: take() returns it for this path, whatever the way of reading.
  void put(const std::string& path, std::shared_ptr<const Trace> trace);

 private:
  using Way =
      std::tuple<std::string, std::string, u64, bool>;  // path, format, most records, whether bad lines are skipped
  std::mutex mutex_;
  std::map<Way, std::shared_ptr<const Trace>> traces_;
  std::map<std::string, std::shared_ptr<const Trace>> put_;  // by path
};

}  // namespace ssd::trace

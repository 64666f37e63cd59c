// See trace_shelf.h.
#include "runtime/trace/trace_shelf.h"

namespace ssd::trace {

std::shared_ptr<const Trace> TraceShelf::take(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                              diag::Sink& sink) {
  const std::lock_guard lock(mutex_);
  if (const auto found = put_.find(path); found != put_.end()) return found->second;
  std::shared_ptr<const Trace>& known = traces_[{path, options.format, options.most_records, options.skip_bad_lines}];
  if (known == nullptr) {
    if (auto trace = load_trace(path, options, sources, sink)) known = std::make_shared<const Trace>(std::move(*trace));
  }
  return known;
}

void TraceShelf::put(const std::string& path, std::shared_ptr<const Trace> trace) {
  const std::lock_guard lock(mutex_);
  put_[path] = std::move(trace);
}

}  // namespace ssd::trace

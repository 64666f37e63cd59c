// See trace_shelf.h.
#include "runtime/trace/trace_shelf.h"

namespace ssd::trace {

std::shared_ptr<const Trace> TraceShelf::take(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                              diag::Sink& sink) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const Trace>& known = traces_[{path, options.format, options.most_records, options.skip_bad_lines}];
  if (known == nullptr) {
    if (auto trace = load_trace(path, options, sources, sink)) known = std::make_shared<const Trace>(std::move(*trace));
  }
  return known;
}

}  // namespace ssd::trace

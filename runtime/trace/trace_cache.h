// What was read of a trace, kept for the next run: packed records, and the counts of the reading, in the user's cache
// folder. The key contains the path, size, modification time, format and treatment of bad lines, so a change of any of
// these leads to another entry. Only complete readings are kept, and none with bytes after the compressed text, because
// reading warns about these.
#pragma once
#include <optional>

#include "runtime/cache/cache.h"
#include "runtime/trace/trace.h"

namespace ssd::trace {

class TraceCache {
 public:
  // If there is no folder or no such file, nothing is found or kept.
  TraceCache(const cache::Folder* folder, const std::string& path, const Format& format, bool skip_bad_lines);

  // Sets the first records (at most `most_records`) and the counts to what reading the file would give. False, and
  // nothing is changed, if there is no entry, or if only reading can find the counts of that many records.
  bool find(u64 most_records, Trace& trace) const;
  // Keeps a complete reading, if the file has not changed since this object was made. Returns 0, or errno if it cannot
  // be kept (EFBIG if it exceeds the limit of the cache); the next run then reads the file again.
  int keep(const Trace& trace) const;

 private:
  std::optional<cache::Key> key_now() const;

  const cache::Folder* folder_;
  const std::string& path_;
  const Format& format_;
  bool skip_bad_lines_;
  std::optional<cache::Key> key_;
};

}  // namespace ssd::trace

// What was read of a trace, kept for the next run: packed records and the counts that reading gave, in the user's cache
// folder. It is as the file was: another path, size, time of change, format or way with bad lines is another entry.
// Only whole readings are kept, without anything behind the packed text, which the reading warns of.
#pragma once
#include <optional>

#include "runtime/cache/cache.h"
#include "runtime/trace/trace.h"

namespace ssd::trace {

class TraceCache {
 public:
  // Nothing is found or kept if there is no folder, or no such file.
  TraceCache(const cache::Folder* folder, const std::string& path, const Format& format, bool skip_bad_lines);

  // Sets records (at most so many, from the first on) and counts as reading the file would. False, and nothing is
  // changed, if they are not there, or if counts of so many records only reading can tell.
  bool find(u64 most_records, Trace& trace) const;
  // Of a whole reading, whose file is still as it was when this was made. If it cannot be kept, the next run reads the
  // file again: the system's error, EFBIG if it is larger than the cache may become.
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

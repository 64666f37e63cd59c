// A trace as read from a file: the same records whatever its format. Reading is strict: a bad line stops it, unless bad
// lines are to be skipped. The text passes through a fixed buffer into a store whose memory does not grow with the
// trace (record_store.h). The order of the file is kept; callers sort by arrival if they need that order.
//
// Invariant of a Trace: it has at least one record.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/units.h"
#include "runtime/abi/workload.h"
#include "runtime/base/diag/diag.h"
#include "runtime/base/limits.h"
#include "runtime/base/source.h"
#include "runtime/trace/record_store.h"

namespace ssd::cache {
class Folder;
}

namespace ssd::trace {

struct Format;

using limits::kHighestAddress;
using limits::kLongestLine;
using limits::kMostRecords;
static_assert(kLongestLine == 64 * 1024);  // as the messages say

// How the format of a trace was found. Scores are from 0 (nothing fits) to 1 (everything fits).
struct Candidate {
  const Format* format;
  double score;
};
struct Recognition {
  bool asked = false;  // the user named the format
  std::vector<Candidate>
      candidates;  // by falling score, only those with a score above 0; empty if the user named the format
  bool ambiguous() const;
};

struct Trace {
  std::string path;      // the file that was opened
  std::string shown_as;  // its name in messages
  const Format* format = nullptr;
  Recognition recognition;
  RecordStore records;
  u64 lines = 0;
  u64 bad_lines = 0, first_bad_line = 0;  // lines skipped because they do not parse
  u64 zero_sized = 0;                     // requests skipped because they move nothing
  u64 other_lines = 0;                    // events of other kinds, headers, comments, blank lines
  bool cut = false;                       // reading stopped at LoadOptions::most_records
  std::vector<std::string> doubts;  // texts of the warnings: results do not contain warnings, so reports show these

  // Request times count from this one: that of the first record, unless times go backwards.
  Time earliest() const { return records.facts().earliest; }
};

struct LoadOptions {
  std::string format{workload::kAnyFormat};
  u64 largest = kMostRecords;  // a parameter so that a test need not write so many records
  u64 most_records =
      ~u64{0};  // stop after this many; a trace of more than kMostRecords is rejected unless this is lower
  bool skip_bad_lines = false;
  std::string shown_as;                  // the path as the user wrote it; "" if that is the path to open
  const cache::Folder* cache = nullptr;  // where records are looked up and kept for later runs; null: the file is read
  u64 least_cached = u64{1} << 16;  // records: a trace of fewer is read as fast from its text. A parameter for tests
  Span asked_at;                    // where the trace is named; unknown for the command line
};

// How the user writes a setting of the trace: in the workload that names it, or on the command line (then `asked_at` is
// unknown).
inline std::string_view setting(Span asked_at, std::string_view in_workload, std::string_view on_command_line) {
  return asked_at.known() ? in_workload : on_command_line;
}

// Reads the trace. Nothing after a diagnostic. Skipped lines are reported as warnings.
std::optional<Trace> load_trace(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                diag::Sink& sink);

// Reports that the records of a trace could not be written to their store, or read back; `error`: errno.
void tell_not_kept(const std::string& trace, int error, Span asked_at, diag::Sink& sink);

// The line of the trace's record number `index`, as a span of a one-line excerpt. It reads the file again, so it is for
// errors only. Unknown if the file has changed meanwhile.
Span place_of_record(const Trace& trace, u64 index, SourceMap& sources);

}  // namespace ssd::trace

// A trace as read from a file: the same records whatever the format. Reading is strict (a bad line stops it, unless it
// is to be skipped), streams through a fixed buffer into a store that is no larger in memory for a longer trace
// (record_store.h), and keeps the order of the file; putting requests in order of arrival is left to whoever asks for
// it.
//
// Invariant of a Trace: at least one record.
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

// How the format of a trace was found. Scores run from 0 (nothing fits) to 1 (everything does).
struct Candidate {
  const Format* format;
  double score;
};
struct Recognition {
  bool asked = false;                 // the user named the format
  std::vector<Candidate> candidates;  // by falling score, those with a score above 0; empty if asked
  bool ambiguous() const;
};

struct Trace {
  std::string path;      // what was opened
  std::string shown_as;  // what messages call it
  const Format* format = nullptr;
  Recognition recognition;
  RecordStore records;
  u64 lines = 0;
  u64 bad_lines = 0, first_bad_line = 0;  // skipped because they do not parse
  u64 zero_sized = 0;                     // skipped because they move nothing
  u64 other_lines = 0;                    // events of other kinds, headers, comments, blank lines
  bool cut = false;                       // reading stopped at LoadOptions::most_records
  std::vector<std::string>
      doubts;  // what was warned of: warnings are not kept with results, so whoever shows these shows them, too

  // Times count from there: the first record, unless times go backwards.
  Time earliest() const { return records.facts().earliest; }
};

struct LoadOptions {
  std::string format{workload::kAnyFormat};
  u64 largest = kMostRecords;  // a parameter so that a test need not write so many
  u64 most_records = ~u64{0};  // stop after so many; a trace of more than kMostRecords is refused unless this is lower
  bool skip_bad_lines = false;
  std::string shown_as;                  // the path as the user wrote it; "" if that is the path to open
  const cache::Folder* cache = nullptr;  // where what was read is kept, and looked for; none: the file is read
  u64 least_cached =
      u64{1} << 16;  // records: fewer are read as quickly from their text. A parameter for the tests' sake
  Span asked_at;     // where the trace is named; unknown for the command line
};

// How the user would write a setting of the trace: in the workload that names it, or on the command line, whose place
// is unknown.
inline std::string_view setting(Span asked_at, std::string_view in_workload, std::string_view on_command_line) {
  return asked_at.known() ? in_workload : on_command_line;
}

// Reads the trace, or tells in the sink why it cannot. What was skipped is told as warnings.
std::optional<Trace> load_trace(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                diag::Sink& sink);

// That the records of a trace could not be written to where they are kept, or read from there; why, by the system.
void tell_not_kept(const std::string& trace, int error, Span asked_at, diag::Sink& sink);

// The line of the trace's record of that index, as a span of a one-line excerpt: it reads the file again, so it is for
// errors only. Unknown if the file has changed meanwhile.
Span place_of_record(const Trace& trace, u64 index, SourceMap& sources);

}  // namespace ssd::trace

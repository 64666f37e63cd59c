// Writes requests as a trace file in any of the formats, record by record. What a format cannot express is reported,
// never left out.
//
// Invariant: reading the file gives the same records, except that times are rounded down to the format's unit.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "runtime/base/diag/diag.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/trace_record.h"

namespace ssd::trace {

class TraceWriter {
 public:
  // `emit` takes the text piece by piece; it returns false if it cannot.
  TraceWriter(const Format& format, std::function<bool(std::string_view)> emit)
      : format_(format), emit_(std::move(emit)) {}

  // False after a diagnostic (the format cannot express the request), or if emit() failed.
  bool add(const TraceRecord& record, diag::Sink& sink);
  // Writes the last piece.
  bool finish() { return flush(); }

  u64 records() const { return records_; }
  u64 cut_times() const { return cut_times_; }  // records whose time is not a whole number of the format's units

 private:
  bool flush();
  bool can_say(const TraceRecord& record, diag::Sink& sink) const;

  const Format& format_;
  std::function<bool(std::string_view)> emit_;
  std::string text_;
  u64 records_ = 0, cut_times_ = 0;
};

}  // namespace ssd::trace

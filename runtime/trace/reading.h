// Runs a reader of lines over a file, with a buffer of fixed size.
#pragma once
#include "runtime/trace/byte_stream.h"
#include "runtime/trace/formats/format.h"

namespace ssd::trace {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // what a text file may begin with

// Receives the records while a trace is read, one chunk at a time, so that memory stays the same however many records
// there are.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void take(std::span<const TraceRecord> records, Progress& progress) = 0;
  // Discards all records so far, because a better kind of record follows (Outcome::kRestart).
  virtual void drop_all() = 0;
};

enum class ReadingEnd { kDone, kStreamFault, kLongLine };

// Reads until the end of the stream, a fault of the stream, or until `progress` has stopped.
ReadingEnd read_lines(ByteStream& stream, LineReader& reader, Progress& progress);
ReadingEnd read_records(ByteStream& stream, const Format& format, Progress& progress, RecordSink& sink);

}  // namespace ssd::trace

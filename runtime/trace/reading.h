// Runs a reader of lines over a file, through a buffer of fixed size.
#pragma once
#include "runtime/trace/byte_stream.h"
#include "runtime/trace/formats/format.h"

namespace ssd::trace {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // what a text file may begin with

// Where records go while a trace is read: those of a chunk at a time, so that memory stays the same however many there
// are.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void take(std::span<const TraceRecord> records, Progress& progress) = 0;
  // All that was taken does not count: a better kind of record has come.
  virtual void drop_all() = 0;
};

enum class ReadingEnd { kDone, kStreamFault, kLongLine };

// Until the end of the stream, a fault of it, or until the progress has stopped.
ReadingEnd read_lines(ByteStream& stream, LineReader& reader, Progress& progress);
ReadingEnd read_records(ByteStream& stream, const Format& format, Progress& progress, RecordSink& sink);

}  // namespace ssd::trace

// Runs a reader of lines over a file, through a buffer of fixed size.
#pragma once
#include "runtime/workload/byte_stream.h"
#include "runtime/workload/formats/format.h"

namespace ssd::workload {

enum class ReadingEnd { kDone, kStreamFault, kLongLine };

// Until the end of the stream, a fault of it, or until the progress has stopped.
ReadingEnd read_lines(ByteStream& stream, LineReader& reader, Progress& progress);

}  // namespace ssd::workload

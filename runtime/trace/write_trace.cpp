// See write_trace.h.
#include "runtime/trace/write_trace.h"

#include <fmt/format.h>

#include "runtime/base/given_up.h"

namespace ssd::trace {
namespace {

constexpr std::size_t kTextPiece = 1U << 16;

}  // namespace

bool TraceWriter::flush() {
  const bool taken = emit_(text_);
  text_.clear();
  return taken;
}

bool TraceWriter::can_say(const TraceRecord& record, diag::Sink& sink) const {
  const Writing& w = format_.writing;
  if ((!moves_data(record.direction) || record.forced) && !w.all_kinds) {
    struct Kind {
      const char *one, *all;
    };
    const Kind kind = record.forced                          ? Kind{"a forced write", "`fua`"}
                      : record.direction == Direction::kTrim ? Kind{"a trim", "trims"}
                                                             : Kind{"a flush", "flushes"};
    sink.report(diag::Code::E0461, {}, records_, kind.one, format_.name)
        .help(fmt::format("write it as `blkparse` (`--to blkparse`), or leave {} out of the workload", kind.all));
    return false;
  }
  if (record.offset % w.offset_unit == 0 && record.bytes % w.size_unit == 0) return true;
  sink.report(diag::Code::E0462, {}, records_, record.bytes, record.offset, format_.name, w.offset_unit)
      .help("write it as `msr` (`--to msr`), which counts bytes");
  return false;
}

bool TraceWriter::add(const TraceRecord& record, diag::Sink& sink) {
  leave_if_given_up(records_);
  if (!can_say(record, sink)) return false;
  format_.writing.line(text_, record);
  cut_times_ += record.arrival % format_.writing.tick == 0 ? 0 : 1;
  ++records_;
  return text_.size() < kTextPiece || flush();
}

}  // namespace ssd::trace

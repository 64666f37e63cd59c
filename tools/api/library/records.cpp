// Traces from memory. The Plan names such a trace by a digest of its records, so equal Plans give equal numbers.
#include <fmt/format.h>

#include "runtime/base/given_up.h"
#include "runtime/cache/cache.h"
#include "runtime/trace/trace_of_records.h"
#include "tools/api/library/data.h"

namespace ssd::api {
namespace {

std::string digest_of(const std::vector<trace::TraceRecord>& records) {
  std::string text;
  std::uint64_t step = 0;
  for (const trace::TraceRecord& r : records) {
    leave_if_given_up(step++);
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {}\n", r.arrival, r.offset, r.bytes,
                   static_cast<unsigned>(r.direction), r.device, r.forced);
  }
  return cache::key_of({text}).text();
}

}  // namespace

std::optional<Plan::Data::Records> records_of(const TraceWorkload& trace) {
  if (!trace.records) return std::nullopt;
  std::vector<trace::TraceRecord> all;
  for (const Record& record : *trace.records) all.push_back(record_of(record));
  Plan::Data::Records result{.path = "memory:" + digest_of(all),
                             .name = trace.path.empty() ? "records" : trace.path,
                             .trace = nullptr,
                             .fault = trace::fault_of(all)};
  if (result.fault.empty()) result.trace = std::make_shared<const trace::Trace>(trace::trace_of(result.name, all));
  return result;
}

bool put_records(const Plan::Data& data, trace::TraceShelf& shelf, diag::Sink& sink) {
  if (!data.records) return true;
  if (data.records->trace == nullptr) {
    sink.report(diag::Code::E0403, {}, data.records->name, data.records->fault)
        .help("leave such records out, or correct them");
    return false;
  }
  shelf.put(data.records->path, data.records->trace);
  return true;
}

}  // namespace ssd::api

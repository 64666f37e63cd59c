// A trace as requests of one drive: see requests.h. Everything that may report a line comes before sorting, because
// sorting loses the order of the file.
#include <algorithm>
#include <map>

#include "runtime/trace/devices.h"
#include "runtime/trace/fold.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/requests.h"
#include "runtime/trace/sort_records.h"
#include "runtime/trace/trace.h"
#include "runtime/trace/trace_shelf.h"
#include "runtime/trace/traced_requests.h"

namespace ssd::trace {
namespace {

using diag::Code;

constexpr std::size_t kDevicesNamed = 4;

bool sorts(const workload::Workload& workload, const RequestOptions& options) {
  return options.sort_trace || std::get<workload::TraceSource>(workload.source).sort;
}

u64 end_of(const TraceRecord& r) { return r.offset + r.bytes; }

class TraceOnDrive {
 public:
  TraceOnDrive(const Plan& plan, const workload::Workload& workload, const RequestOptions& options, u64 limit,
               std::shared_ptr<const Trace> trace, SourceMap& sources, diag::Sink& sink)
      : plan_(plan),
        workload_(workload),
        options_(options),
        sorts_(sorts(workload, options)),
        limit_(limit),
        shared_(std::move(trace)),
        trace_(*shared_),
        records_(shared_, &shared_->records),
        sources_(sources),
        sink_(sink),
        placement_(placement_of(plan, workload, trace_)) {}

  std::optional<Requests> make() {
    note_doubts();
    if (!check_order() || !check_sizes() || !lay_devices() || !check_range()) return std::nullopt;
    sort();
    if (!fold() || !add_requests()) return std::nullopt;
    result_.closed = workload_.closed;
    if (workload_.closed != 0) note("the trace's times are not used: the loop is closed");
    return std::move(result_);
  }

 private:
  using Tally = TracedRequests::Tally;

  static Placement placement_of(const Plan& plan, const workload::Workload& workload, const Trace& trace) {
    const Geometry& g = plan.geometry;
    return {.sector_bytes = g.sector_bytes,
            .logical_bytes = plan.logical_bytes(),
            .sectors_per_page = static_cast<u32>(g.sectors_per_unit()),
            .earliest = trace.earliest(),
            .closed = workload.closed != 0,
            .speed_numerator = workload.speed_numerator,
            .speed_denominator = workload.speed_denominator,
            .begins = {},
            .wraps = workload.fold == workload::Fold::kModulo,
            .touched = {}};
  }

  bool add_requests() {
    const int error = records_->error();
    const auto requests = std::make_shared<TracedRequests>(records_, std::move(placement_));
    const Tally once = requests->tally(~u64{0});
    if (error != 0 || requests->records().error() != 0) {
      tell_not_kept(printable(trace_.shown_as, 200), std::max(error, requests->records().error()), asked_at(), sink_);
      return false;
    }
    if (once.kept == 0) {
      note_dropped(once);
      sink_.report(Code::E0414, asked_at(), printable(trace_.shown_as, 200))
          .note({}, result_.notes.back())
          .help("take a trace with reads, writes, or trims of whole pages");
      return false;
    }
    return add_repetitions(*requests, once) && (result_.list = RequestList(requests), true);
  }

  bool add_repetitions(TracedRequests& requests, const Tally& once) {
    const auto total = run_of(once.kept, once.last, workload_, limit_, kMostRecords, sink_);
    if (!total) return false;
    requests.repeat(once, total->requests, workload_.closed != 0 ? 0 : total->period);
    const u64 times = total->requests / once.kept, beyond = total->requests % once.kept;
    const Tally part = beyond == 0 ? Tally{} : requests.tally(beyond);
    const u64 sector = plan_.geometry.sector_bytes;
    result_.bytes_read = (times * once.sectors_read + part.sectors_read) * sector;
    result_.bytes_written = (times * once.sectors_written + part.sectors_written) * sector;
    result_.writes = times * once.writes + part.writes;
    result_.small_writes = times * once.small_writes + part.small_writes;
    const u64 wrapped = times * once.wrapped + part.wrapped;
    if (wrapped != 0)
      note(fmt::format("{} beyond the logical size wrapped around (`fold: modulo`)", counted_text(wrapped, "request")));
    note_dropped(once);
    return true;
  }

  void note_dropped(const Tally& once) {
    if (once.dropped == 0) return;
    note(fmt::format("{} of the trace left out: no whole page or sector is covered",
                     counted_text(once.dropped, "trim")));
  }

  void note(std::string text) { result_.notes.push_back(std::move(text)); }

  // Notes what the file holds but the run does not use: results contain notes, but no warnings.
  void note_doubts() {
    result_.notes = trace_.doubts;
    const auto were = [](u64 count) { return count == 1 ? "was" : "were"; };
    if (const u64 n = trace_.bad_lines; n != 0) {
      note(fmt::format("{} of the trace {} skipped, the first is line {}", counted_text(n, "bad line"), were(n),
                       trace_.first_bad_line));
    }
    if (const u64 n = trace_.zero_sized; n != 0)
      note(fmt::format("{} of 0 bytes in the trace {} skipped", counted_text(n, "request"), were(n)));
  }

  Span asked_at() const { return std::get<workload::TraceSource>(workload_.source).path_span; }

  Span place(u64 index) {
    const Span at = place_of_record(trace_, index, sources_);
    return at.known() ? at : asked_at();
  }

  // A record of memory has no line: its number is told instead.
  void note_row(diag::Diagnostic& d, u64 index) {
    if (place_of_record(trace_, index, sources_).known()) return;
    d.note({}, fmt::format("it is row {} (from 0) of the trace `{}`", index, trace_.shown_as));
  }

  bool check_order() {
    if (workload_.closed != 0 || sorts_) return true;
    const Backwards& found = trace_.records.facts().backwards;
    if (found.count == 0) return true;
    diag::Diagnostic& d = sink_.report(Code::E0420, place(found.first), time_text(as_double(found.step)));
    d.label("the first whose time goes back")
        .help(fmt::format("`{}` puts the requests in order of arrival",
                          setting(asked_at(), "sort: true", "--sort-trace")));
    note_row(d, found.first);
    if (found.count > 1) {
      d.note({}, fmt::format("{} of the trace, by up to {}", counted_text(found.count, "request"),
                             time_text(as_double(found.largest))));
    }
    return false;
  }

  // The most bytes of a request. A trim moves nothing, and what `fold: compact` leaves of it fits into the drive.
  u64 most_bytes(bool trims) const {
    if (!trims) return std::min(kMostRequestBytes, plan_.logical_bytes());
    if (workload_.fold == workload::Fold::kCompact) return kHighestAddress;
    return std::min(plan_.logical_bytes(), u64{~u32{0}} * plan_.geometry.sector_bytes);
  }

  // The record with the largest much(record), of several the first, with its index.
  template <class Much>
  std::pair<u64, TraceRecord> find_most(Much much) {
    std::pair<u64, TraceRecord> found;
    u64 most = 0;
    RecordStore::Pass pass(*records_);
    while (const RecordBlock* block = pass.next()) {
      for (std::size_t i = 0; i < block->size; ++i) {
        const TraceRecord record = (*block)[i];
        if (much(record) <= most) continue;
        most = much(record);
        found = {pass.given() + i, record};
      }
    }
    return found;
  }

  bool check_sizes() {
    const TraceFacts& facts = trace_.records.facts();
    if (facts.largest_moved <= most_bytes(false) && facts.largest_trim <= most_bytes(true)) return true;
    const auto is_trim = [](const TraceRecord& r) { return r.direction == Direction::kTrim; };
    const auto [index, largest] =
        find_most([&](const TraceRecord& r) { return r.bytes > most_bytes(is_trim(r)) ? r.bytes : 0; });
    const u64 most = most_bytes(is_trim(largest));
    diag::Diagnostic& d = sink_.report(Code::E0423, place(index), size_text(as_double(largest.bytes)),
                                       count_text(largest.bytes), size_text(as_double(most)));
    const bool has_line = place_of_record(trace_, index, sources_).known();
    d.help(most < kMostRequestBytes ? "describe a larger drive: this request is larger than the whole drive"
           : has_line               ? fmt::format("check the unit of the size column, or name another format with `{}`",
                                                  setting(asked_at(), "format: NAME", "--trace-format NAME"))
                                    : "check the unit of the sizes: they are bytes");
    note_row(d, index);
    return false;
  }

  bool lay_devices() {
    const std::vector<DeviceFacts>& devices = trace_.records.facts().devices;
    if (devices.size() == 1) return true;
    const std::map<u32, u64> ends = device_ends(trace_);
    std::map<u32, u64>& begins = placement_.begins;
    std::string text;
    u64 next = 0;
    for (const auto& [device, requests, end] : devices) {
      const u64 span = (ends.at(device) + kDeviceRounding - 1) / kDeviceRounding * kDeviceRounding;
      if (span > kHighestAddress - next) {
        sink_.report(Code::E0428, workload_.span, size_text(as_double(next) + as_double(span)))
            .help("check it with `ssdc trace info`");
        return false;
      }
      if (begins.size() < kDevicesNamed) {
        text += fmt::format("; device {} at {}", trace_.format->device_name(device), size_text(as_double(next)));
      }
      begins[device] = next;
      next += span;
    }
    if (begins.size() > kDevicesNamed) text += "; …";
    note(fmt::format("the trace's {} devices are laid end to end, {} in total{}", begins.size(),
                     size_text(as_double(next)), text));
    return true;
  }

  bool fold() { return workload_.fold != workload::Fold::kCompact || compact(); }

  // The first byte beyond all requests, on a drive that holds all devices.
  u64 highest() const {
    u64 result = 0;
    for (const DeviceFacts& d : trace_.records.facts().devices)
      result = std::max(result, d.end + (placement_.begins.empty() ? 0 : placement_.begins.at(d.device)));
    return result;
  }

  TouchedPages touched_pages() const {
    TouchedPages touched(plan_.geometry.unit_bytes());
    RecordStore::Pass pass(*records_);
    while (const RecordBlock* block = pass.next()) {
      for (std::size_t i = 0; i < block->size; ++i) {
        TraceRecord record = (*block)[i];
        if (!moves_data(record.direction)) continue;
        move_to_drive(record, placement_);
        touched.add(record.offset, record.bytes);
      }
    }
    touched.finish();
    return touched;
  }

  bool check_range() {
    if (workload_.fold != workload::Fold::kError) return true;
    const u64 end = highest(), logical = plan_.logical_bytes();
    if (end <= logical) return true;
    const TouchedPages touched = touched_pages();
    const auto end_on_drive = [&](TraceRecord r) {
      move_to_drive(r, placement_);
      return end_of(r);
    };
    const u64 index = find_most(end_on_drive).first;
    diag::Diagnostic& d = sink_.report(Code::E0421, place(index), size_text(as_double(end)), count_text(end),
                                       size_text(as_double(logical)), count_text(logical));
    d.label("the highest address")
        .help(fmt::format("write `{0} compact` (renumbers the {1} of the drive that the trace touches densely; they "
                          "{2} into {3}), `{0} modulo` "
                          "(wraps addresses around), or a geometry of at least {4}",
                          setting(asked_at(), "fold:", "--fold"), counted_text(touched.count(), "page"),
                          touched.count() <= plan_.config.logical_pages ? "fit" : "do not fit",
                          count_text(plan_.config.logical_pages), size_text(as_double(end))));
    note_row(d, index);
    for (const std::string& done : result_.notes) d.note({}, done);
    return false;
  }

  bool compact() {
    TouchedPages touched = touched_pages();
    if (touched.count() > plan_.config.logical_pages) {
      sink_.report(Code::E0422, workload_.span, count_text(touched.count()), count_text(plan_.config.logical_pages))
          .help(fmt::format("describe a drive of at least {}, use fewer requests (`{}`), or write `{}`",
                            size_text(as_double(touched.count()) * as_double(plan_.geometry.unit_bytes())),
                            setting(asked_at(), "requests: N", "--requests N"),
                            setting(asked_at(), "fold: modulo", "--fold modulo")));
      return false;
    }
    note(fmt::format("the {} that the trace touches are renumbered densely (`fold: compact`): {} of the logical {}",
                     counted_text(touched.count(), "page"), count_text(touched.count()),
                     count_text(plan_.config.logical_pages)));
    placement_.touched = std::move(touched);
    return true;
  }

  void sort() {
    if (!sorts_) return;
    const u64 count = trace_.records.facts().backwards.count;
    if (count == 0) return;
    records_ = std::make_shared<const RecordStore>(sorted_by_arrival(*records_));
    note(fmt::format("{} arrived before the request ahead: the trace is sorted (`{}`)", counted_text(count, "request"),
                     options_.sort_trace ? "--sort-trace" : "sort: true"));
  }

  const Plan& plan_;
  const workload::Workload& workload_;
  const RequestOptions& options_;
  const bool sorts_;
  const u64 limit_;  // the most requests that are run
  const std::shared_ptr<const Trace> shared_;
  const Trace& trace_;                          // *shared_
  std::shared_ptr<const RecordStore> records_;  // the trace's own, or sorted ones
  SourceMap& sources_;
  diag::Sink& sink_;
  Placement placement_;
  Requests result_;
};

}  // namespace

std::optional<Requests> trace_requests(const Plan& plan, const workload::Workload& workload,
                                       const RequestOptions& options, u64 limit, SourceMap& sources, diag::Sink& sink) {
  const auto& source = std::get<workload::TraceSource>(workload.source);
  LoadOptions load;
  load.format = source.format;
  load.most_records = sorts(workload, options) ? load.most_records
                                               : limit;  // which are the first ones is known behind the last one only
  load.skip_bad_lines = options.skip_bad_lines;
  load.shown_as = source.path;
  load.cache = options.cache;
  load.asked_at = source.path_span;
  const std::string& path = source.resolved_path.empty() ? source.path : source.resolved_path;
  std::shared_ptr<const Trace> trace =
      options.shelf == nullptr ? nullptr : options.shelf->take(path, load, sources, sink);
  if (options.shelf == nullptr) {
    if (auto own = load_trace(path, load, sources, sink)) trace = std::make_shared<const Trace>(std::move(*own));
  }
  if (!trace) return std::nullopt;
  return TraceOnDrive(plan, workload, options, limit, std::move(trace), sources, sink).make();
}

}  // namespace ssd::trace

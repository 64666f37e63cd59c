// A trace as requests of one drive: see requests.h. Everything that may name a line comes before the sorting, for after it the order of
// the file is lost.
#include <algorithm>
#include <map>

#include "runtime/workload/devices.h"
#include "runtime/workload/fold.h"
#include "runtime/workload/formats/format.h"
#include "runtime/workload/oddities.h"
#include "runtime/workload/quantity_text.h"
#include "runtime/workload/requests.h"
#include "runtime/workload/trace.h"

namespace ssd::workload {
namespace {

using diag::Code;

constexpr std::size_t kDevicesNamed = 4;

double as_double(u64 n) { return static_cast<double>(n); }
u64 end_of(const TraceRecord& r) { return r.offset + r.bytes; }

class TraceOnDrive {
 public:
  TraceOnDrive(const design::Design& design, const design::Workload& workload, const RequestOptions& options, u64 limit, Trace& trace,
               SourceMap& sources, diag::Sink& sink)
      : design_(design), workload_(workload), options_(options), limit_(limit), trace_(trace), records_(trace.records), sources_(sources), sink_(sink) {}

  std::optional<Requests> make() {
    note_doubts();
    if (!check_order() || !check_sizes() || !lay_devices() || !check_range()) return std::nullopt;
    sort();
    if (!fold()) return std::nullopt;
    result_.closed = workload_.closed;
    if (!add_requests()) return std::nullopt;
    if (workload_.closed != 0) note("the trace's times are not used: the loop is closed");
    return std::move(result_);
  }

 private:
  // In whole sectors: reads and writes of all that they touch, trims of what they cover.
  bool add_requests() {
    const u64 sector = design_.geometry.sector_bytes;
    u64 dropped = 0, kept = 0;
    result_.list.reserve(records_.size());
    for (u64 i = 0; i < records_.size(); ++i) {
      const TraceRecord& r = records_[i];
      const u64 below = sector - 1;
      const bool trims = r.direction == Direction::kTrim;
      const u64 first = (r.offset + (trims ? below : 0)) / sector, end = (end_of(r) + (trims ? 0 : below)) / sector;
      if (end <= first) {
        ++dropped;
        continue;
      }
      result_.list.push_back({workload_.closed != 0 ? 0 : r.arrival, first, static_cast<u32>(end - first), r.direction});
      if (!wrapped_.empty()) wrapped_[kept++] = wrapped_[i];
    }
    wrapped_.resize(kept);
    note_wrapped();
    if (dropped != 0) note(fmt::format("{} of the trace left out: no page or sector that counts is wholly in it", counted_text(dropped, "trim")));
    if (!result_.list.empty()) return true;
    sink_.report(Code::E0414, asked_at(), trace_.shown_as).note({}, result_.notes.back());
    return false;
  }

  // Of all requests that are run, repetitions included.
  void note_wrapped() {
    const u64 once = wrapped_.size();
    if (once == 0) return;
    const u64 total = repeated(once, workload_, limit_), beyond = total % once;
    const auto among = [&](u64 first) { return static_cast<u64>(std::count(wrapped_.begin(), wrapped_.begin() + static_cast<std::ptrdiff_t>(first), true)); };
    const u64 moved = total / once * among(once) + among(beyond);
    if (moved != 0) note(fmt::format("{} beyond the logical size wrapped around (`fold: modulo`)", counted_text(moved, "request")));
  }

  void note(std::string text) { result_.notes.push_back(std::move(text)); }

  // What the file holds and the run does not: warnings are not kept with the results, notes are.
  void note_doubts() {
    result_.notes = trace_.doubts;
    const auto were = [](u64 count) { return count == 1 ? "was" : "were"; };
    if (const u64 n = trace_.bad_lines; n != 0) {
      note(fmt::format("{} of the trace {} skipped, the first is line {}", counted_text(n, "bad line"), were(n), trace_.first_bad_line));
    }
    if (const u64 n = trace_.zero_sized; n != 0) note(fmt::format("{} of 0 bytes in the trace {} skipped", counted_text(n, "request"), were(n)));
  }

  Span asked_at() const { return std::get<design::TraceSource>(workload_.source).path_span; }

  Span place(u64 index) {
    const Span at = place_of_record(trace_, index, sources_);
    return at.known() ? at : asked_at();
  }

  bool check_order() {
    if (workload_.closed != 0 || options_.sort_trace) return true;
    const Backwards found = backwards(records_);
    if (found.count == 0) return true;
    const Time step = records_[found.first - 1].arrival - records_[found.first].arrival;
    diag::Diagnostic& d = sink_.report(Code::E0420, place(found.first), time_text(as_double(step)));
    d.label("the first that goes back in time").help("`--sort-trace` puts the requests in order of arrival");
    if (found.count > 1) {
      d.note({}, fmt::format("{} of the trace do so, by up to {}", counted_text(found.count, "request"), time_text(as_double(found.largest))));
    }
    return false;
  }

  // Of a request. A trim moves nothing; what `fold: compact` leaves of it fits into the drive.
  u64 most_bytes(const TraceRecord& r) const {
    if (r.direction != Direction::kTrim) return std::min(kMostRequestBytes, design_.logical_bytes());
    if (workload_.fold == design::Fold::kCompact) return kHighestAddress;
    return std::min(design_.logical_bytes(), u64{~u32{0}} * design_.geometry.sector_bytes);
  }

  bool check_sizes() {
    const auto largest = std::ranges::max_element(records_, {}, [&](const TraceRecord& r) { return r.bytes > most_bytes(r) ? r.bytes : 0; });
    const u64 most = most_bytes(*largest);
    if (largest->bytes <= most) return true;
    sink_.report(Code::E0423, place(static_cast<u64>(largest - records_.begin())), size_text(as_double(largest->bytes)),
                 count_text(largest->bytes), size_text(as_double(most)))
        .help(most < kMostRequestBytes ? "describe a larger drive: this request is larger than the whole of it"
                                       : fmt::format("look at the unit of the size column, or name another format with `{}`",
                                              setting(asked_at(), "format: NAME", "--trace-format NAME")));
    return false;
  }

  bool lay_devices() {
    const std::vector<u32> devices = devices_in_order(records_);
    if (devices.size() == 1) return true;
    const std::map<u32, u64> ends = device_ends(trace_);
    std::map<u32, u64> begins;
    std::string text;
    u64 next = 0;
    for (const u32 device : devices) {
      const u64 span = (ends.at(device) + kDeviceRounding - 1) / kDeviceRounding * kDeviceRounding;
      if (span > kHighestAddress - next) {
        sink_.report(Code::E0428, workload_.span, size_text(as_double(next) + as_double(span))).help("look at `ssdc trace info`");
        return false;
      }
      if (begins.size() < kDevicesNamed) {
        text += fmt::format("; device {} at {}", trace_.format->device_name(device), size_text(as_double(next)));
      }
      begins[device] = next;
      next += span;
    }
    for (TraceRecord& r : records_) r.offset += begins[r.device];
    if (begins.size() > kDevicesNamed) text += "; …";
    note(fmt::format("the trace's {} devices are laid end to end, {} in all{}", begins.size(), size_text(as_double(next)), text));
    return true;
  }

  bool fold() {
    if (workload_.fold == design::Fold::kModulo) wrapped_ = fold_modulo(records_, design_.logical_bytes());
    return workload_.fold != design::Fold::kCompact || compact();
  }

  bool check_range() {
    if (workload_.fold != design::Fold::kError) return true;
    const auto highest = std::ranges::max_element(records_, {}, end_of);
    const u64 logical = design_.logical_bytes();
    if (end_of(*highest) <= logical) return true;
    const TouchedPages touched(records_, design_.geometry.page_bytes);
    const Span at = place(static_cast<u64>(highest - records_.begin()));
    diag::Diagnostic& d = sink_.report(Code::E0421, at, size_text(as_double(end_of(*highest))), count_text(end_of(*highest)),
                                       size_text(as_double(logical)), count_text(logical));
    d.label("the highest address").help(
        fmt::format("write `{0} compact` (renumbers the {1} of the drive that the trace touches densely; they {2} into {3}), `{0} modulo` "
                    "(wraps addresses around), or a geometry of at least {4}",
                    setting(asked_at(), "fold:", "--fold"), counted_text(touched.count(), "page"),
                    touched.count() <= design_.logical_pages ? "fit" : "do not fit",
                    count_text(design_.logical_pages), size_text(as_double(end_of(*highest)))));
    for (const std::string& done : result_.notes) d.note({}, done);
    return false;
  }

  bool compact() {
    const TouchedPages touched(records_, design_.geometry.page_bytes);
    if (touched.count() > design_.logical_pages) {
      sink_.report(Code::E0422, workload_.span, count_text(touched.count()), count_text(design_.logical_pages))
          .help(fmt::format("describe a drive of at least {}, use fewer requests (`{}`), or write `{}`",
                            size_text(as_double(touched.count()) * as_double(design_.geometry.page_bytes)),
                            setting(asked_at(), "requests: N", "--requests N"), setting(asked_at(), "fold: modulo", "--fold modulo")));
      return false;
    }
    for (TraceRecord& r : records_) {
      if (r.direction == Direction::kTrim) touched.compact_trim(r);
      else r.offset = touched.compacted(r.offset);
    }
    note(fmt::format("the {} that the trace touches are renumbered densely (`fold: compact`): {} of the logical {}",
                     counted_text(touched.count(), "page"), count_text(touched.count()), count_text(design_.logical_pages)));
    return true;
  }

  void sort() {
    if (!options_.sort_trace) return;
    const u64 count = backwards(records_).count;
    std::ranges::stable_sort(records_, {}, &TraceRecord::arrival);
    if (count == 0) return;
    note(fmt::format("{} arrived before the one ahead: the trace is put in order (`--sort-trace`)", counted_text(count, "request")));
  }

  const design::Design& design_;
  const design::Workload& workload_;
  const RequestOptions& options_;
  const u64 limit_;  // the most requests that are run
  Trace& trace_;
  std::vector<TraceRecord>& records_;
  SourceMap& sources_;
  diag::Sink& sink_;
  std::vector<bool> wrapped_;  // with `fold: modulo`: which requests were moved
  Requests result_;
};

}  // namespace

std::optional<Requests> trace_requests(const design::Design& design, const design::Workload& workload, const RequestOptions& options,
                                       u64 limit, SourceMap& sources, diag::Sink& sink) {
  const auto& source = std::get<design::TraceSource>(workload.source);
  LoadOptions load;
  load.format = source.format;
  load.most_records = limit;
  load.skip_bad_lines = options.skip_bad_lines;
  load.shown_as = source.path;
  load.cache = options.cache;
  load.asked_at = source.path_span;
  std::optional<Trace> trace = load_trace(source.resolved_path.empty() ? source.path : source.resolved_path, load, sources, sink);
  if (!trace) return std::nullopt;
  return TraceOnDrive(design, workload, options, limit, *trace, sources, sink).make();
}

}  // namespace ssd::workload

// The report for people: one screen, aligned, with units. See report.h.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runtime/results/quantity.h"
#include "runtime/results/report.h"

namespace ssd::results {
namespace {

using Out = std::back_insert_iterator<std::string>;

void heading(Out out, const Report& r) {
  const design::Geometry& g = r.design->geometry;
  fmt::format_to(out, "design    {}: {} x {} x {} x {} x {} x {} of {}\n", r.design->name, counted_text(g.channels, "channel"),
                 counted_text(g.chips, "chip"), counted_text(g.dies, "die"), counted_text(g.planes, "plane"), counted_text(g.blocks, "block"),
                 counted_text(g.pages, "page"), size_text(static_cast<double>(g.page_bytes)));
  fmt::format_to(out, "          {} physical, {} logical\n", size_text(static_cast<double>(g.physical_bytes())),
                 size_text(static_cast<double>(r.design->logical_bytes())));
  fmt::format_to(out, "workload  {}{}{}\n", r.workload, r.workload_detail.empty() ? "" : ": ", r.workload_detail);
  for (const std::string& note : r.notes) fmt::format_to(out, "note      {}\n", note);
  if (r.results.partial) {
    fmt::format_to(out, "PARTIAL   interrupted after {} of {} requests; the numbers are of those that were complete by then\n",
                   count_text(r.results.host.completed[0] + r.results.host.completed[1]), count_text(r.requests));
  }
}

void latency_row(Out out, const char* name, const Latency& l) {
  if (l.count == 0) {
    fmt::format_to(out, "{:<10}{:>12}\n", name, 0);
    return;
  }
  fmt::format_to(out, "{:<10}{:>12}", name, count_text(l.count));
  for (const double value : {l.mean, l.stddev, static_cast<double>(l.min), static_cast<double>(l.p50), static_cast<double>(l.p90),
                             static_cast<double>(l.p99), static_cast<double>(l.p999), static_cast<double>(l.max)}) {
    fmt::format_to(out, "{:>11}", time_text(value));
  }
  fmt::format_to(out, "\n");
}

void latencies(Out out, const Results& r) {
  fmt::format_to(out, "\n{:<10}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}\n", "response", "requests", "mean", "stddev", "min",
                 "p50", "p90", "p99", "p99.9", "max");
  latency_row(out, "all", r.response);
  latency_row(out, "read", r.read);
  latency_row(out, "write", r.write);
}

void throughput(Out out, const Results& r) {
  fmt::format_to(out, "\nthroughput           {} ({:.0f} requests/s) over {}\n", rate_text(r.bandwidth()), r.iops(),
                 time_text(static_cast<double>(r.host_span())));
  fmt::format_to(out, "write amplification  {:.3f} ({} pages by the host, {} by collection)\n", r.write_amplification(),
                 count_text(r.flash.host_programs), count_text(r.flash.collection_programs));
}

void flash(Out out, const Results& r) {
  const FlashCounts& f = r.flash;
  fmt::format_to(out, "flash reads          {} for the host", count_text(f.host_reads));
  if (f.read_modify_write_reads != 0) fmt::format_to(out, " ({} to modify a page)", count_text(f.read_modify_write_reads));
  fmt::format_to(out, ", {} by collection\n", count_text(f.collection_reads));
  if (f.buffer_reads != 0) fmt::format_to(out, "                     {} pages read before they were programmed, without flash\n", count_text(f.buffer_reads));
  if (f.unwritten_reads != 0) fmt::format_to(out, "                     {} pages read that were never written, without flash\n", count_text(f.unwritten_reads));
  if (f.preloaded != 0) fmt::format_to(out, "                     {} pages count as written beforehand: they are read before they are written\n", count_text(f.preloaded));
  const double moved = f.collections == 0 ? 0 : static_cast<double>(f.collection_programs) / static_cast<double>(f.collections);
  fmt::format_to(out, "collections          {}", count_text(f.collections));
  if (f.collections != 0) fmt::format_to(out, ", {:.2f} pages moved each, {} forced", moved, count_text(f.forced_collections));
  fmt::format_to(out, "\nerases a block       mean {:.3f}, min {}, max {}, stddev {:.3f}\n", r.erases.mean, r.erases.min, r.erases.max, r.erases.stddev);
}

void busy_row(Out out, const char* name, const std::vector<Busy>& list) {
  double host = 0, collection = 0, least = 1, most = 0;
  for (const Busy& b : list) {
    host += b.host;
    collection += b.collection;
    least = std::min(least, b.total());
    most = std::max(most, b.total());
  }
  const double n = static_cast<double>(std::max<std::size_t>(1, list.size()));
  fmt::format_to(out, "{:<10}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}\n", name, list.size(), share_text((host + collection) / n),
                 share_text(host / n), share_text(collection / n), share_text(least), share_text(most));
}

void busy(Out out, const Results& r) {
  fmt::format_to(out, "\n{:<10}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}\n", "busy", "number", "mean", "host", "collection", "least", "most");
  busy_row(out, "channel", r.channels);
  busy_row(out, "chip", r.chips);
  busy_row(out, "die", r.dies);
  busy_row(out, "plane", r.planes);
}

void host_facts(Out out, const Report& r) {
  const HostFacts& h = r.host;
  fmt::format_to(out, "\nsimulated {} in {} ({} engine", time_text(static_cast<double>(r.results.clock)), time_text(h.run_seconds * 1e9), h.engine);
  if (h.run_seconds > 0) fmt::format_to(out, ", {:.1f} million page operations/s", static_cast<double>(h.page_operations) / h.run_seconds / 1e6);
  fmt::format_to(out, "); compiled in {}, workload in {}; {} of memory\n", time_text(h.compile_seconds * 1e9), time_text(h.workload_seconds * 1e9),
                 size_text(static_cast<double>(r.results.memory_bytes)));
}

}  // namespace

std::string text(const Report& report) {
  std::string result;
  const Out out(result);
  heading(out, report);
  latencies(out, report.results);
  throughput(out, report.results);
  flash(out, report.results);
  busy(out, report.results);
  host_facts(out, report);
  return result;
}

}  // namespace ssd::results

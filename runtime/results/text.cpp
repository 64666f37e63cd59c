// The report as text: one screen, aligned, with units. See report.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "runtime/base/quantity.h"
#include "runtime/results/report.h"
#include "runtime/results/text_tables.h"

namespace ssd::results {
namespace {

double share(u64 part, u64 whole) { return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole); }

void latency_row(Out out, const char* name, const Latency& l) {
  if (l.count == 0) {
    fmt::format_to(out, "{:<10}{:>12}\n", name, 0);
    return;
  }
  fmt::format_to(out, "{:<10}{:>12}", name, count_text(l.count));
  for (const double value :
       {l.mean, l.stddev, static_cast<double>(l.min), static_cast<double>(l.p50), static_cast<double>(l.p90),
        static_cast<double>(l.p99), static_cast<double>(l.p999), static_cast<double>(l.max)}) {
    fmt::format_to(out, "{:>11}", time_text(value));
  }
  fmt::format_to(out, "\n");
}

void latencies(Out out, const Results& r) {
  fmt::format_to(out, "\n{:<10}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}\n", "response", "requests",
                 "mean", "stddev", "min", "p50", "p90", "p99", "p99.9", "max");
  latency_row(out, "all", r.response);
  latency_row(out, "read", r.read);
  latency_row(out, "write", r.write);
  if (r.trim.count != 0) latency_row(out, "trim", r.trim);
  if (r.flush.count != 0) latency_row(out, "flush", r.flush);
}

// Of each flow its requests, and its reads and writes if it has both. A long name has a line of its own.
void flow_latencies(Out out, const Results& r) {
  constexpr std::size_t kWidest = 10;
  for (const FlowResults& flow : r.flows) {
    const bool fits = flow.name.size() <= kWidest;
    if (!fits) fmt::format_to(out, "{}\n", flow.name);
    latency_row(out, fits ? flow.name.c_str() : "", flow.numbers.response);
    if (flow.numbers.read.count != 0 && flow.numbers.write.count != 0) {
      latency_row(out, "  read", flow.numbers.read);
      latency_row(out, "  write", flow.numbers.write);
    }
    if (flow.numbers.trim.count != 0) latency_row(out, "  trim", flow.numbers.trim);
    if (flow.numbers.flush.count != 0) latency_row(out, "  flush", flow.numbers.flush);
  }
}

// When each phase ran, and which of them are not part of the other numbers.
void phases(Out out, const Results& r) {
  const char* label = "phases";
  for (const FlowResults& phase : r.flows) {
    if (!phase.is_phase) return;
    const HostCounts& host = phase.numbers.host;
    const std::string when = r.functional_only
                                 ? ""
                                 : fmt::format(" from {} to {}", time_text(static_cast<double>(host.first_arrival)),
                                               time_text(static_cast<double>(host.last_completion)));
    fmt::format_to(out, "{:<10}{}: {}{}{}\n", std::exchange(label, ""), phase.name,
                   counted_text(phase.numbers.completed(), "request"), when,
                   phase.counted ? "" : "; not counted, a warm-up");
  }
}

// A line with a name and, from a fixed column on, what is reported about it.
template <class... Values>
void fact(Out out, const char* name, fmt::format_string<Values...> form, Values&&... values) {
  fmt::format_to(out, "{:<21}", name);
  fmt::format_to(out, form, std::forward<Values>(values)...);
  fmt::format_to(out, "\n");
}

void throughput(Out out, const Results& r) {
  fmt::format_to(out, "\n");
  fact(out, "throughput", "{} ({:.0f} requests/s) over {}", rate_text(r.bandwidth()), r.iops(),
       time_text(static_cast<double>(r.host_span())));
  for (const FlowResults& flow : r.flows) {
    const Results& n = flow.numbers;
    fact(out, "", "{}: {} ({:.0f} requests/s) over {}", flow.name, rate_text(n.bandwidth()), n.iops(),
         time_text(static_cast<double>(n.host_span())));
  }
}

// For the functional pass alone: what the host requested.
void taken_in(Out out, const Results& r) {
  const auto of = [&r](Direction direction) { return static_cast<std::size_t>(direction); };
  fmt::format_to(out, "\n");
  const auto amounts = [&](const Results& n) {
    return fmt::format("{}: {} read, {} written", count_text(n.completed()),
                       size_text(static_cast<double>(n.host.bytes[of(Direction::kRead)])),
                       size_text(static_cast<double>(n.host.bytes[of(Direction::kWrite)])));
  };
  fact(out, "requests", "{}", amounts(r));
  for (const FlowResults& flow : r.flows) fact(out, "", "{}: {}", flow.name, amounts(flow.numbers));
}

// By stream (account.streams).
void streams(Out out, const Results& r) {
  for (std::size_t i = 0; i < r.streams.size(); ++i) {
    const StreamPages& pages = r.streams[i];
    const std::string label = fmt::format("    stream {}", i), by_host = count_text(pages.host);
    if (r.collects_by_stream)
      fact(out, label.c_str(), "{:.3f} ({} pages by the host, {} by collection)", write_amplification(pages), by_host,
           count_text(pages.moved));
    else
      fact(out, label.c_str(), "{} pages by the host", by_host);
  }
}

void written_pages(Out out, const Results& r) {
  fact(out, "write amplification", "{:.3f} ({} pages by the host, {} by collection)", r.write_amplification(),
       count_text(r.flash.host_programs), count_text(r.flash.collection_programs));
  fact(out, "    by bytes", "{:.3f} ({} programmed, {} written by the host)", r.write_amplification_by_bytes(),
       size_text(static_cast<double>(r.programmed_bytes())), size_text(static_cast<double>(r.written_bytes())));
  if (r.flash.units != 0)
    fact(out, "    units", "{} in these pages, {} places of padding", count_text(r.flash.units),
         count_text(r.flash.padding));
  streams(out, r);
  if (const u64 skipped = r.skipped_pages(); skipped != 0) {
    const std::string wear =
        r.flash.wasted_wear == 0 ? "" : fmt::format(", {} by wear levelling", count_text(r.flash.wasted_wear));
    fact(out, "wasted pages",
         "{} ({} for multi-plane commands, {} for copybacks{}); with them write amplification is {:.3f}",
         count_text(skipped), count_text(r.flash.wasted_multiplane), count_text(r.flash.wasted_copyback), wear,
         r.write_amplification_with_skipped());
  }
}

// For the functional pass alone: only the clock determines whether a page that is read has been programmed already.
void page_reads(Out out, const FlashCounts& f) {
  fact(out, "page reads", "{} by the host of pages that hold data, {} by collection", count_text(f.host_reads),
       count_text(f.collection_reads));
}

void flash_reads(Out out, const FlashCounts& f) {
  const std::string modify = f.read_modify_write_reads == 0
                                 ? ""
                                 : fmt::format(" ({} to modify a page)", count_text(f.read_modify_write_reads));
  fact(out, "flash reads", "{} for the host{}, {} by collection", count_text(f.host_reads), modify,
       count_text(f.collection_reads));
}

void reads(Out out, const Results& r) {
  const FlashCounts& f = r.flash;
  if (r.functional_only)
    page_reads(out, f);
  else
    flash_reads(out, f);
  metric_lines(out, LineGroup::kReads, r);
}

void host_path(Out out, const Results& r) {
  const FlashCounts& f = r.flash;
  if (f.buffer_hits + f.evictions + f.flushes + f.readaheads != 0) {
    fact(out, "buffer", "{}, {}, {} flushed, {} read ahead", counted_text(f.buffer_hits, "hit"),
         counted_text(f.evictions, "eviction"), counted_text(f.flushes, "page"), counted_text(f.readaheads, "page"));
  }
  if (r.most_volatile != 0) {
    fact(out, "", "{} of the host only in the buffer on average, {} at most", size_text(r.volatile_mean()),
         size_text(static_cast<double>(r.most_volatile * r.slot_bytes)));
  }
  metric_lines(out, LineGroup::kHost, r);
}

// A share that a run of the plain loops does not have (account.conflicts).
std::string known_share_text(double share) { return std::isnan(share) ? "-" : share_text(share); }

// What collections held in slots of the controller, and replicas.
void copies(Out out, const Results& r) {
  const FlashCounts& f = r.flash;
  if (f.conflicting_collections != 0) {
    fact(out, "streams", "{} to the buffer: {} read into it, {} written back",
         counted_text(f.conflicting_collections, "collection"), counted_text(f.buffered_moves, "page"),
         count_text(f.write_backs));
    fact(out, "", "{:.2f} pages a collection over the bus, {:.2f} by copyback, {:.2f} into the buffer",
         r.moved_by_bus(), r.moved_by_copyback(), r.moved_by_slot());
  }
  if (f.buffered_reads + f.absorbed_writes != 0) {
    fact(out, "held pages", "served {} and absorbed {}", counted_text(f.buffered_reads, "page read"),
         counted_text(f.absorbed_writes, "write"));
  }
  if (f.held_pages != 0) {
    fact(out, "", "{} stayed for {} on average, {} at most", counted_text(f.held_pages, "page"),
         time_text(r.held_mean()), time_text(static_cast<double>(f.held_longest)));
  }
  if (r.held_time != 0) {
    fact(out, "", "{:.2f} pages on average; to write these back at power loss takes {}", r.held_pages_mean(),
         time_text(static_cast<double>(r.power_loss)));
  }
  if (f.replica_programs != 0)
    fact(out, "replicas", "{} programmed, {} of these broken off, {} went to one",
         counted_text(f.replica_programs, "page"), count_text(f.replicas_broken_off),
         counted_text(f.replica_reads, "read"));
}

void collection(Out out, const Results& r) {
  const FlashCounts& f = r.flash;
  if (f.collections == 0) {
    fact(out, "collections", "0");
  } else {
    const std::string copied =
        f.copybacks == 0 ? "" : fmt::format(" ({} by copyback)", share_text(share(f.copybacks, f.collection_programs)));
    const std::string idle = r.functional_only ? ""
                                               : fmt::format(", {} begun in idle time ({} in an idle drive)",
                                                             share_text(share(f.idle_collections, f.collections)),
                                                             known_share_text(r.idle_drive()));
    fact(out, "collections", "{}, {:.2f} pages moved each{}, {} forced{}", count_text(f.collections), r.pages_moved(),
         copied, count_text(f.forced_collections), idle);
  }
  metric_lines(out, LineGroup::kCollection, r);
  if (r.whole_drive && f.beside_collections != 0) {
    fact(out, "idle chips", "{} of all while a collection ran and a host operation waited", share_text(r.idle_chips()));
  }
  copies(out, r);
  fact(out, "erases a block", "mean {:.3f}, min {}, max {}, stddev {:.3f}", r.erases.mean, r.erases.min, r.erases.max,
       r.erases.stddev);
}

// What the host had written when the life ended, or could write in all. The projection is for a new drive that wears as
// in this run (lifetime.h), so once blocks are retired the line leaves out the first worn-out block.
void life(Out out, const Report& report) {
  const Lifetime& l = report.results.lifetime;
  const bool used = !report.start.snapshot.empty() || !report.start.workload.empty();
  if (l.endurance == 0) return;
  if (l.ended) {
    const std::string when =
        knows_end(report) ? fmt::format("at {}", time_text(static_cast<double>(l.end))) : "reached";
    fact(out, "end of life", "{}: the host had written {} ({:.4g} times the logical size){}", when,
         size_text(static_cast<double>(l.written_bytes)), l.drive_writes,
         used ? " in this run, without earlier writes" : "");
  } else if (l.projected_mean != 0 && l.retired_blocks == 0) {
    fact(
        out, "life",
        "with wear as in this run, the host can write {} to a new drive until its first block has {} erases, {} if all "
        "blocks wear equally",
        size_text(l.projected_most_worn), count_text(l.endurance), size_text(l.projected_mean));
  } else if (l.projected_mean != 0) {
    fact(out, "life",
         "with wear as in this run, the host can write {} to a new drive until all blocks have {} erases, if they wear "
         "equally",
         size_text(l.projected_mean), count_text(l.endurance));
  }
  metric_lines(out, LineGroup::kLife, report.results);
}

void energy(Out out, const Results& r) {
  const EnergyUse& e = r.energy;
  if (e.total() == 0) return;
  const auto part = [&e](double joules) { return share_text(joules / e.total()); };
  fact(out, "energy", "{}, {} on average: reads {}, programs {}, erases {}, transfers {}, idle {}",
       energy_text(e.total()), power_text(r.clock == 0 ? 0 : e.total() * 1e9 / static_cast<double>(r.clock)),
       part(e.read), part(e.program), part(e.erase), part(e.transfer), part(e.idle));
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
  fmt::format_to(out, "{:<10}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}\n", name, list.size(),
                 share_text((host + collection) / n), share_text(host / n), share_text(collection / n),
                 share_text(least), share_text(most));
}

void busy(Out out, const Results& r) {
  fmt::format_to(out, "\n{:<10}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}\n", "busy", "number", "mean", "host", "collection",
                 "least", "most");
  busy_row(out, "channel", r.channels);
  busy_row(out, "chip", r.chips);
  busy_row(out, "die", r.dies);
  busy_row(out, "plane", r.planes);
  const Execution e = r.execution();
  if (e.idle == 1) return;
  fmt::format_to(out, "{:<10}{:>12}   array {}, bus {}, contention for the bus {}, idle {}\n", "unit", r.units.size(),
                 share_text(e.array), share_text(e.bus), share_text(e.contention), share_text(e.idle));
}

// "0.85", "8.5", "130": without a power of ten.
std::string millions_text(double count) {
  return count < 1e8 ? fmt::format("{:.2g}", count / 1e6) : fmt::format("{:.0f}", count / 1e6);
}

std::string_view how_it_came(const HostFacts& h) {
  if (h.linked_in) return "ready";
  switch (h.from) {
    case ObjectFrom::kCache: return "from the cache";
    case ObjectFrom::kPrebuilt: return "prebuilt, ready";
    default: return "compiled";
  }
}

void host_facts(Out out, const Report& r) {
  const HostFacts& h = r.host;
  const std::string what =
      r.results.functional_only ? "the map alone" : time_text(static_cast<double>(r.results.since + r.results.clock));
  fmt::format_to(out, "\nsimulated {} in {} ({} engine", what, time_text(h.run_seconds * 1e9), h.engine);
  if (h.jit_from)
    fmt::format_to(out, ", jit {}",
                   *h.jit_from == 0 ? "from the first request on" : "after " + counted_text(*h.jit_from, "request"));
  if (h.run_seconds > 0)
    fmt::format_to(out, ", {} million page operations/s",
                   millions_text(static_cast<double>(h.page_operations) / h.run_seconds));
  fmt::format_to(out, "); {} in {}, workload in {}; {} of memory\n", how_it_came(h), time_text(h.compile_seconds * 1e9),
                 time_text(h.workload_seconds * 1e9), size_text(static_cast<double>(r.results.memory_bytes)));
  if (h.checked) fmt::format_to(out, "checked   the conservation laws hold\n");
}

// The results that depend on the clock.
void timing(Out out, const Results& r) {
  energy(out, r);
  flash_commands(out, r);
  busy(out, r);
  over_time(out, r);
}

}  // namespace

void heading(Out out, const Report& r) {
  const Geometry& g = r.plan->geometry;
  fmt::format_to(out, "design    {}: {} x {} x {} x {} x {} x {} of {}\n", r.plan->name,
                 counted_text(g.channels, "channel"), counted_text(g.chips, "chip"), counted_text(g.dies, "die"),
                 counted_text(g.planes, "plane"), counted_text(g.blocks, "block"), counted_text(g.pages, "page"),
                 size_text(static_cast<double>(g.page_bytes)));
  fmt::format_to(out, "          {} physical, {} logical\n", size_text(static_cast<double>(g.physical_bytes())),
                 size_text(static_cast<double>(r.plan->logical_bytes())));
  fmt::format_to(out, "workload  {}{}{}\n", r.workload, r.workload_detail.empty() ? "" : ": ", r.workload_detail);
  if (!r.start.snapshot.empty())
    fmt::format_to(out, "start     the snapshot {} ({:08x})\n", r.start.snapshot, r.start.checksum);
  if (!r.start.workload.empty()) {
    fmt::format_to(out, "ran first {}: {}, {} written\n", r.start.workload, counted_text(r.start.requests, "request"),
                   counted_text(r.start.pages_written, "page"));
  }
  for (const std::string& note : r.notes) fmt::format_to(out, "note      {}\n", note);
  if (r.results.partial) {
    fmt::format_to(
        out, "PARTIAL   interrupted after {} of {} requests; the numbers are of those that were complete by then\n",
        count_text(r.results.completed()), count_text(r.requests));
  }
}

// Phases after the first one begin when the clock says so.
bool knows_end(const Report& report) {
  const bool later = report.results.flows.size() > 1 && report.results.flows.front().is_phase;
  return !report.results.functional_only || (report.closed_depth == 0 && !later);
}

std::string text(const Report& report) {
  std::string result;
  const Out out(result);
  heading(out, report);
  const Results& r = report.results;
  phases(out, r);
  if (r.functional_only) {
    taken_in(out, r);
  } else {
    latencies(out, r);
    flow_latencies(out, r);
    where_the_time_went(out, r);
    throughput(out, r);
  }
  written_pages(out, r);
  reads(out, r);
  host_path(out, r);
  collection(out, r);
  life(out, report);
  if (!r.functional_only) timing(out, r);
  host_facts(out, report);
  return result;
}

}  // namespace ssd::results

// See comparison.h.
#include "tools/fit/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/trace/quantity_text.h"
#include "tools/fit/gap_mix.h"

namespace ssd::fit {
namespace {

using trace::count_text;
using trace::counted_text;
using trace::size_text;
using trace::time_text;

constexpr double kWithin = 0.03, kShareWithin = 0.005;
constexpr double kReaches = 0.8;  // of the trace's addresses: a workload that reaches less far is reported

std::string percent(double share) { return fmt::format("{:.2f} %", share * 100); }

std::string value_text(Unit unit, double value) {
  switch (unit) {
    case Unit::kShare: return percent(value);
    case Unit::kBytes: return fmt::format("{:.2f} KiB", value / 1024);
    case Unit::kTime: return time_text(value);
    case Unit::kPages: return count_text(static_cast<u64>(std::round(value)));
    case Unit::kRequests: return fmt::format("{:.2f}", value);
  }
  return {};
}

std::string difference_text(const Row& row) {
  if (row.unit == Unit::kShare) return fmt::format("{:+.2f} points", row.difference() * 100);
  return row.trace == 0 ? "" : fmt::format("{:+.2f} %", row.difference() * 100);
}

std::string_view verdict(const Row& row) { return !row.fitted ? "not fitted" : row.within() ? "" : "MISSED"; }

void add_rhythm(const Profile& trace, const Profile& made, std::vector<std::string>& lines) {
  const double busiest = trace.share(trace.busiest), usual = made.share(made.busiest);
  if (busiest > 2 * usual)
    lines.push_back(
        fmt::format("bursts: the busiest hundredth of the trace's time has {} of its requests, in the workload {}",
                    percent(busiest), percent(usual)));
  if (trace.mean_run() > 1.5 * made.mean_run())
    lines.push_back(fmt::format(
        "runs of one direction: {:.1f} requests on average before another one follows, in the workload {:.1f}",
        trace.mean_run(), made.mean_run()));
}

double mean_bytes(const Profile& p) {
  return (p.reads.bytes + p.writes.bytes + p.trims.bytes) / static_cast<double>(p.requests);
}

void add_places(const Profile& trace, const Profile& made, std::vector<std::string>& lines) {
  const double again = trace.share(trace.returning), usual = made.share(made.returning);
  if (std::abs(again - usual) > 0.05)
    lines.push_back(
        fmt::format("reuse of addresses: {} of its requests begin where one of the {} before them began, in "
                    "the workload {}",
                    percent(again), kNear, percent(usual)));
  if (trace.pages_written > 0 && std::abs(made.pages_written / trace.pages_written - 1) > 0.1)
    lines.push_back(fmt::format("separate addresses of writes and reads: {} pages are written, in the workload {}",
                                value_text(Unit::kPages, trace.pages_written),
                                value_text(Unit::kPages, made.pages_written)));
  if (static_cast<double>(made.end) < kReaches * static_cast<double>(trace.end))
    lines.push_back(fmt::format(
        "the range of addresses: up to {}, in the workload up to {}. Pages that are touched once or never may be a "
        "larger cold space, on which write amplification depends: more of the trace shows more",
        size_text(static_cast<double>(trace.end)), size_text(static_cast<double>(made.end))));
  if (trace.sequential == 0) return;
  const double sequential = trace.sequential_bytes / static_cast<double>(trace.sequential), all = mean_bytes(trace);
  if (std::max(sequential / all, all / sequential) > 1.5)
    lines.push_back(
        fmt::format("sizes that depend on addresses: its sequential requests have {} on average, all requests {}",
                    size_text(sequential), size_text(all)));
}

bool has_longest(const workload::Quantity& q) {
  if (const auto* exponential = std::get_if<workload::Exponential>(&q.kind))
    return exponential->mean == kLongestInterval;
  if (const auto* constant = std::get_if<workload::Constant>(&q.kind)) return constant->value == kLongestInterval;
  return std::ranges::any_of(std::get<workload::Choice>(q.kind).options,
                             [](const workload::WeightedQuantity& option) { return has_longest(option.value); });
}

void add_alignment(const Profile& trace, const Profile& made, std::vector<std::string>& lines) {
  const auto commonest = std::ranges::max_element(trace.residues);
  const auto residue = static_cast<u64>(commonest - trace.residues.begin()) * Sizes::kBlock;
  if (residue != 0 && trace.share(*commonest) > 0.5)
    lines.push_back(fmt::format("a shift of all addresses: {} of its requests begin {} after a multiple of 4 KiB",
                                percent(trace.share(*commonest)), size_text(static_cast<double>(residue))));
  else if (std::abs(trace.share(trace.whole_pages) - made.share(made.whole_pages)) > 0.05)
    lines.push_back(fmt::format(
        "alignment that differs from request to request: {} begin and end at multiples of 4 KiB, in the workload {}",
        percent(trace.share(trace.whole_pages)), percent(made.share(made.whole_pages))));
}

}  // namespace

double Row::difference() const { return unit == Unit::kShare ? made - trace : trace == 0 ? 0 : made / trace - 1; }

double Row::excess() const {
  const double relative = trace == 0 ? (made == 0 ? 0 : 1) : std::abs(made / trace - 1);
  return unit == Unit::kShare ? std::min(relative / kWithin, std::abs(made - trace) / kShareWithin)
                              : relative / kWithin;
}

std::vector<Row> rows(const Profile& t, const Profile& m) {
  std::vector<Row> rows{
      {"read_share", "reads", Unit::kShare, t.share(t.reads.requests), m.share(m.reads.requests), true}};
  if (t.trims.requests != 0)
    rows.push_back({"trim_share", "trims", Unit::kShare, t.share(t.trims.requests), m.share(m.trims.requests), true});
  if (t.reads.requests != 0)
    rows.push_back({"read_bytes", "mean read", Unit::kBytes, t.reads.mean(), m.reads.mean(), true});
  if (t.writes.requests != 0)
    rows.push_back({"write_bytes", "mean write", Unit::kBytes, t.writes.mean(), m.writes.mean(), true});
  if (t.trims.requests != 0)
    rows.push_back({"trim_bytes", "mean trim", Unit::kBytes, t.trims.mean(), m.trims.mean(), true});
  if (t.gaps.count != 0) {
    rows.push_back({"interval_ns", "mean interval", Unit::kTime, t.gaps.mean(), m.gaps.mean(), true});
    rows.push_back({"burst_share", "within 200 us of the previous one", Unit::kShare, t.gaps.burst_share(),
                    m.gaps.burst_share(), true});
  }
  rows.push_back({"pages_touched", "pages of 4 KiB touched", Unit::kPages, t.pages(), m.pages(), true});
  rows.push_back({"hottest_fifth_share", "touches of a fifth of them", Unit::kShare, hottest_share(t.all, 0.2),
                  hottest_share(m.all, 0.2), true});
  rows.push_back({"sequential_share", "sequential", Unit::kShare, t.share(t.sequential), m.share(m.sequential), true});
  rows.push_back(
      {"aligned_share", "whole pages of 4 KiB", Unit::kShare, t.share(t.whole_pages), m.share(m.whole_pages), true});
  rows.push_back({"median_interval_ns", "median interval", Unit::kTime, t.gaps.median(), m.gaps.median(), false});
  rows.push_back({"pages_reached", "pages up to the last address", Unit::kPages, static_cast<double>(t.end) / kPage,
                  static_cast<double>(m.end) / kPage, false});
  rows.push_back({"pages_written", "pages of 4 KiB written", Unit::kPages, t.pages_written, m.pages_written, false});
  rows.push_back({"returning_share", "again where one of 32 began", Unit::kShare, t.share(t.returning),
                  m.share(m.returning), false});
  rows.push_back(
      {"direction_run", "requests of one direction in a row", Unit::kRequests, t.mean_run(), m.mean_run(), false});
  rows.push_back(
      {"busiest_share", "in the busiest 1 % of the time", Unit::kShare, t.share(t.busiest), m.share(m.busiest), false});
  return rows;
}

std::vector<std::string> beyond_language(const Measured& trace, const Profile& made) {
  std::vector<std::string> lines;
  if (trace.duration != 0) add_rhythm(trace.profile, made, lines);
  add_places(trace.profile, made, lines);
  add_alignment(trace.profile, made, lines);
  if (trace.devices > 1)
    lines.push_back(fmt::format("{}: they are laid end to end, as a run of the trace lays them",
                                counted_text(trace.devices, "device")));
  return lines;
}

std::vector<std::string> notes(const Measured& trace, const workload::Workload& workload) {
  const Profile& p = trace.profile;
  std::vector<std::string> notes;
  if (p.requests == 1)
    notes.emplace_back("one request gives no times or addresses: the workload repeats it");
  else if (trace.duration == 0)
    notes.emplace_back(
        "all requests of the trace arrive at the same time: `closed: N` instead of `interval` keeps N of them "
        "outstanding");
  const u64 larger = p.reads.larger + p.writes.larger + p.trims.larger;
  if (larger != 0)
    notes.push_back(fmt::format("{} of more than 16 MiB, the most that a `size` can be, count as 16 MiB",
                                counted_text(larger, "request")));
  if (p.uneven != 0)
    notes.push_back(
        fmt::format("{} not of whole blocks of 512 bytes: sizes are rounded up", counted_text(p.uneven, "request")));
  if (p.flushes != 0)
    notes.push_back(fmt::format("{} left out: `flush_every` of the workload would send some",
                                counted_text(p.flushes, "flush request")));
  if (p.forced != 0)
    notes.push_back(fmt::format("{} made ordinary ones: `fua` of the workload would force some",
                                counted_text(p.forced, "forced write")));
  if (has_longest(std::get<workload::Generator>(workload.source).interval))
    notes.emplace_back("times between arrivals are limited to a day, the most that an `interval` can be");
  if (p.pages_a_sample > 1)
    notes.push_back(fmt::format("pages are counted from a sample, one in {:.0f}", p.pages_a_sample));
  if (workload.seed != 1)
    notes.push_back(fmt::format(
        "with so few requests the figures vary by chance: of the seeds 1 to 16, {} gives the nearest figures",
        workload.seed));
  return notes;
}

std::vector<std::string> table(const std::vector<Row>& rows) {
  std::vector<std::string> lines{fmt::format("{:<34} {:>12} {:>12}  {:>15}", "", "trace", "workload", "difference")};
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<34} {:>12} {:>12}  {:>15}  {}", row.name, value_text(row.unit, row.trace),
                                   value_text(row.unit, row.made), difference_text(row), verdict(row));
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace ssd::fit

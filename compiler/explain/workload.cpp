// Implements workload.h. The load of a generator is described by means, which are exact. A trace is not opened; `ssdc
// trace info` examines it.
#include "compiler/explain/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "compiler/explain/properties.h"
#include "runtime/base/quantity.h"
#include "runtime/base/shell_word.h"

namespace ssd::explain {
namespace {

using workload::Generator;
using workload::Quantity;

double share(std::uint32_t parts) { return static_cast<double>(parts) / workload::kWhole; }

double mean(const Quantity& quantity) {
  if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind))
    return static_cast<double>(constant->value);
  if (const auto* drawn = std::get_if<workload::Exponential>(&quantity.kind)) return static_cast<double>(drawn->mean);
  double sum = 0;
  for (const workload::WeightedQuantity& option : std::get<workload::Choice>(quantity.kind).options)
    sum += share(option.parts_per_million) * mean(option.value);
  return sum;
}

bool is_exponential(const Quantity& quantity) {
  const auto* choice = std::get_if<workload::Choice>(&quantity.kind);
  if (choice == nullptr) return std::holds_alternative<workload::Exponential>(quantity.kind);
  return std::ranges::any_of(choice->options,
                             [](const workload::WeightedQuantity& option) { return is_exponential(option.value); });
}

struct Kind {
  std::string_view name;
  std::uint32_t parts;
  const Quantity* size;
};
std::array<Kind, 3> kinds(const Generator& g) {
  return {{{"reads:", g.read_parts, g.read_size ? &*g.read_size : &g.size},
           {"writes:", workload::kWhole - g.read_parts - g.trim_parts, g.write_size ? &*g.write_size : &g.size},
           {"trims:", g.trim_parts, &g.size}}};
}

// The share of the requests that are no flushes (generator.request).
double share_of_others(const Generator& g) {
  if (g.flush_every == 0) return 1;
  return 1 / (1 + share(workload::kWhole - g.read_parts - g.trim_parts) / static_cast<double>(g.flush_every));
}

std::string arrivals(const workload::Workload& w, const Generator& g, double bytes) {
  const double interval = mean(g.interval);
  const std::string gap = time_text(interval);
  if (w.closed != 0) {
    return fmt::format("{} outstanding; a new one {} each completion\n", count_text(w.closed),
                       interval == 0 ? "at" : "on average " + gap + " after");
  }
  if (interval == 0) return "all at time 0\n";
  const double rate = 1e9 / interval;
  const auto a_second = [bytes](double each) {
    return fmt::format("{} a second, {}",
                       each < 100 ? fmt::format("{:.3g}", each) : count_text(static_cast<u64>(std::llround(each))),
                       rate_text(bytes * each));
  };
  if (!g.bursts) return fmt::format("one every {} on average: {}\n", gap, a_second(rate));
  const double on = static_cast<double>(g.bursts->on), all = on + static_cast<double>(g.bursts->off);
  return fmt::format("one every {} on average for {}, then none for {}: {} in a burst, {} on average\n", gap,
                     time_text(on), time_text(all - on), a_second(rate), a_second(rate * on / all));
}

// The bytes of all requests, as far as the workload itself tells.
std::string total(const workload::Workload& w, const Generator& g, double bytes) {
  const workload::Phase end = w.phase.value_or(workload::Phase{});
  if (end.drive_writes != 0)
    return fmt::format("until it has written {:g} times the logical size of the drive",
                       static_cast<double>(end.drive_writes) / workload::kWhole);
  if (end.length == 0) return size_text(bytes * static_cast<double>(w.requests.value_or(0)));
  const std::string length = time_text(static_cast<double>(end.length));
  if (w.closed != 0)
    return fmt::format("as much as fits into {}, at most {}", length,
                       size_text(bytes * static_cast<double>(w.requests.value_or(0))));
  const double share =
      g.bursts ? static_cast<double>(g.bursts->on) / static_cast<double>(g.bursts->on + g.bursts->off) : 1;
  return fmt::format("{} in {}", size_text(bytes * static_cast<double>(end.length) * share / mean(g.interval)), length);
}

std::string phase_lines(const workload::Workload& w) {
  return w.phase && !w.phase->counted ? "  counted:  no: the results of the run begin behind this phase\n" : "";
}

std::string demand(const workload::Workload& w, const Generator& g, std::string_view whose) {
  std::string text = fmt::format("\nwhat {} requests\n", whose);
  const auto out = std::back_inserter(text);
  double bytes = 0;
  bool rounded = false;
  for (const Kind& kind : kinds(g)) {
    if (kind.parts == 0) continue;
    const double size = mean(*kind.size), part = share(kind.parts) * share_of_others(g);
    fmt::format_to(out, "  {:<10}{} of the requests, {} on average\n", kind.name, share_text(part), size_text(size));
    bytes += part * size;
    rounded |= is_exponential(*kind.size);
  }
  if (g.flush_every != 0)
    fmt::format_to(out, "  {:<10}{} of the requests\n", "flushes:", share_text(1 - share_of_others(g)));
  if (g.forced_parts != 0)
    fmt::format_to(out, "  {:<10}{} of the writes\n", "forced:", share_text(share(g.forced_parts)));
  fmt::format_to(out, "  {:<10}{}\n", "total:", total(w, g, bytes));
  fmt::format_to(out, "  {:<10}{}", "arrivals:", arrivals(w, g, bytes));
  fmt::format_to(out, "{}", phase_lines(w));
  if (rounded) fmt::format_to(out, "  (these means do not include the rounding of random sizes up to whole sectors)\n");
  return text;
}

}  // namespace

std::string workload_page(const design::Workload& workload, const std::vector<design::Property>& params,
                          const SourceMap& sources) {
  std::string text = fmt::format("workload {}\n", workload.name);
  if (!workload.doc.empty()) text += workload.doc + "\n";
  const bool has_flows = !workload.flows.empty();
  text += property_lines(params, true, sources) + (has_flows ? "" : "\n") +
          property_lines(workload.properties, has_flows, sources);
  for (const workload::Workload& flow : workload.flows)
    text += demand(flow, std::get<Generator>(flow.source), flow.name);
  if (has_flows) return text;
  if (const auto* generator = std::get_if<Generator>(&workload.source))
    return text + demand(workload, *generator, "it");
  const auto& trace = std::get<workload::TraceSource>(workload.source);
  return text + fmt::format("\n`ssdc trace info {}` describes the trace\n", shell_word(trace.resolved_path));
}

}  // namespace ssd::explain

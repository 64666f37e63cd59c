// What the slow requests waited for, as text and as JSON. See request_times.h; docs/results.md documents the keys.
#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "runtime/base/quantity.h"
#include "runtime/results/parts.h"
#include "runtime/results/report.h"
#include "runtime/results/request_times.h"
#include "runtime/results/text_tables.h"

namespace ssd::results {
namespace {

using Json = nlohmann::ordered_json;

struct DirectionName {
  const char *one, *many;
};
constexpr std::array<DirectionName, kDirections> kNames{{{"write", "writes"}, {"read", "reads"}, {"trim", "trims"}}};
const DirectionName& names(Direction direction) { return kNames[static_cast<u32>(direction)]; }

std::string percent(double share) { return fmt::format("{:.6g} %", 100 * share); }

std::string band_name(const BlameBand& b) {
  if (b.from_share == 0 && b.to_share == 1) return "all";
  if (b.from_share == 0) return "fastest " + percent(b.to_share);
  if (b.to_share == 1) return "slowest " + percent(1 - b.from_share);
  return fmt::format("{:.6g} to {}", 100 * b.from_share, percent(b.to_share));
}

void band_row(Out out, const BlameBand& b) {
  fmt::format_to(out, "{:<16}{:>10}{:>11}{:>11}", band_name(b), count_text(b.count), time_text(b.mean),
                 time_text(static_cast<double>(b.most)));
  for (const double part : b.parts) fmt::format_to(out, "{:>11}", part == 0 ? "-" : share_text(part / b.mean));
  fmt::format_to(out, "\n");
}

// The largest part of the band's time; kParts if its time is 0.
std::size_t greatest(const BlameBand& b) {
  const auto most = std::ranges::max_element(b.parts);
  return *most == 0 ? kParts : static_cast<std::size_t>(most - b.parts.begin());
}

constexpr std::array<const char*, kParts> kWaits{"waiting to be admitted to the host queue",
                                                 "waiting for a busy chip or die",
                                                 "waiting for a chip or die that collects",
                                                 "waiting for a channel's bus",
                                                 "command and data on the bus",
                                                 "in the flash array",
                                                 "in the controller"};

void in_a_sentence(Out out, const Blame& blame) {
  const BlameBand& slow = blame.bands.back();
  const std::size_t part = greatest(slow);
  if (part == kParts || slow.from_share == 0) return;
  fmt::format_to(out, "The {} of {} take {} on average, {:.3g} times the average of all: {} of it {}.\n",
                 band_name(slow), names(blame.direction).many, time_text(slow.mean), slow.mean / blame.all.mean,
                 share_text(slow.parts[part] / slow.mean), kWaits[part]);
}

void slowest_rows(Out out, const Blame& blame, u64 sector_bytes) {
  fmt::format_to(out, "slowest\n");
  for (const SlowRequest& slow : blame.slowest) {
    const std::size_t part = static_cast<std::size_t>(std::ranges::max_element(slow.split) - slow.split.begin());
    fmt::format_to(out, "  request {}: {} at byte {}, arrived at {}, took {}{}\n", count_text(slow.number),
                   size_text(static_cast<double>(slow.request.sectors * sector_bytes)),
                   count_text(slow.request.sector * sector_bytes), time_text(static_cast<double>(slow.arrival)),
                   time_text(static_cast<double>(slow.response)),
                   slow.response == 0
                       ? ""
                       : fmt::format(", {} of it {}", time_text(static_cast<double>(slow.split[part])), kWaits[part]));
  }
}

Json band_json(const BlameBand& b) {
  Json parts = Json::object();
  for (std::size_t p = 0; p < kParts; ++p) parts[kPartKeys[p]] = b.parts[p];
  return {{"from_share", b.from_share}, {"to_share", b.to_share}, {"count", b.count}, {"least_ns", b.least},
          {"most_ns", b.most},          {"mean_ns", b.mean},      {"parts", parts}};
}

Json slow_json(const SlowRequest& slow, u64 sector_bytes) {
  Json parts = Json::object();
  for (std::size_t p = 0; p < kParts; ++p) parts[kPartKeys[p]] = slow.split[p];
  return {{"number", slow.number},
          {"offset_bytes", slow.request.sector * sector_bytes},
          {"bytes", slow.request.sectors * sector_bytes},
          {"arrival_ns", slow.arrival},
          {"response_ns", slow.response},
          {"parts", parts}};
}

}  // namespace

std::string blame_text(const Report& report, std::span<const Blame> blames) {
  std::string result;
  const Out out(result);
  heading(out, report);
  for (const Blame& b : blames) {
    fmt::format_to(out, "\n{:<16}{:>10}{:>11}{:>11}", names(b.direction).many, "number", "mean", "up to");
    for (const char* part : kPartNames) fmt::format_to(out, "{:>11}", part);
    fmt::format_to(out, "\n");
    band_row(out, b.all);
    for (const BlameBand& each : b.bands) band_row(out, each);
    in_a_sentence(out, b);
    slowest_rows(out, b, report.plan->geometry.sector_bytes);
  }
  if (blames.empty()) fmt::format_to(out, "\nno request was complete\n");
  return result;
}

std::string blame_json(const Report& report, std::span<const Blame> blames) {
  Json object = Json::object();
  object["schema"] = "ssdc.blame";
  object["version"] = 1;
  object["design"] = {{"name", report.plan->name}};
  object["workload"] = {
      {"name", report.workload}, {"requests", report.requests}, {"closed", report.closed_depth}, {"seed", report.seed}};
  object["partial"] = report.results.partial;
  object["notes"] = report.notes;
  for (const Blame& b : blames) {
    Json bands = Json::array(), slowest = Json::array();
    for (const BlameBand& each : b.bands) bands.push_back(band_json(each));
    for (const SlowRequest& slow : b.slowest) slowest.push_back(slow_json(slow, report.plan->geometry.sector_bytes));
    object[names(b.direction).one] = {{"all", band_json(b.all)}, {"bands", bands}, {"slowest", slowest}};
  }
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ssd::results

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
constexpr std::array<DirectionName, kDirections> kNames{
    {{"write", "writes"}, {"read", "reads"}, {"trim", "trims"}, {"flush", "flushes"}}};
const DirectionName& names(Direction direction) { return kNames[static_cast<u32>(direction)]; }

std::string percent(double share) { return fmt::format("{:.6g} %", 100 * share); }

std::string band_name(const BlameBand& b) {
  if (b.from_share == 0 && b.to_share == 1) return "all";
  if (b.from_share == 0) return "fastest " + percent(b.to_share);
  if (b.to_share == 1) return "slowest " + percent(1 - b.from_share);
  return fmt::format("{:.6g} to {}", 100 * b.from_share, percent(b.to_share));
}

void band_row(Out out, const PartColumns& columns, const BlameBand& b) {
  fmt::format_to(out, "{:<16}{:>10}{:>11}{:>11}", band_name(b), count_text(b.count), time_text(b.mean),
                 time_text(static_cast<double>(b.most)));
  const auto share = [&](double part) { fmt::format_to(out, "{:>11}", part == 0 ? "-" : share_text(part / b.mean)); };
  columns.each(b.parts, share);
  fmt::format_to(out, "\n");
  if (!has_slot_wait(b.parts)) return;
  fmt::format_to(out, "{:<48}", "  its slot");
  columns.each(slot_wait(b.parts), share);
  fmt::format_to(out, "\n");
}

constexpr std::array<const char*, kParts> kWaits{"waiting to be admitted to the host queue",
                                                 "waiting for a core of the firmware, or on it",
                                                 "waiting for the host link, or on it",
                                                 "waiting for a slot of the buffer",
                                                 "waiting for a busy chip or die",
                                                 "waiting for a chip or die that collects",
                                                 "waiting for a channel's bus",
                                                 "command and data on the bus",
                                                 "in the flash array",
                                                 "in the controller",
                                                 "waited for a busy chip or die",
                                                 "waited for a chip or die that collects",
                                                 "waited for a channel's bus",
                                                 "was on the bus",
                                                 "was in the flash array"};

// The greatest of the parts [first, end); `end` if they are all 0.
template <class Parts>
u32 greatest(const Parts& parts, u32 first, u32 end) {
  const auto most = std::max_element(parts.begin() + first, parts.begin() + end);
  return *most == 0 ? end : static_cast<u32>(most - parts.begin());
}

// The greatest part of a time in words, such as `2 ms of it waiting for a slot of the buffer (1 ms while the program
// that made room was in the flash array)`; empty if the time is 0.
template <class Parts, class Text>
std::string greatest_in_words(const Parts& parts, Text text) {
  const u32 part = greatest(parts, 0, kSummedParts);
  if (part == kSummedParts) return "";
  std::string words = fmt::format("{} of it {}", text(parts[part]), kWaits[part]);
  if (part != static_cast<u32>(Part::kBuffer)) return words;
  const u32 cause = greatest(parts, kSummedParts, kParts);
  if (cause == kParts) return words;
  return fmt::format("{} ({} while the program that made room {})", words, text(parts[cause]), kWaits[cause]);
}

void in_a_sentence(Out out, const Blame& blame) {
  const BlameBand& slow = blame.bands.back();
  const std::string words = greatest_in_words(slow.parts, [&](double part) { return share_text(part / slow.mean); });
  if (words.empty() || slow.from_share == 0) return;
  fmt::format_to(out, "The {} of {} take {} on average, {:.3g} times the average of all: {}.\n", band_name(slow),
                 names(blame.direction).many, time_text(slow.mean), slow.mean / blame.all.mean, words);
}

void slowest_rows(Out out, const Blame& blame, u64 sector_bytes) {
  fmt::format_to(out, "slowest\n");
  for (const SlowRequest& slow : blame.slowest) {
    const std::string words =
        greatest_in_words(slow.split, [](Time part) { return time_text(static_cast<double>(part)); });
    fmt::format_to(out, "  request {}: {} at byte {}, arrived at {}, took {}{}\n", count_text(slow.number),
                   size_text(static_cast<double>(slow.request.sectors * sector_bytes)),
                   count_text(slow.request.sector * sector_bytes), time_text(static_cast<double>(slow.arrival)),
                   time_text(static_cast<double>(slow.response)), words.empty() ? "" : ", " + words);
  }
}

// The parts of a response time, and those of its wait for a slot.
template <class Parts>
void add_parts(Json& object, const Parts& parts) {
  constexpr std::string_view kSlot = "slot_";
  Json summed = Json::object(), slot = Json::object();
  for (std::size_t p = 0; p < kSummedParts; ++p) summed[kPartKeys[p]] = parts[p];
  for (std::size_t p = kSummedParts; p < kParts; ++p) slot[kPartKeys[p] + kSlot.size()] = parts[p];
  object["parts"] = summed;
  object["slot_wait"] = slot;
}

Json band_json(const BlameBand& b) {
  Json band{{"from_share", b.from_share}, {"to_share", b.to_share}, {"count", b.count},
            {"least_ns", b.least},        {"most_ns", b.most},      {"mean_ns", b.mean}};
  add_parts(band, b.parts);
  return band;
}

Json slow_json(const SlowRequest& slow, u64 sector_bytes) {
  Json request{{"number", slow.number},
               {"offset_bytes", slow.request.sector * sector_bytes},
               {"bytes", slow.request.sectors * sector_bytes},
               {"arrival_ns", slow.arrival},
               {"response_ns", slow.response}};
  add_parts(request, slow.split);
  return request;
}

}  // namespace

std::string blame_text(const Report& report, std::span<const Blame> blames) {
  std::string result;
  const Out out(result);
  heading(out, report);
  for (const Blame& b : blames) {
    PartColumns columns;
    columns.add(b.all.parts);
    fmt::format_to(out, "\n{:<16}{:>10}{:>11}{:>11}", names(b.direction).many, "number", "mean", "up to");
    columns.each_name([&](const char* part) { fmt::format_to(out, "{:>11}", part); });
    fmt::format_to(out, "\n");
    band_row(out, columns, b.all);
    for (const BlameBand& each : b.bands) band_row(out, columns, each);
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

// See said.h.
#include "tools/ssdc/probe/said.h"

#include <fmt/format.h>

#include "runtime/results/quantity.h"

namespace ssd::cli {
namespace {

using probe::Mapping;

constexpr std::array kVerdicts{Word{"agrees", Verdict::kAgrees}, Word{"differs", Verdict::kDiffers}, Word{"cannot_tell", Verdict::kCannotTell}};
constexpr std::array kMappings{Word{"address", Mapping::kAddress}, Word{"write_order", Mapping::kWriteOrder}, Word{"idle_units", Mapping::kIdleUnits},
                               Word{"write_order_or_idle_units", Mapping::kEitherOrder}};
constexpr std::array kMappingTexts{Word{"by logical address", Mapping::kAddress}, Word{"by order of writes", Mapping::kWriteOrder},
                                   Word{"by order of writes, to idle units", Mapping::kIdleUnits}, Word{"by order of writes or idleness", Mapping::kEitherOrder}};
constexpr std::array kPlacements{Word{"static", Placement::kStatic}, Word{"write_order", Placement::kWriteOrder}, Word{"dynamic", Placement::kDynamicOrder},
                                 Word{"dynamic, by cost", Placement::kDynamicCost}};

// What the probe would find, were nothing hidden.
Mapping mapping_of(Placement placement) {
  if (placement == Placement::kStatic) return Mapping::kAddress;
  return placement == Placement::kWriteOrder ? Mapping::kWriteOrder : Mapping::kIdleUnits;
}

// A cost of the design's own may look at busy units or not; and what is hidden contradicts neither.
bool fits(Placement placement, Mapping found) {
  if (found == mapping_of(placement)) return true;
  if (placement == Placement::kStatic) return false;
  return found == Mapping::kEitherOrder || (placement == Placement::kDynamicCost && found == Mapping::kWriteOrder);
}

Verdict verdict_of(const probe::Answer& answer, bool agrees) { return !answer.value ? Verdict::kCannotTell : agrees ? Verdict::kAgrees : Verdict::kDiffers; }

Compared count(std::string quantity, std::string title, const probe::Answer& answer, std::uint64_t expected, std::string said, const char* things) {
  return {.quantity = std::move(quantity), .title = std::move(title), .inferred = answer.value ? fmt::format("{} {}", results::count_text(*answer.value), things) : "", .said = std::move(said),
          .expected = expected, .answer = &answer, .verdict = verdict_of(answer, answer.value == expected)};
}

Compared chunk(const design::Design& design, const probe::Answer& answer) {
  const std::uint64_t page = design.geometry.page_bytes, sector = design.geometry.sector_bytes;
  const auto text = [&](std::uint64_t bytes) { return fmt::format("{} ({})", results::size_text(static_cast<double>(bytes)), results::counted_text(bytes / sector, "sector")); };
  return {.quantity = "chunk_bytes", .title = "chunk", .inferred = answer.value ? text(*answer.value) : "", .said = "page: " + text(page), .expected = page, .answer = &answer,
          .verdict = verdict_of(answer, answer.value == page)};
}

Compared mapping(const design::Design& design, const probe::Answer& answer) {
  const Placement placement = design.allocation.placement;
  const auto found = static_cast<Mapping>(answer.value.value_or(0));
  return {.quantity = "mapping", .title = "mapping", .inferred = answer.value ? std::string(word_for(kMappingTexts, found)) : "",
          .said = fmt::format("allocation: {}", word_for(kPlacements, placement)), .expected = static_cast<std::uint64_t>(mapping_of(placement)), .answer = &answer,
          .verdict = verdict_of(answer, fits(placement, found))};
}

std::string units_said(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  return design.commands.interleave ? fmt::format("chips: {}  dies: {}", g.chips, g.dies) : fmt::format("chips: {}", g.chips);
}

}  // namespace

std::string_view name(Verdict verdict) { return word_for(kVerdicts, verdict); }
std::string_view name(Mapping mapping) { return word_for(kMappings, mapping); }

std::vector<Compared> compare(const design::Design& design, const probe::Findings& f) {
  const design::Geometry& g = design.geometry;
  std::vector<Compared> result{chunk(design, f.chunk),
                               count("channels", "interleaving degree", f.channels, g.channels, fmt::format("channels: {}", g.channels), "channels"),
                               count("units_per_channel", "  behind a channel", f.units_per_channel, design.total_units() / g.channels, units_said(design), "units"),
                               count("units", "units in all", f.units, design.total_units(), fmt::format("channels: {}  {}", g.channels, units_said(design)), "units")};
  if (design.commands.multiplane != Willing::kNo || f.joined.value) {
    result.push_back(count("read_together", "read together", f.joined, design.commands.multiplane == Willing::kNo ? 1 : g.planes, fmt::format("planes: {}", g.planes), "planes of a unit"));
  }
  result.push_back(mapping(design, f.mapping));
  return result;
}

}  // namespace ssd::cli

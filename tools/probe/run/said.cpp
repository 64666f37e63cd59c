// See said.h.
#include "tools/probe/run/said.h"

#include <fmt/format.h>

#include <bit>

#include "runtime/abi/hooks.h"
#include "runtime/base/quantity.h"

namespace ssd::probe {
namespace {

constexpr std::array kVerdicts{Word{"agrees", Verdict::kAgrees}, Word{"differs", Verdict::kDiffers},
                               Word{"cannot_tell", Verdict::kCannotTell}, Word{"not_said", Verdict::kNotSaid}};
constexpr std::array kMappings{Word{"address", Mapping::kAddress}, Word{"write_order", Mapping::kWriteOrder},
                               Word{"idle_units", Mapping::kIdleUnits},
                               Word{"write_order_or_idle_units", Mapping::kEitherOrder}};
constexpr std::array kMappingTexts{Word{"by logical address", Mapping::kAddress},
                                   Word{"by order of writes", Mapping::kWriteOrder},
                                   Word{"by order of writes, to idle units", Mapping::kIdleUnits},
                                   Word{"by order of writes or idleness", Mapping::kEitherOrder}};
constexpr std::array kPlacements{Word{"static", Placement::kStatic}, Word{"write_order", Placement::kWriteOrder},
                                 Word{"dynamic", Placement::kDynamicOrder},
                                 Word{"dynamic, by cost", Placement::kDynamicCost}};

// The inputs that a cost reads, as bits.
u32 inputs_of(const design::Function& cost) {
  u32 result = 0;
  for (const Node& node : cost.nodes) {
    if (node.op == Op::kInput) result |= u32{1} << node.value;
  }
  return result;
}

// How the cost compares a unit that is busy with reads and an idle one. None if that depends on other inputs, or on how
// busy the unit is.
std::optional<Mapping> mapping_by(const design::Function& cost) {
  constexpr u32 kBusy = input_mask(Hook::kCost, "busy_for", "queued"), kTime = input_mask(Hook::kCost, "now");
  constexpr i64 kLongest = 1'000'000'000, kMostQueued = 64;
  const u32 inputs = inputs_of(cost);
  if ((inputs & (kBusy | kTime)) == 0) return Mapping::kWriteOrder;
  if ((inputs & ~kBusy) != 0) return std::nullopt;
  u32 fault = 0;
  const auto value = [&](i64 busy_for, i64 queued) {
    std::array<i64, kMostInputs> at{};
    at[std::countr_zero(input_mask(Hook::kCost, "busy_for"))] = busy_for;
    at[std::countr_zero(input_mask(Hook::kCost, "queued"))] = queued;
    return evaluate(cost.program(), at.data(), fault);
  };
  const i64 idle = value(0, 0);
  u64 tried = 0, higher = 0, same = 0;
  for (i64 busy_for = 1; busy_for <= kLongest; busy_for *= 10) {
    for (i64 queued = 1; queued <= kMostQueued; ++queued, ++tried) {
      higher += value(busy_for, queued) > idle ? 1 : 0;
      same += value(busy_for, queued) == idle ? 1 : 0;
    }
  }
  if (fault != 0) return std::nullopt;
  if (higher == tried) return Mapping::kIdleUnits;
  return same == tried ? std::optional(Mapping::kWriteOrder) : std::nullopt;
}

// What the probe would find if nothing were hidden.
std::optional<Mapping> mapping_of(const design::Design& design) {
  switch (design.config.placement) {
    case Placement::kStatic: return Mapping::kAddress;
    case Placement::kWriteOrder: return Mapping::kWriteOrder;
    case Placement::kDynamicOrder: return Mapping::kIdleUnits;
    case Placement::kDynamicCost: return mapping_by(design.policies[Hook::kCost]);
  }
  return std::nullopt;
}

Verdict verdict_of(const Answer& answer, bool agrees) {
  return !answer.value ? Verdict::kCannotTell : agrees ? Verdict::kAgrees : Verdict::kDiffers;
}

// kEitherOrder contradicts neither of its two mappings. A cost does not know addresses.
Verdict verdict_of(const Answer& answer, std::optional<Mapping> expected) {
  if (!answer.value) return Verdict::kCannotTell;
  const auto found = static_cast<Mapping>(*answer.value);
  if (!expected) return found == Mapping::kAddress ? Verdict::kDiffers : Verdict::kNotSaid;
  return verdict_of(answer, found == *expected || (found == Mapping::kEitherOrder && *expected != Mapping::kAddress));
}

Compared count(std::string quantity, std::string title, const Answer& answer, std::uint64_t expected, std::string said,
               std::string_view thing, std::string_view of_what = "") {
  return {.quantity = std::move(quantity),
          .title = std::move(title),
          .inferred = answer.value ? counted_text(*answer.value, thing).append(of_what) : "",
          .said = std::move(said),
          .expected = expected,
          .answer = &answer,
          .verdict = verdict_of(answer, answer.value == expected)};
}

Compared chunk(const design::Design& design, const Answer& answer) {
  const std::uint64_t page = design.geometry.page_bytes, sector = design.geometry.sector_bytes;
  const auto text = [&](std::uint64_t bytes) {
    return fmt::format("{} ({})", size_text(static_cast<double>(bytes)), counted_text(bytes / sector, "sector"));
  };
  return {.quantity = "chunk_bytes",
          .title = "chunk",
          .inferred = answer.value ? text(*answer.value) : "",
          .said = "page: " + text(page),
          .expected = page,
          .answer = &answer,
          .verdict = verdict_of(answer, answer.value == page)};
}

Compared mapping(const design::Design& design, const Answer& answer) {
  const Placement placement = design.config.placement;
  const std::optional<Mapping> expected = mapping_of(design);
  const auto found = static_cast<Mapping>(answer.value.value_or(0));
  return {.quantity = "mapping",
          .title = "mapping",
          .inferred = answer.value ? std::string(word_for(kMappingTexts, found)) : "",
          .said = fmt::format("allocation: {}", word_for(kPlacements, placement)),
          .expected = expected ? std::optional(static_cast<std::uint64_t>(*expected)) : std::nullopt,
          .answer = &answer,
          .verdict = verdict_of(answer, expected)};
}

std::string units_said(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  return design.config.interleave ? fmt::format("chips: {}  dies: {}", g.chips, g.dies)
                                  : fmt::format("chips: {}", g.chips);
}

}  // namespace

std::string_view name(Verdict verdict) { return word_for(kVerdicts, verdict); }
std::string_view name(Mapping mapping) { return word_for(kMappings, mapping); }

std::vector<Compared> compare(const design::Design& design, const Findings& f) {
  const design::Geometry& g = design.geometry;
  std::vector<Compared> result{chunk(design, f.chunk),
                               count("channels", "interleaving degree", f.channels, g.channels,
                                     fmt::format("channels: {}", g.channels), "channel"),
                               count("units_per_channel", "  on a channel", f.units_per_channel,
                                     design.total_units() / g.channels, units_said(design), "unit"),
                               count("units", "units in total", f.units, design.total_units(),
                                     fmt::format("channels: {}  {}", g.channels, units_said(design)), "unit")};
  if (design.config.multiplane != Willing::kNo || f.joined.value) {
    result.push_back(count("read_together", "read together", f.joined,
                           design.config.multiplane == Willing::kNo ? 1 : g.planes, fmt::format("planes: {}", g.planes),
                           "plane", " of a unit"));
  }
  result.push_back(mapping(design, f.mapping));
  return result;
}

}  // namespace ssd::probe

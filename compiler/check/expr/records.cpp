// The fields of records and their ranges: see records.h.
#include "compiler/check/expr/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "compiler/check/vocabulary/vocabulary.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

// Bounds of counts that the design does not limit: 32 bits for things that exist at one time, 52 bits for programs, 40
// bits for hits.
constexpr Wide kMostCounted = (static_cast<Wide>(1) << 32) - 1;
constexpr Wide kMostPrograms = static_cast<Wide>(1) << 52;
constexpr Wide kMostHits = static_cast<Wide>(1) << 40;

struct Range {
  Wide low, high;
  u64 whole = 0;  // for a count that can be compared with a share: the whole
};

Range up_to(u64 count) { return {0, static_cast<Wide>(count) - 1}; }

// The planes of the command that may be enlarged, including its leader's.
Range planes_range(const design::Design& d, Hook hook) {
  return {1, hook == Hook::kCopyback ? 1 : static_cast<Wide>(d.geometry.planes)};
}
Range wasted_range(const design::Design& d, Hook hook) {
  return {0, hook == Hook::kCopyback ? 1 : static_cast<Wide>(d.geometry.planes * (d.geometry.pages - 1))};
}
Range movable_range(const design::Design& d, Hook) { return up_to(d.geometry.of_map().pages); }
// Whether the hook is asked about victims of wear collections, too.
bool hears_all(Hook hook) { return hook == Hook::kEraseTime || hook == Hook::kOnErase; }
// A victim has an invalid page, except the victim of a wear collection, whose pages may all be valid; `erase(b)`
// receives both.
Range valid_range(const design::Design& d, Hook hook) { return up_to(d.pages_of_block() + (hears_all(hook) ? 1 : 0)); }
Range invalid_range(const design::Design& d, Hook hook) {
  return {hears_all(hook) ? 0 : 1, static_cast<Wide>(d.pages_of_block())};
}
Range free_pages_range(const design::Design& d, Hook) {
  return {0, static_cast<Wide>(d.geometry.units_per_plane()), d.geometry.units_per_plane()};
}
// Without a buffer the condition is never evaluated.
Wide slots_of(const design::Design& d) { return static_cast<Wide>(std::max<u64>(d.config.buffer_slots, 1)); }
Range dirty_range(const design::Design& d, Hook) {
  return {0, slots_of(d), static_cast<u64>(slots_of(d))};  // a share that is compared is one of the slots
}
Range request_pages_range(const design::Design&, Hook) { return {1, kMostCounted}; }

// The ranges of fields whose type does not determine the range.
struct RangeRow {
  std::string_view record, field;
  Range (*range)(const design::Design& design, Hook hook);
};
Range blocks_range(const design::Design& d, Hook) { return up_to(d.entries_of(TableOf::kBlock)); }
Range streams_range(const design::Design& d, Hook) { return up_to(d.allocation.streams.size()); }
Range lpns_range(const design::Design& d, Hook) { return up_to(d.config.logical_pages); }
Range queues_range(const design::Design& d, Hook) { return up_to(d.config.queues); }
// Of a read or a program, which holds a word line at most.
Range program_bytes_range(const design::Design& d, Hook) {
  return up_to(d.geometry.program_pages * d.geometry.page_bytes + 1);
}
Range indices_range(const design::Design& d, Hook) { return up_to(d.pages_of_block()); }

constexpr std::array kRanges{
    RangeRow{"block", "number", blocks_range},
    RangeRow{"block", "stream", streams_range},
    RangeRow{"request", "page", lpns_range},
    RangeRow{"write", "lpn", lpns_range},
    RangeRow{"write", "stream", streams_range},
    RangeRow{"write", "block", blocks_range},
    RangeRow{"write", "index", indices_range},
    RangeRow{"trim", "lpn", lpns_range},
    RangeRow{"move", "lpn", lpns_range},
    RangeRow{"move", "block", blocks_range},
    RangeRow{"move", "stream", streams_range},
    RangeRow{"move", "to", blocks_range},
    RangeRow{"move", "to_stream", streams_range},
    RangeRow{"move", "index", indices_range},
    RangeRow{"block", "valid", valid_range},
    RangeRow{"block", "invalid", invalid_range},
    RangeRow{"block", "age_rank", [](const design::Design& d, Hook) { return up_to(d.geometry.blocks); }},
    RangeRow{"block", "random_rank", [](const design::Design& d, Hook) { return up_to(d.geometry.blocks); }},
    RangeRow{"unit", "channel", [](const design::Design& d, Hook) { return up_to(d.geometry.channels); }},
    RangeRow{"unit", "chip", [](const design::Design& d, Hook) { return up_to(d.geometry.chips); }},
    RangeRow{"unit", "die", [](const design::Design& d, Hook) { return up_to(d.geometry.dies); }},
    RangeRow{"unit", "plane", [](const design::Design& d, Hook) { return up_to(d.geometry.planes); }},
    RangeRow{"unit", "free_pages", free_pages_range},
    RangeRow{"block", "last_write",
             [](const design::Design&, Hook) -> Range { return {-kMostVisibleTime, kMostVisibleTime}; }},
    RangeRow{"op", "pages", request_pages_range},
    RangeRow{"op", "lpn", lpns_range},
    RangeRow{"op", "queue", queues_range},
    RangeRow{"op", "bytes", program_bytes_range},
    RangeRow{"request", "lpn", lpns_range},
    RangeRow{"request", "pages", request_pages_range},
    RangeRow{"request", "size",
             [](const design::Design& d, Hook) -> Range { return {1, static_cast<Wide>(d.logical_bytes())}; }},
    RangeRow{"request", "is_read",
             [](const design::Design&, Hook) -> Range { return {0, 0}; }},  // only writes have a stream
    RangeRow{"request", "flow", [](const design::Design&, Hook) { return up_to(limits::kMostFlows); }},
    RangeRow{"request", "handle", [](const design::Design&, Hook) { return up_to(limits::kMostHandle + 1); }},
    RangeRow{"page", "index", [](const design::Design& d, Hook) { return up_to(d.geometry.pages); }},
    RangeRow{"page", "block", [](const design::Design& d, Hook) { return up_to(d.geometry.blocks); }},
    RangeRow{"command", "wasted", wasted_range},
    RangeRow{"command", "pending", planes_range},
    RangeRow{"command", "planes", planes_range},
    RangeRow{"collection", "moved", movable_range},
    RangeRow{"collection", "left", movable_range},
    RangeRow{"collection", "free_pages", free_pages_range},
    RangeRow{"queue", "index", queues_range},
    RangeRow{"queue", "waiting", [](const design::Design&, Hook) -> Range { return {1, kMostCounted}; }},
    RangeRow{"flush", "dirty", dirty_range},
    RangeRow{"flush", "whole", dirty_range},
    RangeRow{"flush", "slots", [](const design::Design& d, Hook) -> Range { return {slots_of(d), slots_of(d)}; }},
    RangeRow{"flush", "under_way", [](const design::Design& d, Hook) { return up_to(d.geometry.total_planes() + 1); }},
    RangeRow{"entry", "hits", [](const design::Design&, Hook) -> Range { return {0, kMostHits}; }},
};

Type type_of_field(std::string_view record, std::string_view field) {
  const auto row =
      std::ranges::find_if(record_fields(), [&](const FieldDoc& f) { return f.record == record && f.name == field; });
  if (row == record_fields().end())
    throw std::logic_error(fmt::format("`{}.{}` has no row in the vocabulary", record, field));
  return row->type == name(Type::kStream) ? Type::kStream : find_type(row->type).value();
}

Range range_of(std::string_view record, std::string_view field, Type type, Hook hook, const design::Design& design) {
  const auto row =
      std::ranges::find_if(kRanges, [&](const RangeRow& r) { return r.record == record && r.field == field; });
  if (row != kRanges.end()) return row->range(design, hook);
  return {0, type == Type::kBool ? 1 : type == Type::kTime ? kMostVisibleTime : kMostCounted};
}

// The names that belong to no record and are in scope in every policy.
constexpr std::string_view kNow = "now", kHostPrograms = "host_programs", kAllPrograms = "all_programs";
bool is_surrounding(std::string_view input) { return input == kNow || input == kHostPrograms || input == kAllPrograms; }

}  // namespace

bool is_record_name(std::string_view name) {
  return std::ranges::find(records(), name, &RecordDoc::name) != records().end();
}

std::vector<std::string> fields_of(std::string_view record) {
  std::vector<std::string> fields;
  for (const FieldDoc& field : record_fields()) {
    if (field.record == record) fields.emplace_back(field.name);
  }
  return fields;
}

bool is_field_of(std::string_view record, std::string_view field) {
  return std::ranges::count(fields_of(record), field) != 0;
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeio").find(noun[0]) !=
                                          std::string_view::npos;  // without u, because it is "a unit"
  return std::string(vowel ? "an " : "a ") + std::string(noun);
}

Operand record_of(Hook hook, std::string_view name, Formula& formula, const design::Design& design) {
  const HookInfo& row = info(hook);
  constexpr std::string_view kUnit = "unit", kOfUnit = "unit.";
  Record record{std::string(name), &row, {}}, unit{std::string(kUnit), &row, {}};
  for (u32 i = 0; i < row.inputs; ++i) {
    const std::string_view input = row.names[i];
    if (is_surrounding(input)) continue;
    const bool nested = input.starts_with(kOfUnit);
    const std::string_view field = nested ? input.substr(kOfUnit.size()) : input;
    const Type type = type_of_field(nested ? kUnit : name, field);
    const Range range = range_of(nested ? kUnit : name, field, type, hook, design);
    Operand operand = Operand::of_node(formula.input(i, {range.low, range.high}), type, range.whole);
    if (type == Type::kTime) operand.scale = *Rational::make(1, 1'000'000'000);
    if (type == Type::kReal) operand.scale = *Rational::make(1, i64{1} << 32);
    // An input with only one possible value is a constant and need not come from the engine.
    if (range.low == range.high) operand = {.value = Value::of(type, static_cast<std::int64_t>(range.low))};
    (nested ? unit : record).fields.emplace_back(field, std::move(operand));
  }
  if (!unit.fields.empty()) {
    const Operand inner{.value = Value::of_word(Type::kRecord, 0, std::string(kUnit)),
                        .record = std::make_shared<const Record>(std::move(unit))};
    record.fields.emplace_back(std::string(kUnit), inner);
  }
  const std::string text(name);
  return {.value = Value::of_word(Type::kRecord, 0, text), .record = std::make_shared<const Record>(std::move(record))};
}

// Write amplification is 1 until the host has programmed a page (policy.inputs).
Operand surrounding(const HookInfo& hook, std::string_view name, Formula& formula) {
  const auto input = [&](std::string_view wanted, Wide most) {
    const auto at = std::ranges::find(hook.names, wanted);
    return at == hook.names.end() ? kNoNode : formula.input(static_cast<u32>(at - hook.names.begin()), {0, most});
  };
  if (name == kNow) {
    const NodeId now = input(kNow, kMostVisibleTime);
    return now == kNoNode ? Operand{} : Operand::of_node(now, Type::kTime, *Rational::make(1, 1'000'000'000));
  }
  const NodeId host = input(kHostPrograms, kMostPrograms), all = input(kAllPrograms, 2 * kMostPrograms);
  if (host == kNoNode || all == kNoNode) return {};
  const NodeId divisor = formula.make(Op::kToReal, formula.make(Op::kMax, host, formula.constant(1)));
  const NodeId quotient = formula.make(Op::kRealDiv, formula.make(Op::kToReal, all), divisor);
  const NodeId any = formula.make(Op::kLess, formula.constant(0), host);
  return Operand::of_real(formula.make(Op::kSelect, any, quotient, formula.real_constant(1)), Type::kReal);
}

Operand with_field(const Operand& record, std::string name, Operand field) {
  Record larger = *record.record;
  larger.fields.emplace_back(std::move(name), std::move(field));
  return {.value = record.value, .record = std::make_shared<const Record>(std::move(larger))};
}

Operand block_record(Hook hook, Formula& formula, const design::Design& design) {
  Operand block = record_of(hook, "block", formula, design);
  const auto pages = static_cast<std::int64_t>(design.pages_of_block());
  const auto constant = [&](std::string name, Type type, std::int64_t number) {
    block = with_field(block, std::move(name), {.value = Value::of(type, number)});
  };
  const bool is_free = hook == Hook::kAllocate;
  constant("free", Type::kInt, is_free ? pages : 0);
  constant("written", Type::kInt, is_free ? 0 : pages);
  const auto cell = static_cast<std::int64_t>(design.nand.cell);
  block = with_field(block, "kind",
                     {.value = Value::of_word(Type::kCell, cell, std::string(design::name(design.nand.cell)))});
  if (is_free) {
    for (const char* name : {"valid", "invalid"}) constant(name, Type::kInt, 0);
    constant("utilisation", Type::kReal, 0);
    return block;
  }
  const Operand& valid =
      std::ranges::find(block.record->fields, "valid", &std::pair<std::string, Operand>::first)->second;
  const Operand share =
      valid.is_node()
          ? Operand::of_node(valid.node, Type::kReal, *Rational::make(1, pages))
          : Operand{.value = Value::of(Type::kReal, 0)};  // a block with one page has no valid page when it is a victim
  return with_field(block, "utilisation", share);
}

}  // namespace ssd::check

// Fields and their ranges: see records.h.
#include "compiler/sema/records.h"

#include <algorithm>

#include "compiler/sema/vocabulary.h"

namespace ssd::sema {
namespace {

// What is counted without a bound of the design's: 32 bits for what there is at one time, 40 for what adds up.
constexpr Wide kMostCounted = (static_cast<Wide>(1) << 32) - 1;
constexpr Wide kMostPrograms = static_cast<Wide>(1) << 52;
constexpr Wide kMostHits = static_cast<Wide>(1) << 40;

struct Range {
  Wide low, high;
  u64 whole = 0;  // of a count that shares refer to
};

Range up_to(u64 count) { return {0, static_cast<Wide>(count) - 1}; }

Type type_of_input(std::string_view name) {
  if (name.starts_with("is_") || name == "dirty") return Type::kBool;
  if (name == "waited" || name == "busy_for" || name == "age" || name == "arrival") return Type::kTime;
  if (name == "random") return Type::kReal;
  return name == "size" ? Type::kSize : Type::kInt;
}

bool is_surrounding(std::string_view input) { return input == "now" || input == "host_programs" || input == "all_programs"; }

// Of a command that is to be enlarged: the leader is one of its planes.
Range command_range(Hook hook, std::string_view name, const design::Geometry& g) {
  const bool alone = hook == Hook::kCopyback;
  if (name == "wasted") return {0, alone ? 1 : static_cast<Wide>(g.planes * (g.pages - 1))};
  return {1, alone ? 1 : static_cast<Wide>(g.planes)};
}

Range range_of(Hook hook, std::string_view name, const design::Design& d) {
  const design::Geometry& g = d.geometry;
  if (hook == Hook::kMultiplane || hook == Hook::kCopyback) return command_range(hook, name, g);
  if (name.starts_with("unit.")) name.remove_prefix(5);
  switch (type_of_input(name)) {
    case Type::kBool: return {0, hook == Hook::kStream ? 0 : 1};  // streams are asked for of writes only
    case Type::kTime: return {0, kMostVisibleTime};
    case Type::kSize: return {1, static_cast<Wide>(d.logical_bytes())};
    default: break;
  }
  if (hook == Hook::kEraseTime && (name == "valid" || name == "invalid")) return {0, static_cast<Wide>(g.pages)};  // a laggard may be wholly valid
  if (name == "valid" || name == "left" || name == "moved") return {0, static_cast<Wide>(g.pages) - 1};
  if (name == "invalid") return {1, static_cast<Wide>(g.pages)};
  if (name == "free_blocks") return {0, static_cast<Wide>(g.blocks), g.blocks};
  if (name == "channel") return up_to(g.channels);
  if (name == "chip") return up_to(g.chips);
  if (name == "die") return up_to(g.dies);
  if (name == "plane") return up_to(g.planes);
  if (name == "block") return up_to(g.blocks);
  if (name == "index") return up_to(g.pages);
  if (name == "lpn") return up_to(d.logical_pages);
  if (name == "free_pages") return {0, static_cast<Wide>(g.pages_per_plane()), g.pages_per_plane()};
  if (name == "pages") return {hook == Hook::kEvict ? 0 : 1, kMostCounted};
  return {0, name == "hits" ? kMostHits : kMostCounted};
}

}  // namespace

bool is_record_name(std::string_view name) { return std::ranges::find(records(), name, &RecordDoc::name) != records().end(); }

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
  const bool vowel = !noun.empty() && std::string_view("aeio").find(noun[0]) != std::string_view::npos;  // it is "a unit"
  return std::string(vowel ? "an " : "a ") + std::string(noun);
}

Operand record_of(Hook hook, std::string_view name, Formula& formula, const design::Design& design) {
  const HookInfo& row = info(hook);
  Record record{std::string(name), &row, {}}, unit{"unit", &row, {}};
  for (u32 i = 0; i < row.inputs; ++i) {
    const std::string_view input = row.names[i];
    if (is_surrounding(input)) continue;
    const Range range = range_of(hook, input, design);
    const bool nested = input.starts_with("unit.");
    const std::string_view field = nested ? input.substr(5) : input;
    const Type type = type_of_input(field);
    Operand operand = Operand::of_node(formula.input(i, {range.low, range.high}), type, range.whole);
    if (type == Type::kTime) operand.scale = *Rational::make(1, 1'000'000'000);
    if (type == Type::kReal) operand.scale = *Rational::make(1, i64{1} << 32);
    // An input that has one value is a constant: nothing of it needs to reach the engine.
    if (range.low == range.high) operand = {.value = Value::of(type, static_cast<std::int64_t>(range.low))};
    (nested ? unit : record).fields.emplace_back(field, std::move(operand));
  }
  if (!unit.fields.empty()) {
    const Operand inner{.value = Value::of_word(Type::kRecord, 0, "unit"), .record = std::make_shared<const Record>(std::move(unit))};
    record.fields.emplace_back("unit", inner);
  }
  const std::string text(name);
  return {.value = Value::of_word(Type::kRecord, 0, text), .record = std::make_shared<const Record>(std::move(record))};
}

// Before the host has programmed a page nothing has been amplified.
Operand surrounding(const HookInfo& hook, std::string_view name, Formula& formula) {
  const auto input = [&](std::string_view wanted, Wide most) {
    const auto at = std::ranges::find(hook.names, wanted);
    return at == hook.names.end() ? kNoNode : formula.input(static_cast<u32>(at - hook.names.begin()), {0, most});
  };
  if (name == "now") {
    const NodeId now = input("now", kMostVisibleTime);
    return now == kNoNode ? Operand{} : Operand::of_node(now, Type::kTime, *Rational::make(1, 1'000'000'000));
  }
  const NodeId host = input("host_programs", kMostPrograms), all = input("all_programs", 2 * kMostPrograms);
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
  static constexpr std::array kCells{"SLC", "MLC", "TLC", "QLC"};
  Operand block = record_of(hook, "block", formula, design);
  const auto pages = static_cast<std::int64_t>(design.geometry.pages);
  const auto constant = [&](std::string name, Type type, std::int64_t number) {
    block = with_field(block, std::move(name), {.value = Value::of(type, number)});
  };
  const bool is_free = hook == Hook::kAllocate;
  constant("free", Type::kInt, is_free ? pages : 0);
  constant("written", Type::kInt, is_free ? 0 : pages);
  const auto cell = static_cast<std::int64_t>(design.nand.cell);
  block = with_field(block, "kind", {.value = Value::of_word(Type::kCell, cell, kCells[static_cast<std::size_t>(cell)])});
  if (is_free) {
    for (const char* name : {"valid", "invalid"}) constant(name, Type::kInt, 0);
    constant("utilisation", Type::kReal, 0);
    return block;
  }
  const Operand& valid = std::ranges::find(block.record->fields, "valid", &std::pair<std::string, Operand>::first)->second;
  const Operand share = valid.is_node() ? Operand::of_node(valid.node, Type::kReal, *Rational::make(1, pages))
                                        : Operand{.value = Value::of(Type::kReal, 0)};  // pages of blocks of one: none is valid
  return with_field(block, "utilisation", share);
}

}  // namespace ssd::sema

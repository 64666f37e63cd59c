// allocation: how a page gets its plane. Every kind has four formulas. Their input is the logical page number with
// static placement, the number of the write with `write_order`, and the position in the order with `dynamic`.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/maps/written_map.h"
#include "compiler/check/sections/idle_policies.h"
#include "compiler/check/sections/plain_policy.h"
#include "compiler/check/sections/sections.h"
#include "runtime/base/limits.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using design::Level;
using diag::Code;

// Channel first and chip last: the best of the six orders that Hu et al. 2013 compare (S6 in their Fig. 14 and 18).
constexpr Order kDefaultOrder{Level::kChannel, Level::kDie, Level::kPlane, Level::kChip};

constexpr std::array kAllocationKeys{
    Key{.name = "order",
        .form = Form::kOwn,
        .doc = "order of the levels, the one that changes fastest first",
        .takes = "an order, such as `channel > die > plane > chip`"},
    Key{.name = "streams",
        .form = Form::kOwn,
        .doc = "names of streams of the host's writes, each with active blocks of its own, or how many placement "
               "handles of the host are streams; whether moved pages stay apart says `gc.active`",
        .takes = "a list of 1 to 16 names, such as `[hot, cold]`, or `handles(8)`",
        .otherwise = "one stream of all writes"},
    Key{.name = "stream",
        .form = Form::kOwn,
        .doc = "the stream of a write request; needs a list of `streams`",
        .takes = "a function",
        .otherwise = "all writes go to the one stream",
        .record = "request",
        .yields = "the name of a stream"},
    Key{.name = "cost",
        .form = Form::kOwn,
        .doc = "with `dynamic` only: the plane of least cost gets the write; the order decides ties",
        .takes = "a function",
        .otherwise = "of the planes that can start soonest, the first by the order",
        .record = "unit",
        .yields = "a score: the least wins"},
};

constexpr std::array kPlacements{Word{"static", ast::Placement::kStatic}, Word{"dynamic", ast::Placement::kDynamic},
                                 Word{"write_order", ast::Placement::kWriteOrder}};
std::string_view kind_name(ast::Placement kind) { return word_for(kPlacements, kind); }

// The formulas count logical pages, or writes, whose number is not limited.
bool counts_pages(ast::Placement kind) { return kind == ast::Placement::kStatic; }
Interval numbers(ast::Placement kind, const design::Design& design) {
  return {0, counts_pages(kind) ? static_cast<Wide>(design.config.logical_pages) - 1 : static_cast<Wide>(1) << 62};
}

// n / (product of the faster levels' counts) % count.
MapFormulas formulas_of(ast::Placement kind, const Order& order, design::Design& design) {
  MapFormulas map;
  map.input = counts_pages(kind) ? "lpn" : "n";
  const NodeId number = map.formula.input(0, numbers(kind, design));
  u64 faster = 1;
  std::string divisor;
  for (const Level level : order) {
    const std::string count = std::string(design::name(level)) + "s";
    const NodeId unit = map.formula.make(Op::kDiv, number, map.formula.constant(static_cast<i64>(faster)));
    const NodeId result = map.formula.make(Op::kMod, faster == 1 ? number : unit,
                                           map.formula.constant(static_cast<i64>(design.geometry.count(level))));
    map.results[static_cast<std::size_t>(level)] = result;
    const std::string by = divisor.empty()                          ? ""
                           : divisor.find('*') == std::string::npos ? " / " + divisor
                                                                    : " / (" + divisor + ")";
    design.policies.by_hook[static_cast<std::size_t>(level)].text = map.input + by + " % " + count;
    divisor += (divisor.empty() ? "" : "*") + count;
    faster *= design.geometry.count(level);
  }
  return map;
}

// The placement as written, in any of its forms.
struct Stated {
  ast::Placement kind = ast::Placement::kStatic;
  std::optional<Order> order;
  std::optional<MapFormulas> map;
  std::string param;
  bool sound = true;
};

std::optional<Order> order_value(Context& context, const ast::Expr& expr, std::string& param) {
  const Scope::LastParam named(context.evaluator.scope());
  const auto* name = std::get_if<ast::NameRef>(&expr.node);
  std::string suggestion;
  if (name != nullptr)
    suggestion = fmt::format("write `channel > die > plane > chip`, or declare `param {}: order = …`", name->text);
  const Value value = context.evaluator.evaluate(expr, std::move(suggestion)).value;
  param = named.name();
  if (value.type == Type::kOrder) return value.order;
  if (value.known()) {
    context.sink()
        .report(Code::E0105, expr.span, "an order", noun(value.type))
        .label(std::string(noun(value.type)))
        .help("write `channel > die > plane > chip`, or a param of type order");
  }
  return std::nullopt;
}

// A single name is a param of type order, unless it is a level: then three levels are missing.
std::optional<Order> named_order(Context& context, const ast::OrderValue& value, std::string& param) {
  if (value.names.size() == 4) return context.evaluator.constants().order_of(value.names);
  if (value.names.size() == 1 && !is_level_name(value.names[0].text)) {
    const ast::Expr reference{value.names[0].span, ast::NameRef{value.names[0].text}};
    return order_value(context, reference, param);
  }
  context.sink()
      .report(Code::E0227,
              value.names.empty() ? value.kind_span : join(value.names.front().span, value.names.back().span),
              value.names.size())
      .help("write each of `channel`, `chip`, `die` and `plane` once, as in `channel > die > plane > chip`");
  return std::nullopt;
}

// Reads `dynamic { order: … cost(u): … streams: … stream(r): … }`, or the same without `cost` for the other kinds.
void read_block(Context& context, const Entry& entry, const ast::VariantValue& value, Stated& stated,
                design::Design& design) {
  const auto group = context.merger.variant(*value.body, entry);
  Reader reader(context, "allocation", group.get(), kAllocationKeys);
  const bool refused = reader.refuses_params("order") || reader.refuses_params("streams");
  const ast::Expr* order = reader.has("order") && !refused ? reader.expression("order") : nullptr;
  if (order != nullptr) stated.order = order_value(context, *order, stated.param);
  if (!reader.has("order")) {
    context.sink()
        .report(Code::E0228, value.body->span)
        .help(fmt::format("write `{} {{ order: channel > die > plane > chip }}`", kind_name(stated.kind)));
  }
  if (!refused) read_streams(reader, design);
  if (reader.has("cost") && stated.kind != ast::Placement::kDynamic) {
    context.sink()
        .report(Code::E0201, reader.entry("cost")->key->span, kind_name(stated.kind), "cost")
        .help("only `dynamic { … cost(u): … }` chooses among planes");
    reader.fail();
  } else if (reader.has("cost")) {
    design.config.placement = Placement::kDynamicCost;
    read_plain_policy(reader, Hook::kCost, design);
  }
  stated.sound = reader.sound() && stated.order.has_value();
}

std::optional<ast::Placement> placement_named(std::string_view text) {
  const Word<ast::Placement>* kind = find_word(kPlacements, text);
  return kind == nullptr ? std::nullopt : std::optional(kind->value);
}

// Reports a misspelt kind, or an order without a kind; the help keeps what was written.
void refuse_placement(Context& context, const ast::Value& value, const ast::VariantValue* block) {
  std::vector<std::string> kinds;
  for (const auto& word : kPlacements) kinds.emplace_back(word.text);
  const std::string text = excerpt(context.evaluator.sources(), value.span);
  if (block != nullptr) {
    const auto near = nearest(block->kind.text, kinds);
    context.sink()
        .report(Code::E0212, block->kind.span, block->kind.text, "allocation")
        .help(near ? fmt::format("did you mean `{}`?", *near) : fmt::format("`allocation` takes {}", or_list(kinds)));
    return;
  }
  const auto* written = std::get_if<ast::ExprValue>(&value.node);
  const Names& names = context.evaluator.globals().names();
  const bool named =
      names.find(Kind::kValue, text, value.span.file) != nullptr || !names.import_help(Kind::kValue, text).empty();
  const bool order = named || (written != nullptr && std::holds_alternative<ast::OrderLit>(written->value->node));
  const bool kind = placement_named(text).has_value();
  context.sink()
      .report(Code::E0205, value.span, "allocation", "a placement")
      .help(fmt::format("write `allocation: {} {}`", kind ? text : "static",
                        order && !kind ? text : "channel > die > plane > chip"));
}

// Reads each form that the grammar has for a placement.
Stated placement_of(Context& context, const Entry& entry, design::Design& design) {
  Stated result;
  const ast::Value& value = entry.property->value;
  if (const auto* order = std::get_if<ast::OrderValue>(&value.node)) {
    result.kind = order->kind;
    result.order = named_order(context, *order, result.param);
    return result;
  }
  if (const auto* map = std::get_if<ast::MapValue>(&value.node)) {
    result.map = read_map(context, design, *map);
    return result;
  }
  const auto* block = std::get_if<ast::VariantValue>(&value.node);
  const auto kind = block == nullptr ? std::nullopt : placement_named(block->kind.text);
  if (!kind) {
    refuse_placement(context, value, block);
    return result;
  }
  result.kind = *kind;
  if (*kind == ast::Placement::kDynamic) design.config.placement = Placement::kDynamicOrder;
  read_block(context, entry, *block, result, design);
  return result;
}

// Adds the lines of the map: the formula of each level and, if the map counts pages, the result of the proof.
void explain_map(Reader& reader, const MapFormulas& map, const design::Design& design, const design::Origin& origin,
                 bool pages) {
  const design::Allocation& allocation = design.allocation;
  for (const Level level : design::kLevels) {
    const std::string& text = design.policies[static_cast<Hook>(level)].text;
    if (map.written[static_cast<std::size_t>(level)] != nullptr)
      reader.explain(design::name(level), text, origin);
    else
      reader.explain_derived(design::name(level), text, "the order's formula");
  }
  if (!pages) return;
  const std::string period = allocation.period == 0 ? "checked for every logical page"
                                                    : fmt::format("repeats after {} pages", allocation.period);
  reader.explain_derived("proof", period, "every logical page has a plane");
  reader.explain_derived("pages_per_plane", fmt::format("{}..{}", allocation.fewest_pages, allocation.most_pages),
                         "logical pages of the planes");
}

// From here on an order is handled like a map.
bool finish_map(Context& context, const Entry* entry, MapFormulas& map, design::Design& design, const Stated& stated) {
  design::Allocation& allocation = design.allocation;
  Reader reader(context, "allocation", nullptr, {});
  const design::Origin origin = reader.origin(entry, stated.param);
  auto& lines = context.properties;
  const auto block_end = std::ssize(lines);
  reader.explain("placement", std::string(kind_name(stated.kind)), reader.origin(entry));
  if (allocation.order)
    reader.explain("order", order_text(*allocation.order), origin);
  else
    reader.explain_derived("order", "none", "the map defines it");
  // These two lines come first in the section, although its block was read before.
  std::ranges::rotate(std::ranges::find(lines, "allocation", &design::Property::section), lines.begin() + block_end,
                      lines.end());
  if (stated.kind != ast::Placement::kDynamic)
    reader.explain("cost", "none", {design::OriginKind::kDefault, {}, "only `dynamic` chooses a plane"});
  allocation.lets = map.lets;
  if (!map.lets.empty()) reader.explain("let", map.lets, origin);
  for (const Level level : design::kLevels) {
    const auto index = static_cast<std::size_t>(level);
    design::Function& formula = design.policies[static_cast<Hook>(level)];
    design::Function function = map.formula.extract(map.results[index]);
    const ast::Expr* written = map.written[index];
    function.text = written != nullptr ? ast::print(*written) : formula.text;
    if (written != nullptr) function.span = written->span;
    if (function.nodes.size() > kMostNodes) {
      context.sink().report(Code::E0221, function.span, kMostNodes).help("make the formula shorter");
      return false;
    }
    formula = std::move(function);
  }
  if (!prove_map(context, map, design)) return false;
  // With `dynamic` the state of the drive decides, and the formulas only repeat the order.
  if (stated.kind != ast::Placement::kDynamic) explain_map(reader, map, design, origin, counts_pages(stated.kind));
  return true;
}

}  // namespace

std::span<const Key> allocation_keys() { return kAllocationKeys; }

bool read_allocation(Context& context, const Entry* entry, design::Design& design) {
  Stated stated;
  if (entry == nullptr) {
    stated.order = kDefaultOrder;
  } else if (entry->property == nullptr || entry->property->has_params) {
    context.sink()
        .report(Code::E0205, entry->key->span, "allocation", "a placement")
        .help(
            "write `allocation: static channel > die > plane > chip`, or with a block `allocation: static { order: "
            "channel > die > plane > chip  … }`, in a "
            "design `from` another, too");
  } else {
    stated = placement_of(context, *entry, design);
  }
  if (stated.kind == ast::Placement::kWriteOrder) design.config.placement = Placement::kWriteOrder;
  if (stated.kind == ast::Placement::kDynamic && design.config.placement == Placement::kStatic)
    design.config.placement = Placement::kDynamicOrder;
  if (stated.order) {
    design.allocation.order = stated.order;
    stated.map = formulas_of(stated.kind, *stated.order, design);
    stated.map->span = entry == nullptr ? design.span : entry->span();
  }
  return stated.sound && stated.map && finish_map(context, entry, *stated.map, design, stated);
}

}  // namespace ssd::check

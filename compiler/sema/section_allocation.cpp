// allocation: an order or a map of the user's own, either way four formulas in the logical page number, proved by map_proof.
#include <fmt/format.h>

#include "compiler/sema/map_proof.h"
#include "compiler/sema/sections.h"
#include "compiler/source/suggest.h"

namespace ssd::sema {
namespace {

using design::Level;
using diag::Code;

// Channel first and chip last: the best of the six orders that Hu et al. 2013 compare (their S6, Fig. 14 and 18).
constexpr Order kDefaultOrder{Level::kChannel, Level::kDie, Level::kPlane, Level::kChip};

// Capacity was read before: the input's interval is exactly the logical pages.
Interval page_numbers(const design::Design& design) { return {0, static_cast<Wide>(design.logical_pages) - 1}; }

// lpn / (product of the faster levels' counts) % count.
MapFormulas formulas_of(const Order& order, design::Design& design) {
  MapFormulas map;
  const NodeId lpn = map.formula.input(0, page_numbers(design));
  u64 faster = 1;
  std::string divisor;
  for (const Level level : order) {
    const std::string count = std::string(design::name(level)) + "s";
    const NodeId unit = map.formula.make(Op::kDiv, lpn, map.formula.constant(static_cast<i64>(faster)));
    const NodeId result =
        map.formula.make(Op::kMod, faster == 1 ? lpn : unit, map.formula.constant(static_cast<i64>(design.geometry.count(level))));
    map.results[static_cast<std::size_t>(level)] = result;
    const std::string by = divisor.empty() ? "" : divisor.find('*') == std::string::npos ? " / " + divisor : " / (" + divisor + ")";
    design.allocation.map[static_cast<std::size_t>(level)].text = "lpn" + by + " % " + count;
    divisor += (divisor.empty() ? "" : "*") + count;
    faster *= design.geometry.count(level);
  }
  return map;
}

std::optional<Level> level_named(std::string_view text) {
  for (const Level level : design::kLevels) {
    if (design::name(level) == text || (level == Level::kChip && text == "way")) return level;
  }
  return std::nullopt;
}

// Reads the body of `map(lpn) { … }`: lets in their order, and one formula a level.
class MapReader {
 public:
  MapReader(Context& context, const design::Design& design, const ast::MapValue& value, Span span)
      : context_(context), design_(design), value_(value) {
    map_.span = span;
  }

  std::optional<MapFormulas> read() {
    if (value_.params.size() != 1) {
      context_.sink().report(Code::E0226, value_.kind_span, value_.params.size()).help("write `static map(lpn) { … }`");
      return std::nullopt;
    }
    map_.input = value_.params[0].name.text;
    check_param_type();
    Evaluator& evaluator = context_.evaluator;
    const std::size_t mark = evaluator.mark();
    evaluator.use_formula(&map_.formula);
    sound_ &= evaluator.bind(value_.params[0].name, Operand::of_node(map_.formula.input(0, page_numbers(design_)), Type::kInt));
    for (const ast::Item& item : value_.body->items) read_item(item);
    evaluator.use_formula(nullptr);
    evaluator.release(mark);
    check_complete();
    return sound_ ? std::optional(std::move(map_)) : std::nullopt;
  }

 private:
  // A logical page number is an int; to say so is allowed, to say anything else is a slip.
  void check_param_type() {
    const auto& written = value_.params[0].type;
    if (!written) return;
    const auto type = find_type(written->text);
    if (type == Type::kInt) return;
    const std::string found = type ? std::string(noun(*type)) : "`" + written->text + "`";
    context_.sink().report(Code::E0105, written->span, "an int", found).help(fmt::format("write `static map({}) {{ … }}`", map_.input));
    sound_ = false;
  }

  void read_item(const ast::Item& item) {
    if (const auto* let = std::get_if<ast::Let>(&item)) {
      const Operand value = context_.evaluator.evaluate(*let->value);
      sound_ &= context_.evaluator.bind(let->name, value) && value.known();
      map_.lets += (map_.lets.empty() ? "" : ", ") + let->name.text + " = " + ast::print(*let->value);
    } else if (const auto* property = std::get_if<ast::Property>(&item)) {
      read_formula(*property);
    } else {
      report_unknown(std::get<ast::Section>(item).key);
    }
  }

  // A formula that is stated but wrong is not also missing.
  void read_formula(const ast::Property& property) {
    const auto level = level_named(property.key.text);
    if (!level) return report_unknown(property.key);
    const auto index = static_cast<std::size_t>(*level);
    if (stated_[index] != nullptr) {
      context_.sink()
          .report(Code::E0203, property.key.span, property.key.text)
          .label("said again")
          .note(stated_[index]->span, "`" + stated_[index]->text + "` is first said here")
          .help("keep one of the two");
      sound_ = false;
      return;
    }
    stated_[index] = &property.key;
    const auto* value = std::get_if<ast::ExprValue>(&property.value.node);
    if (value == nullptr || value->over != nullptr || property.has_params) {
      context_.sink()
          .report(Code::E0205, property.key.span, property.key.text, "a formula")
          .help(fmt::format("write `{}: {} % {}s`", property.key.text, map_.input, design::name(*level)));
      sound_ = false;
      return;
    }
    map_.written[index] = value->value.get();
    map_.results[index] = context_.evaluator.formula_node(*value->value, Type::kInt);
    sound_ &= map_.results[index] != kNoNode;
  }

  void report_unknown(const ast::Name& key) {
    const std::vector<std::string> known{"channel", "chip", "die", "plane"};
    const auto near = nearest(key.text, known);
    context_.sink()
        .report(Code::E0201, key.span, "map", key.text)
        .help(near ? "did you mean `" + *near + "`?" : "a map says `channel`, `chip`, `die` and `plane`; name parts of them with `let`");
    sound_ = false;
  }

  // Levels of one unit must be said too: a map is read by people, who would wonder.
  void check_complete() {
    for (const Level level : design::kLevels) {
      if (stated_[static_cast<std::size_t>(level)] != nullptr) continue;
      const bool one = design_.geometry.count(level) == 1;
      context_.sink()
          .report(Code::E0206, value_.kind_span, design::name(level))
          .help(one ? fmt::format("add `{}: 0`", design::name(level))
                    : fmt::format("add `{}: … % {}s`", design::name(level), design::name(level)));
      sound_ = false;
    }
  }

  Context& context_;
  const design::Design& design_;
  const ast::MapValue& value_;
  MapFormulas map_;
  std::array<const ast::Name*, 4> stated_{};
  bool sound_ = true;
};

struct Placement {
  std::optional<Order> order;
  std::optional<MapFormulas> map;
  std::string param;
};

// All placements at run time have the same way out.
void report_placement(Context& context, Span span, std::string_view kind) {
  context.sink()
      .report(Code::E0199, span, fmt::format("`allocation: {}`", kind))
      .help("this version places pages by `static ORDER` or `static map(lpn) { … }`");
}

std::optional<Order> order_value(Context& context, const ast::Expr& expr, std::string& param) {
  context.evaluator.take_param();
  const Value value = context.evaluator.evaluate(expr).value;
  param = context.evaluator.take_param();
  if (value.type == Type::kOrder) return value.order;
  if (value.known()) {
    context.sink()
        .report(Code::E0105, expr.span, "an order", noun(value.type))
        .label(std::string(noun(value.type)))
        .help("write `channel > die > plane > chip`, or a param of type order");
  }
  return std::nullopt;
}

// One name is a param of type order, unless it is a level: then three levels are missing.
std::optional<Order> named_order(Context& context, const ast::OrderValue& value, std::string& param) {
  if (value.names.size() == 4) return context.evaluator.order_of(value.names);
  if (value.names.size() == 1 && !is_level_name(value.names[0].text)) {
    const ast::Expr reference{value.names[0].span, ast::NameRef{value.names[0].text}};
    return order_value(context, reference, param);
  }
  context.sink()
      .report(Code::E0227, value.names.empty() ? value.kind_span : join(value.names.front().span, value.names.back().span),
              value.names.size())
      .help("write each of `channel`, `chip`, `die` and `plane` once, as in `channel > die > plane > chip`");
  return std::nullopt;
}

// What an item is called: the name of a key, or the name that a `let` declares.
const ast::Name* key_of(const ast::Item& item) {
  if (const auto* let = std::get_if<ast::Let>(&item)) return &let->name;
  if (const auto* property = std::get_if<ast::Property>(&item)) return &property->key;
  return &std::get<ast::Section>(item).key;
}

// `static { order: … }`.
std::optional<Order> block_order(Context& context, const ast::Block& body, std::string& param) {
  std::optional<Order> order;
  const ast::Name* first = nullptr;  // the `order` that counts
  bool sound = true;
  for (const ast::Item& item : body.items) {
    const auto* property = std::get_if<ast::Property>(&item);
    const auto* expr = property == nullptr ? nullptr : std::get_if<ast::ExprValue>(&property->value.node);
    const ast::Name* key = key_of(item);
    if (property != nullptr && property->key.text == "order" && property->has_params) {
      context.sink().report(Code::E0215, property->key.span, "order").help("write `order: channel > die > plane > chip`");
      sound = false;
    } else if (property != nullptr && property->key.text == "order" && first != nullptr) {
      context.sink()
          .report(Code::E0203, property->key.span, "order")
          .label("said again")
          .note(first->span, "`order` is first said here")
          .help("keep one of the two");
      sound = false;
    } else if (property != nullptr && property->key.text == "order" && expr != nullptr) {
      first = key;
      order = order_value(context, *expr->value, param);
      sound &= order.has_value();
    } else if (property != nullptr && (property->key.text == "cost" || property->key.text == "streams" || property->key.text == "stream")) {
      context.sink()
          .report(Code::E0199, property->key.span, fmt::format("`{}`", property->key.text))
          .help(fmt::format("leave `{}` out", property->key.text));
      sound = false;
    } else {
      context.sink()
          .report(Code::E0201, key->span, "static", key->text)
          .help("write `static { order: channel > die > plane > chip }`");
      sound = false;
    }
  }
  if (sound && !order) context.sink().report(Code::E0228, body.span).help("write `static { order: channel > die > plane > chip }`");
  return sound ? order : std::nullopt;
}

// The forms that the grammar has for a placement, one by one.
Placement placement_of(Context& context, const Entry& entry, const design::Design& design) {
  Placement result;
  const ast::Value& value = entry.property->value;
  if (const auto* order = std::get_if<ast::OrderValue>(&value.node)) {
    if (order->kind == ast::Placement::kStatic)
      result.order = named_order(context, *order, result.param);
    else
      report_placement(context, value.span, order->kind == ast::Placement::kDynamic ? "dynamic" : "write_order");
  } else if (const auto* map = std::get_if<ast::MapValue>(&value.node)) {
    result.map = MapReader(context, design, *map, map->kind_span).read();
  } else if (const auto* block = std::get_if<ast::VariantValue>(&value.node); block != nullptr && block->kind.text == "static") {
    result.order = block_order(context, *block->body, result.param);
  } else if (block != nullptr && (block->kind.text == "dynamic" || block->kind.text == "write_order")) {
    report_placement(context, join(entry.key->span, block->kind.span), block->kind.text);
  } else {
    context.sink()
        .report(Code::E0205, value.span, "allocation", "a placement")
        .help("write `allocation: static channel > die > plane > chip`");
  }
  return result;
}

// From here on an order and a map are the same thing.
bool finish(Context& context, const Entry* entry, MapFormulas& map, design::Design& design, const std::string& param) {
  design::Allocation& allocation = design.allocation;
  Reader reader(context, "allocation", nullptr, {});
  const design::Origin origin = reader.origin(entry, param);
  if (allocation.order) reader.explain("order", order_text(*allocation.order), origin);
  allocation.lets = map.lets;
  if (!map.lets.empty()) reader.explain("let", map.lets, origin);
  for (const Level level : design::kLevels) {
    const auto index = static_cast<std::size_t>(level);
    design::Function function = map.formula.extract(map.results[index]);
    const ast::Expr* written = map.written[index];
    function.text = written != nullptr ? ast::print(*written) : allocation.map[index].text;
    if (written != nullptr) function.span = written->span;
    if (function.nodes.size() > kMostNodes) {
      context.sink().report(Code::E0221, function.span, kMostNodes).help("make the formula shorter");
      return false;
    }
    allocation.map[index] = std::move(function);
    if (written != nullptr)
      reader.explain(design::name(level), allocation.map[index].text, origin);
    else
      reader.explain_derived(design::name(level), allocation.map[index].text, "the order's formula");
  }
  if (!prove_map(context, map, design)) return false;
  const std::string period =
      allocation.period == 0 ? "checked at every logical page" : fmt::format("repeats after {} pages", allocation.period);
  reader.explain_derived("proof", period, "every logical page has a plane");
  reader.explain_derived("pages_per_plane", fmt::format("{}..{}", allocation.fewest_pages, allocation.most_pages),
                         "logical pages of the planes");
  return true;
}

}  // namespace

bool read_allocation(Context& context, const Entry* entry, design::Design& design) {
  Placement placement;
  if (entry == nullptr) {
    placement.order = kDefaultOrder;
  } else if (entry->property == nullptr || entry->property->has_params) {
    context.sink()
        .report(Code::E0205, entry->key->span, "allocation", "a placement")
        .help("write `allocation: static channel > die > plane > chip`");
  } else {
    placement = placement_of(context, *entry, design);
  }
  if (placement.order) {
    design.allocation.order = placement.order;
    placement.map = formulas_of(*placement.order, design);
    placement.map->span = entry == nullptr ? Span{} : entry->span();
  }
  return placement.map && finish(context, entry, *placement.map, design, placement.param);
}

}  // namespace ssd::sema

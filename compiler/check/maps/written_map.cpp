// Reads the four formulas of `map(lpn) { … }`: see written_map.h.
#include "compiler/check/maps/written_map.h"

#include <fmt/format.h>

#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using design::Level;
using diag::Code;

// The capacity is already known, so the interval of the input is exactly the logical pages.
Interval page_numbers(const design::Design& design) { return {0, static_cast<Wide>(design.config.logical_pages) - 1}; }

// Reads the body of `map(lpn) { … }`: the lets in their order, and one formula for each level.
class MapReader {
 public:
  MapReader(Context& context, const design::Design& design, const ast::MapValue& value, Span span)
      : context_(context), design_(design), value_(value) {
    map_.span = span;
    map_.formula.prove_all();
  }

  std::optional<MapFormulas> read() {
    if (value_.params.size() != 1) {
      context_.sink().report(Code::E0226, value_.kind_span, value_.params.size()).help("write `static map(lpn) { … }`");
      return std::nullopt;
    }
    map_.input = value_.params[0].name.text;
    check_param_type();
    Evaluator& evaluator = context_.evaluator;
    const auto bindings = evaluator.scope().bindings();
    const Evaluator::Within within(evaluator, map_.formula);
    sound_ &= evaluator.scope().bind(value_.params[0].name,
                                     Operand::of_node(map_.formula.input(0, page_numbers(design_)), Type::kInt));
    for (const ast::Item& item : value_.body->items) read_item(item);
    check_complete();
    return sound_ ? std::optional(std::move(map_)) : std::nullopt;
  }

 private:
  // A logical page number is an int. The parameter may be declared as an int; any other type is an error.
  void check_param_type() {
    const auto& written = value_.params[0].type;
    if (!written) return;
    const auto type = find_type(written->text);
    if (type == Type::kInt) return;
    const std::string found = type ? std::string(noun(*type)) : "`" + written->text + "`";
    context_.sink()
        .report(Code::E0105, written->span, "an int", found)
        .help(fmt::format("write `static map({}) {{ … }}`", map_.input));
    sound_ = false;
  }

  void read_item(const ast::Item& item) {
    if (const auto* let = std::get_if<ast::Let>(&item)) {
      const Operand value = context_.evaluator.evaluate(*let->value);
      sound_ &= context_.evaluator.scope().bind(let->name, value) && value.known();
      map_.lets += (map_.lets.empty() ? "" : ", ") + let->name.text + " = " + ast::print(*let->value);
    } else if (const auto* property = std::get_if<ast::Property>(&item)) {
      read_formula(*property);
    } else {
      report_unknown(std::get<ast::Section>(item).key);
    }
  }

  // A formula with a mistake counts as stated, so it is not also reported as missing.
  void read_formula(const ast::Property& property) {
    const auto level = find_level(property.key.text);
    if (!level) return report_unknown(property.key);
    const auto index = static_cast<std::size_t>(*level);
    if (stated_[index] != nullptr) {
      context_.sink()
          .report(Code::E0203, property.key.span, property.key.text)
          .label("set again")
          .note(stated_[index]->span, "`" + stated_[index]->text + "` is first set here")
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
        .help(near ? "did you mean `" + *near + "`?"
                   : "a map defines `channel`, `chip`, `die` and `plane`; name parts of them with `let`");
    sound_ = false;
  }

  // Levels of which there is only one must be stated too, because a reader of the map would miss them.
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

}  // namespace

std::optional<MapFormulas> read_map(Context& context, const design::Design& design, const ast::MapValue& value) {
  return MapReader(context, design, value, value.kind_span).read();
}

}  // namespace ssd::check

// wear: which free block is opened (space.free_block), and static levelling (wear.static).
#include <fmt/format.h>

#include "compiler/check/sections/plain_policy.h"
#include "compiler/check/sections/sections.h"
#include "compiler/check/sections/tables.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::array kStaticKeys{
    Key{.name = "threshold",
        .form = Form::kInt,
        .least = "0",
        .most = "1000000000",
        .doc = "by how many erases a block may lag behind",
        .otherwise = "must be set",
        .into = &Config::wear_threshold},
};
std::span<const Key> static_keys() { return kStaticKeys; }
constexpr std::array kWearKeys{
    Key{.name = "level",
        .form = Form::kOwn,
        .fallback = "none",
        .words = "none static dynamic",
        .meanings =
            "no levelling | data that is not rewritten is moved once its block lags behind in erases | the free block "
            "with the fewest erases is opened",
        .doc = "how erases are spread over the blocks",
        .takes = "`none`, `dynamic` or `static { threshold: … }`",
        .block = static_keys,
        .variant = "static"},
    Key{.name = "allocate",
        .form = Form::kOwn,
        .doc = "which free block is opened",
        .policy = true,
        .takes = "a function",
        .otherwise = "the block that has been free longest",
        .record = "block",
        .yields = "a score: the block with the highest is opened"},
};

enum class Level : std::uint8_t { kNone, kDynamic, kStatic };
constexpr std::array kLevels{Word{"none", Level::kNone}, Word{"dynamic", Level::kDynamic},
                             Word{"static", Level::kStatic}};

void report_no_threshold(Reader& reader, Span place) {
  reader.context().sink().report(Code::E0260, place).help("write `level: static { threshold: 100 }`");
  reader.fail();
}

void read_static(Reader& reader, const Entry& entry, const ast::Block& block, Config& config) {
  const auto group = reader.context().merger.variant(block, entry);
  Reader levels(reader.context(), "wear.static", group.get(), kStaticKeys);
  config.wear_static = 1;
  if (levels.sound() && !levels.has("threshold")) return report_no_threshold(reader, entry.span());
  levels.fill(config);
  if (!levels.sound()) reader.fail();
}

// Reads a word, or a string param that stands for one.
std::string level_named(Evaluator& evaluator, const ast::Expr& expr) {
  const auto* name = std::get_if<ast::NameRef>(&expr.node);
  if (name == nullptr) return excerpt(evaluator.sources(), expr.span);
  const bool is_value = evaluator.globals().names().find(Kind::kValue, name->text, expr.span.file) != nullptr;
  if (!is_value || find_word(kLevels, name->text) != nullptr) return name->text;
  const Value value = evaluator.evaluate(expr).value;
  return value.type == Type::kString ? value.text : name->text;
}

void read_level_word(Reader& reader, const Entry& entry, const ast::Expr& expr, Config& config) {
  Evaluator& evaluator = reader.context().evaluator;
  const Scope::LastParam param(evaluator.scope());
  const std::string text = level_named(evaluator, expr);
  const design::Origin origin = reader.origin(&entry, param.name());
  if (const auto* level = find_word(kLevels, text)) {
    if (level->value == Level::kStatic) return report_no_threshold(reader, entry.span());
    if (level->value == Level::kDynamic) config.free_choice = FreeChoice::kFewestErases;
    return reader.explain("level", text, origin);
  }
  reader.context()
      .sink()
      .report(Code::E0212, expr.span, text, "level")
      .help("`level` takes `none`, `static { threshold: 100 }` or `dynamic`");
  reader.fail();
}

void read_level(Reader& reader, Config& config) {
  const Entry* entry = reader.entry("level");
  if (entry == nullptr) return reader.explain("level", "none", {});
  if (reader.refuses_params("level")) return;
  const auto* variant =
      entry->property == nullptr ? nullptr : std::get_if<ast::VariantValue>(&entry->property->value.node);
  if (variant == nullptr) {
    if (const ast::Expr* expr = reader.expression("level")) read_level_word(reader, *entry, *expr, config);
  } else if (const ast::Block* block = reader.variant("level")) {
    reader.explain("level", variant->kind.text, reader.origin(entry));
    read_static(reader, *entry, *block, config);
  } else {
    reader.refuse_variant(*entry, *variant);
  }
}

void read_allocate(Reader& reader, design::Design& design) {
  const auto bindings = reader.context().evaluator.scope().bindings();
  bind_tables(reader.context().evaluator.scope(), design);
  if (!read_plain_policy(reader, Hook::kAllocate, design)) return;
  const Entry* entry = reader.entry("allocate");
  const Entry* level = reader.entry("level");
  const bool own = level != nullptr && level->owner == reader.context().owner && entry->owner == reader.context().owner;
  if (own && design.config.free_choice == FreeChoice::kFewestErases)
    reader.context().sink().report(Code::W0265, level->span()).help("leave `level` out");
  design.config.free_choice = FreeChoice::kScore;
}

}  // namespace

std::span<const Key> wear_keys() { return kWearKeys; }

bool read_wear(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "wear", section, kWearKeys);
  read_level(reader, design.config);
  read_allocate(reader, design);
  return reader.sound();
}

}  // namespace ssd::check

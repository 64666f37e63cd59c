// The values of a generator that are drawn at random: sizes, intervals and address patterns. All shares become parts of
// a million, so the generator computes with integers and gives the same requests on every machine.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/helps/foreign.h"
#include "compiler/check/vocabulary/vocabulary.h"
#include "compiler/check/workload/workload.h"
#include "runtime/base/limits.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

using limits::kMostOptions;
constexpr i64 kBlockSize = 512;  // the smallest sector; sizes are multiples of it

struct Named {
  const std::string* name = nullptr;  // `uniform`, or the callee of `zipf(0.99)`
  const ast::Call* call = nullptr;
};
// The name in `uniform` and in `zipf(0.99)`.
Named named(const ast::Expr& expr) {
  if (const auto* reference = std::get_if<ast::NameRef>(&expr.node)) return {&reference->text, nullptr};
  const ast::NameRef* called = ast::callee(expr);
  return called == nullptr ? Named{} : Named{&called->text, &std::get<ast::Call>(expr.node)};
}

bool takes(Context& context, const ast::Expr& expr, const ast::Call* call, std::string_view usage, bool keyed) {
  const bool fits = call != nullptr && call->args.size() == 1 && (call->args[0].key != nullptr) == keyed &&
                    call->args[0].over == nullptr;
  if (!fits) context.sink().report(Code::E0241, expr.span, usage).help(fmt::format("write `{}`", usage));
  return fits;
}

bool is_share(const ast::Expr& expr) {
  const auto* number = std::get_if<ast::NumberLit>(&expr.node);
  return number != nullptr && number->unit == "%";
}

constexpr std::string_view kMixUsage = "mix(75%: …, 25%: …)";

// Whether the option is written `25%: x`, and not `x` or `x: 25%`; reports it otherwise.
bool has_its_share(Context& context, const ast::Arg& arg) {
  if (arg.key == nullptr)
    context.sink()
        .report(Code::E0241, arg.value->span, kMixUsage)
        .help("write the share before the option, such as `25%: …`");
  else if (is_share(*arg.value) && !is_share(*arg.key))
    context.sink()
        .report(Code::E0241, arg.key->span, kMixUsage)
        .help(fmt::format("the share comes first: `{}: {}`", ast::print(*arg.value), ast::print(*arg.key)));
  else
    return true;
  return false;
}

// Reads `mix(w: x, …)`: each option by `read`, and the weights, whose sum must be the whole.
template <class Weighted, class Read>
std::optional<std::vector<Weighted>> read_mix(Context& context, const ast::Expr& expr, const ast::Call* call,
                                              Read read) {
  if (call == nullptr || call->args.empty() || call->args.size() > kMostOptions) {
    context.sink()
        .report(Code::E0241, expr.span, kMixUsage)
        .help(fmt::format("give 1 to {} options, each with its share", kMostOptions));
    return std::nullopt;
  }
  std::vector<Weighted> options;
  u64 sum = 0;
  bool sound = true;
  for (const ast::Arg& arg : call->args) {
    if (!has_its_share(context, arg)) {
      sound = false;
      continue;
    }
    const auto share = read_share(context, *arg.key);
    auto value = read(arg);
    sound &= share.has_value() && value.has_value();
    if (!sound) continue;
    sum += *share;
    options.push_back({*share, std::move(*value)});
  }
  if (!sound) return std::nullopt;
  if (sum != workload::kWhole) {
    context.sink()
        .report(Code::E0240, expr.span, fmt::format("{:g}", static_cast<double>(sum) / 10000.0))
        .help("change the shares so that they sum to 100 %");
    return std::nullopt;
  }
  return options;
}

std::optional<Value> number(Context& context, const ast::Expr& expr, Type type) {
  const Value found = context.evaluator.evaluate(expr).value;
  if (!found.known()) return std::nullopt;
  const auto value = coerce(found, type);
  if (!value) report_type(context.sink(), expr, noun(type), found.type, usual_unit(type));
  return value;
}

constexpr auto kDistributionNames = std::to_array<std::string_view>({"mix", "exponential"});

std::string distribution_help(const std::string& written, const Key& key) {
  if (const std::string_view foreign = pattern_instead(written); !foreign.empty()) return std::string(foreign);
  const std::vector<std::string> names(kDistributionNames.begin(), kDistributionNames.end());
  if (const auto near = nearest(written, names)) return fmt::format("did you mean `{}`?", *near);
  const bool size = key.form == Form::kSize;
  return fmt::format("write a {0}, `exponential({1})`, or `mix(75%: {1}, 25%: {2})`", size ? "size" : "time",
                     size ? "16KiB" : "1ms", size ? "4KiB" : "2ms");
}

// Reports names of generators of other tools, such as `poisson(1ms)` and `random`. A call of an unknown function is an
// unknown distribution.
bool names_no_distribution(Context& context, const ast::Expr& expr, const Key& key) {
  const auto [name, call] = named(expr);
  if (name == nullptr || (call == nullptr && pattern_instead(*name).empty())) return false;
  const Names& names = context.evaluator.globals().names();
  const auto declared = [&](Kind kind) { return names.find(kind, *name, expr.span.file) != nullptr; };
  const bool known =
      declared(Kind::kFunction) || (call == nullptr && declared(Kind::kValue)) || find_function(*name) != nullptr;
  if (known || names.incomplete(expr.span.file) || !names.import_help(Kind::kFunction, *name).empty()) return false;
  context.sink().report(Code::E0162, expr.span, *name).help(distribution_help(*name, key));
  return true;
}

// `4KiB-16KiB` is a difference, but probably meant as a range.
std::string range_help(const ast::Expr& expr, const Key& key) {
  const auto* binary = std::get_if<ast::Binary>(&expr.node);
  const bool range = binary != nullptr && binary->op == ast::BinaryOp::kSub &&
                     std::holds_alternative<ast::NumberLit>(binary->left->node);
  if (!range) return fmt::format("choose a value from {} to {}", key.least, key.most);
  return fmt::format("a range is a mix of values: `mix(50%: {}, 50%: {})`", ast::print(*binary->left),
                     ast::print(*binary->right));
}

// A time in ns or a size in bytes, within the key's bounds.
// A size must be a multiple of 512 bytes here; whether it fits the sector of the design is checked when both are known.
std::optional<u64> amount(Context& context, const ast::Expr& expr, const Key& key) {
  if (const auto* list = std::get_if<ast::ListLit>(&expr.node)) {
    const std::size_t n = list->items.size();
    context.sink()
        .report(Code::E0280, expr.span, key.name)
        .help(n == 2 ? fmt::format("write `mix(50%: {}, 50%: {})`", ast::print(*list->items[0]),
                                   ast::print(*list->items[1]))
                     : "write `mix(75%: …, 25%: …)`, with the share of each");
    return std::nullopt;
  }
  if (names_no_distribution(context, expr, key)) return std::nullopt;
  const auto value = number(context, expr, type_of(key.form));
  if (!value) return std::nullopt;
  if (compare(value->number, literal(key.least).number) < 0 || compare(value->number, literal(key.most).number) > 0) {
    context.sink()
        .report(Code::E0204, expr.span, key.name, to_text(*value), fmt::format("{}..{}", key.least, key.most))
        .help(range_help(expr, key));
    return std::nullopt;
  }
  if (key.form == Form::kTime) return count_of_steps(context.sink(), expr.span, key.name, *value, kNanosecond);
  if (!value->number.whole() || value->number.numerator() % kBlockSize != 0) {
    context.sink()
        .report(Code::E0242, expr.span, key.name, to_text(*value))
        .help("write a multiple of 512B, such as `4KiB`");
    return std::nullopt;
  }
  return static_cast<u64>(value->number.numerator());
}

constexpr Key kStride{.name = "stride", .form = Form::kSize, .least = "512B", .most = "1TiB"};

std::optional<workload::Pattern> read_zipf(Context& context, const ast::Expr& expr, const ast::Call* call,
                                           std::string_view usage) {
  if (!takes(context, expr, call, usage, false)) return std::nullopt;
  const auto theta = number(context, *call->args[0].value, Type::kReal);
  if (!theta) return std::nullopt;
  if (theta->number.sign() <= 0 || compare(theta->number, 4) > 0) {
    context.sink()
        .report(Code::E0204, call->args[0].value->span, "zipf", to_text(*theta), "above 0, at most 4")
        .help(fmt::format("write `{}`", usage));
    return std::nullopt;
  }
  return workload::Pattern{workload::Zipf{theta->number.approximate()}};
}

// With a hot spot of 0 % or 100 % there is no other part for the rest of the requests.
std::optional<workload::Pattern> read_hotspot(Context& context, const ast::Expr& expr, const ast::Call* call,
                                              std::string_view usage) {
  if (!takes(context, expr, call, usage, true)) return std::nullopt;
  const auto space = read_share(context, *call->args[0].key), access = read_share(context, *call->args[0].value);
  if (!space || !access) return std::nullopt;
  if (*space == 0 || *space == workload::kWhole) {
    context.sink()
        .report(Code::E0204, call->args[0].key->span, "hotspot", fmt::format("{:g}%", *space / 10000.0),
                "between 0% and 100%")
        .help(fmt::format("write `{}`: the space, then its share of the accesses", usage));
    return std::nullopt;
  }
  return workload::Pattern{workload::Hotspot{*space, *access}};
}

std::optional<workload::Pattern> read_stride(Context& context, const ast::Expr& expr, const ast::Call* call,
                                             std::string_view usage) {
  if (!takes(context, expr, call, usage, false)) return std::nullopt;
  const auto bytes = amount(context, *call->args[0].value, kStride);
  return bytes ? std::optional(workload::Pattern{workload::Stride{*bytes}}) : std::nullopt;
}

std::optional<workload::Pattern> read_pattern_mix(Context& context, const ast::Expr& expr, const ast::Call* call,
                                                  std::string_view) {
  auto options = read_mix<workload::WeightedPattern>(
      context, expr, call, [&](const ast::Arg& arg) { return read_pattern(context, *arg.value, arg.over.get()); });
  return options ? std::optional(workload::Pattern{workload::PatternMix{std::move(*options)}}) : std::nullopt;
}

// Reads a pattern without parameters.
template <class Kind>
std::optional<workload::Pattern> read_bare(Context& context, const ast::Expr& expr, const ast::Call* call,
                                           std::string_view usage) {
  if (call == nullptr) return workload::Pattern{Kind{}};
  context.sink().report(Code::E0241, expr.span, usage).help(fmt::format("write `{}`", usage));
  return std::nullopt;
}

struct PatternRow {
  std::string_view name, usage;
  std::optional<workload::Pattern> (*read)(Context& context, const ast::Expr& expr, const ast::Call* call,
                                           std::string_view usage);
};
constexpr std::array kPatterns{
    PatternRow{"uniform", "uniform", read_bare<workload::Uniform>},
    PatternRow{"sequential", "sequential", read_bare<workload::Sequential>},
    PatternRow{"zipf", "zipf(0.99)", read_zipf},
    PatternRow{"stride", "stride(64KiB)", read_stride},
    PatternRow{"hotspot", "hotspot(20%: 80%)", read_hotspot},
    PatternRow{"mix", "mix(…)", read_pattern_mix},
};

std::nullopt_t report_no_pattern(Context& context, const ast::Expr& expr, const std::string& text) {
  std::vector<std::string> names, usages;
  for (const PatternRow& row : kPatterns) {
    names.emplace_back(row.name);
    usages.emplace_back(row.usage);
  }
  const std::string_view foreign = pattern_instead(text);
  const auto near = nearest(text, names);
  const std::string last = std::exchange(usages.back(), {});
  usages.pop_back();
  context.sink()
      .report(Code::E0243, expr.span, text)
      .help(!foreign.empty() ? std::string(foreign)
            : near           ? "did you mean `" + *near + "`?"
                             : fmt::format("patterns are {} and {}", fmt::join(usages, ", "), last));
  return std::nullopt;
}

std::optional<workload::Pattern> plain_pattern(Context& context, const ast::Expr& expr) {
  const auto [name, call] = named(expr);
  if (name == nullptr) return report_no_pattern(context, expr, excerpt(context.evaluator.sources(), expr.span));
  const auto row = std::ranges::find(kPatterns, *name, &PatternRow::name);
  return row == kPatterns.end() ? report_no_pattern(context, expr, *name) : row->read(context, expr, call, row->usage);
}

// A share that is not a whole number of parts is rejected and not rounded, because the shares of a mix must add up
// exactly.
std::optional<std::uint32_t> parts_of(Context& context, const ast::Expr& expr, const Value& share) {
  const auto parts = multiply(share.number, workload::kWhole);
  if (parts && parts->whole() && parts->sign() >= 0 && parts->numerator() <= workload::kWhole)
    return static_cast<std::uint32_t>(parts->numerator());
  const double nearest =
      parts ? std::clamp<double>(static_cast<double>(parts->floor()), 0, workload::kWhole) / 10000 : 50;
  context.sink()
      .report(Code::E0245, expr.span, to_text(share))
      .help(fmt::format("write such a share, as in `{:g}%`", nearest));
  return std::nullopt;
}

// Reads `over 50%` or `over 2GiB`. A size need not be a multiple of the sector, which depends on the drive: the
// generator rounds it down.
bool read_region(Context& context, const ast::Expr& over, workload::Pattern& pattern) {
  const Value value = context.evaluator.evaluate(over).value;
  if (!value.known()) return false;
  if (value.type == Type::kSize) {
    const bool fits =
        compare(value.number, literal("4KiB").number) >= 0 && compare(value.number, literal("1024TiB").number) <= 0;
    if (!fits)
      context.sink()
          .report(Code::E0204, over.span, "over", to_text(value), "4KiB..1024TiB")
          .help("write `over 2GiB`, or a share");
    if (fits) pattern.over_bytes = static_cast<u64>(value.number.floor());
    return fits;
  }
  const auto share = coerce(value, Type::kRatio);
  if (!share) {
    report_type(context.sink(), over, "a share or a size", value.type, "%");
    return false;
  }
  const auto parts = parts_of(context, over, *share);
  if (parts && *parts == 0)
    context.sink().report(Code::E0204, over.span, "over", "0%", "above 0%, at most 100%").help("write `over 50%`");
  pattern.over = parts.value_or(0);
  return pattern.over != 0;
}

// Mixes may contain mixes, as deep as the parser allows.
std::optional<workload::Quantity> read_quantity_mix(Context& context, const ast::Expr& expr, const ast::Call& call,
                                                    const Key& key) {
  auto options = read_mix<workload::WeightedQuantity>(
      context, expr, &call, [&](const ast::Arg& arg) -> std::optional<workload::Quantity> {
        if (arg.over == nullptr) return read_quantity(context, *arg.value, key);
        context.sink().report(Code::E0246, arg.over->span).help("leave `over` out");
        return std::nullopt;
      });
  return options ? std::optional(workload::Quantity{workload::Choice{std::move(*options)}}) : std::nullopt;
}

std::optional<workload::Quantity> read_exponential(Context& context, const ast::Expr& expr, const ast::Call& call,
                                                   const Key& key) {
  if (!takes(context, expr, &call, key.form == Form::kSize ? "exponential(16KiB)" : "exponential(1ms)", false))
    return std::nullopt;
  const auto mean = amount(context, *call.args[0].value, key);
  return mean ? std::optional(workload::Quantity{workload::Exponential{*mean}}) : std::nullopt;
}

using ReadQuantity = std::optional<workload::Quantity> (*)(Context& context, const ast::Expr& expr,
                                                           const ast::Call& call, const Key& key);
constexpr std::array kDistributions{Word<ReadQuantity>{kDistributionNames[0], read_quantity_mix},
                                    Word<ReadQuantity>{kDistributionNames[1], read_exponential}};

}  // namespace

std::optional<std::uint32_t> read_share(Context& context, const ast::Expr& expr) {
  const auto value = number(context, expr, Type::kRatio);
  return value ? parts_of(context, expr, *value) : std::nullopt;
}

std::optional<workload::Quantity> read_quantity(Context& context, const ast::Expr& expr, const Key& key) {
  const auto [name, call] = named(expr);
  const Word<ReadQuantity>* distribution = call == nullptr ? nullptr : find_word(kDistributions, *name);
  if (distribution != nullptr) return distribution->value(context, expr, *call, key);
  const auto value = amount(context, expr, key);
  return value ? std::optional(workload::Quantity{workload::Constant{*value}}) : std::nullopt;
}

std::optional<workload::Pattern> read_pattern(Context& context, const ast::Expr& expr, const ast::Expr* over) {
  auto pattern = plain_pattern(context, expr);
  if (!pattern || over == nullptr) return pattern;
  return read_region(context, *over, *pattern) ? pattern : std::nullopt;
}

}  // namespace ssd::check

// Reads one block by its table: see reader.h.
#include "compiler/check/sections/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "compiler/check/expr/reach.h"
#include "compiler/check/helps/key_helps.h"
#include "compiler/check/helps/value_helps.h"
#include "compiler/check/sections/reader_words.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

// The help for an unknown name: what the key accepts. The name may be a word of another key or tool (`none`, `auto`),
// or a param that is not declared.
std::string wanted_instead(const Key& known, std::string_view written) {
  const std::string_view type = noun(type_of(known.form));
  const std::string such = known.fallback.empty() ? "" : fmt::format(", such as `{}`", known.fallback);
  const std::string_view bare = type.substr(type.find(' ') + 1);
  return fmt::format("`{}` takes {}{}; or declare `param {}: {} = …`", known.name, type, such, written, bare);
}

std::string_view unit_in(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789.");
  return end == std::string_view::npos ? std::string_view{} : text.substr(end);
}

}  // namespace

Type type_of(Form form) {
  switch (form) {
    case Form::kInt: return Type::kInt;
    case Form::kReal: return Type::kReal;
    case Form::kRatio: return Type::kRatio;
    case Form::kTime: return Type::kTime;
    case Form::kSize: return Type::kSize;
    case Form::kRate: return Type::kRate;
    case Form::kEnergy: return Type::kEnergy;
    case Form::kPower: return Type::kPower;
    case Form::kBool: return Type::kBool;
    default: return Type::kString;
  }
}

std::vector<std::string> split_words(std::string_view words) {
  std::istringstream stream{std::string(words)};
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

std::string or_list(const std::vector<std::string>& words) {
  if (words.empty()) return "nothing";
  std::string text = "`" + words.front() + "`";
  for (std::size_t i = 1; i < words.size(); ++i) text += (i + 1 == words.size() ? " or `" : ", `") + words[i] + "`";
  return text;
}

bool is_unlimited(const ast::Expr* expr) {
  constexpr std::string_view kUnlimited = "unlimited";
  const auto* word = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  return word != nullptr && word->text == kUnlimited;
}

const ast::Block* variant_of(const Entry& entry, const Key& row) {
  const auto* value = entry.property == nullptr ? nullptr : std::get_if<ast::VariantValue>(&entry.property->value.node);
  return value == nullptr || value->kind.text != row.variant ? nullptr : value->body.get();
}

const ast::Expr* plain_expression(const Entry& entry) {
  const auto* value = entry.property == nullptr ? nullptr : std::get_if<ast::ExprValue>(&entry.property->value.node);
  return value == nullptr || value->over != nullptr ? nullptr : value->value.get();
}

// Everything that can be reported without a value is reported here, once. Later reads of values then find correct
// forms, or return the default without another report.
Reader::Reader(Context& context, std::string section, const Group* group, std::span<const Key> keys)
    : context_(context), section_(std::move(section)), group_(group), keys_(keys) {
  if (group_ == nullptr) return;
  for (const Entry& entry : group_->entries) check_entry(entry);
}

const Key& Reader::key(std::string_view name) const { return *std::ranges::find(keys_, name, &Key::name); }

// A key of the wrong form is recorded, so that reading its value does not report it again.
void Reader::check_entry(const Entry& entry) {
  const auto known = std::ranges::find(keys_, entry.key->text, &Key::name);
  if (known == keys_.end()) {
    context_.sink()
        .report(Code::E0201, entry.key->span, section_, entry.key->text)
        .help(unknown_key_help(section_, entry.key->text, keys_));
    sound_ = false;
  } else if (known->form == Form::kLater) {
    check_later(entry, *known);
  } else if ((known->form == Form::kBlock) != (entry.group != nullptr) && known->form != Form::kOwn) {
    const bool block = known->form == Form::kBlock;
    context_.sink()
        .report(Code::E0205, entry.key->span, entry.key->text, block ? "a block" : "a value")
        .help(block ? block_help(entry) : value_form_help(*known));
    sound_ = false;
    reported_.push_back(&entry);
  } else {
    check_params(entry, *known);
  }
}

// Only policies take parameters, and the sections check those themselves.
void Reader::check_params(const Entry& entry, const Key& known) {
  if (known.form == Form::kOwn || known.policy || entry.property == nullptr || !entry.property->has_params) return;
  if (!known.simulated.empty()) {
    report_unsupported(entry, known, fmt::format("`{}` as a function", known.name));
  } else {
    context_.sink()
        .report(Code::E0215, entry.key->span, entry.key->text)
        .help(fmt::format("write `{}: …`", entry.key->text));
  }
  sound_ = false;
  reported_.push_back(&entry);
}

bool Reader::refuses_params(std::string_view name) {
  const Entry* found = entry(name);
  if (found == nullptr || found->property == nullptr || !found->property->has_params) return false;
  context_.sink().report(Code::E0215, found->key->span, name).help(fmt::format("write `{}: …`", name));
  sound_ = false;
  return true;
}

bool Reader::varies(std::initializer_list<std::string_view> keys) const {
  Reach reach(context_.evaluator.globals().names());
  for (const std::string_view name : keys) {
    const Entry* found = entry(name);
    if (found != nullptr && found->property != nullptr) reach.add(found->property->value);
  }
  return !reach.params().empty();
}

// A key that only later versions simulate is accepted if it states what is simulated anyway. A word that the language
// does not know is an error of its own; everything else is rejected by name.
void Reader::check_later(const Entry& entry, const Key& known) {
  if (says_what_is_simulated(entry, known)) return;
  sound_ = false;
  const ast::Expr* expr = plain_expression(entry);
  const auto* word = expr == nullptr || entry.property->has_params ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  // `victim: cost_benefit` names a function of the user: it is not a misspelt word, but it is not supported.
  const bool function = word != nullptr && names_function(*word, expr->span, known.words);
  if (word != nullptr && !function && !known.words.empty() && !contains_word(known.words, word->text)) {
    return report_unknown_word(known, expr->span, word->text);
  }
  const auto* variant =
      entry.property == nullptr ? nullptr : std::get_if<ast::VariantValue>(&entry.property->value.node);
  const bool number = expr != nullptr && std::holds_alternative<ast::NumberLit>(expr->node);
  std::string shown = word != nullptr ? word->text : variant != nullptr ? variant->kind.text : "";
  if (number) shown = excerpt(context_.evaluator.sources(), expr->span);
  report_unsupported(entry, known,
                     shown.empty() ? fmt::format("`{}`", known.name) : fmt::format("`{}: {}`", known.name, shown));
}

// Accepts a word (`never`), or a value equal to the one that is simulated (`0B`, however it is written).
bool Reader::says_what_is_simulated(const Entry& entry, const Key& known) {
  const ast::Expr* expr = plain_expression(entry);
  if (expr == nullptr || entry.property->has_params) return false;
  const std::vector<std::string> simulated = split_words(known.simulated);
  if (const auto* word = std::get_if<ast::NameRef>(&expr->node)) {
    if (std::ranges::count(simulated, word->text) != 0) return true;
  }
  const bool is_value = simulated.size() == 1 && std::isdigit(static_cast<unsigned char>(simulated[0][0])) != 0;
  if (!is_value) return false;
  return apply(ast::BinaryOp::kEqual, context_.evaluator.evaluate(*expr).value, literal(simulated[0])).value.truth;
}

// The help always names something that this version does simulate.
void Reader::report_unsupported(const Entry& entry, const Key& known, std::string_view text) {
  const Span span = entry.property == nullptr ? entry.key->span : join(entry.key->span, entry.property->value.span);
  auto& diagnostic = context_.sink().report(Code::E0199, span, text);
  if (known.simulated.empty())
    diagnostic.help(fmt::format("leave `{}` out", known.name));
  else
    diagnostic.help(
        fmt::format("this version simulates `{}: {}`", known.name, fmt::join(split_words(known.simulated), "` or `")));
}

const ast::Expr* Reader::expression(std::string_view name) {
  const Entry* found = entry(name);
  if (found == nullptr) return nullptr;
  const ast::Expr* expr = plain_expression(*found);
  if (expr != nullptr) return expr;
  context_.sink().report(Code::E0205, found->key->span, name, "a value").help(fmt::format("write `{}: …`", name));
  sound_ = false;
  return nullptr;
}

std::optional<Value> Reader::read(const Key& known, const ast::Expr& expr) {
  const auto* name = std::get_if<ast::NameRef>(&expr.node);
  std::string suggestion;
  if (known.form == Form::kString) {
    suggestion = fmt::format("write a path in quotes: `{}: \"{}\"`", known.name,
                             excerpt(context_.evaluator.sources(), expr.span));
  } else if (name != nullptr) {
    const Names& names = context_.evaluator.globals().names();
    const std::string near = known.policy ? near_function(known, known.record, name->text, names, expr.span.file) : "";
    suggestion = near.empty() ? wanted_instead(known, name->text) : near;
  }
  const Value found = context_.evaluator.evaluate(expr, std::move(suggestion)).value;
  if (!found.known()) return std::nullopt;
  const auto value = coerce(found, type_of(known.form));
  if (!value) {
    if (!known.instead.empty() && found.type == Type::kRatio) {
      context_.sink()
          .report(Code::E0105, expr.span, noun(type_of(known.form)), noun(found.type))
          .label(std::string(noun(found.type)))
          .help(fmt::format("write {}", known.instead));
      return std::nullopt;
    }
    if (known.policy && std::holds_alternative<ast::ListLit>(expr.node)) {
      context_.sink()
          .report(Code::E0105, expr.span, noun(type_of(known.form)), noun(found.type))
          .label("a list")
          .help(value_form_help(known));
      return std::nullopt;
    }
    const auto* number = std::get_if<ast::NumberLit>(&expr.node);
    std::string unit = number == nullptr ? std::string{} : unit_that_fits(known, *number, found.type);
    if (unit.empty()) unit = unit_in(known.fallback);
    if (unit.empty()) unit = usual_unit(type_of(known.form));
    const bool path = known.form == Form::kString;
    report_type(context_.sink(), expr, path ? kPathInQuotes : noun(type_of(known.form)), found.type, unit);
    return std::nullopt;
  }
  return in_bounds(known, *value, expr) ? value : std::nullopt;
}

// Values are compared as exact fractions in base units; messages show the bounds as the table writes them.
bool Reader::in_bounds(const Key& known, const Value& value, const ast::Expr& expr) {
  const bool low = known.least.empty() || compare(value.number, literal(known.least).number) >= 0;
  const bool high = known.most.empty() || compare(value.number, literal(known.most).number) <= 0;
  if (low && high) return true;
  const bool as_written = std::holds_alternative<ast::NumberLit>(expr.node);  // `3h`, not `10800s`
  const std::string shown = as_written ? excerpt(context_.evaluator.sources(), expr.span) : to_text(value);
  const std::string bounds = known.most.empty()    ? fmt::format("at least {}", known.least)
                             : known.least.empty() ? fmt::format("at most {}", known.most)
                                                   : fmt::format("{}..{}", known.least, known.most);
  context_.sink()
      .report(Code::E0204, expr.span, known.name, shown, bounds)
      .help(low || known.instead.empty() ? fmt::format("write `{}: {}`", known.name, low ? known.most : known.least)
                                         : fmt::format("write {}", known.instead));
  return false;
}

// After an error the default is returned, so that checks that depend on the value can go on. sound() prevents the
// design from being used.
Value Reader::value(std::string_view name) {
  const Key& known = key(name);
  const Entry* found = entry(name);
  const Value fallback = known.fallback.empty() ? Value{} : literal(known.fallback);
  const ast::Expr* expr = found == nullptr ? nullptr : plain_expression(*found);
  if (found == nullptr) {
    if (fallback.known()) explain(name, std::string(known.fallback), {});
    return fallback;
  }
  if (expr == nullptr || was_reported(*found)) {
    if (!was_reported(*found)) {
      context_.sink()
          .report(Code::E0205, found->property->value.span, name, "a value")
          .help(fmt::format("write `{}: …`", name));
    }
    sound_ = false;
    return fallback;
  }
  const Scope::LastParam param(context_.evaluator.scope());
  const auto value = read(known, *expr);
  if (!value) {
    sound_ = false;
    return fallback;
  }
  explain(name, to_text(*value), origin(found, param.name()));
  return *value;
}

u64 Reader::integer(std::string_view name) { return static_cast<u64>(as_int(value(name).number).value_or(0)); }

Time Reader::time(std::string_view name) { return rounded(name, kNanosecond); }

u64 Reader::rounded(std::string_view name, const Step& step) {
  const Entry* found = entry(name);
  const auto count =
      count_of_steps(context_.sink(), found == nullptr ? Span{} : found->span(), name, value(name), step);
  sound_ &= count.has_value();
  return count.value_or(0);
}

u64 Reader::bytes(std::string_view name) {
  const Value size = value(name);
  if (size.number.whole()) return static_cast<u64>(as_int(size.number).value_or(0));
  const Entry* found = entry(name);
  context_.sink()
      .report(Code::E0216, found == nullptr ? Span{} : found->span(), name, to_text(size))
      .help("write whole bytes");
  sound_ = false;
  return 0;
}

bool Reader::flag(std::string_view name) { return value(name).truth; }

u64 Reader::number(const Key& known) {
  switch (known.form) {
    case Form::kInt: return integer(known.name);
    case Form::kTime: return time(known.name);
    case Form::kBool: return flag(known.name) ? 1 : 0;
    default: return count_or_unlimited(known.name);
  }
}

void Reader::fill(Config& config) {
  for (const Key& known : keys_) {
    const auto put = [&]<class T>(T Config::* row) { config.*row = static_cast<T>(number(known)); };
    std::visit(
        [&](auto row) {
          if constexpr (!std::is_same_v<decltype(row), std::monostate>) put(row);
        },
        known.into);
  }
}

// No form of the table covers "a number or a word".
u64 Reader::count_or_unlimited(std::string_view name) {
  if (refuses_params(name)) return 0;
  const Key& known = key(name);
  const Rational least = literal(known.least).number, most = literal(known.most).number;
  const Entry* found = entry(name);
  const ast::Expr* expr = found == nullptr ? nullptr : expression(name);
  if (found == nullptr || is_unlimited(expr)) {
    explain(name, "unlimited", origin(found));
    return 0;
  }
  if (expr == nullptr) return 0;
  Evaluator& evaluator = context_.evaluator;
  const Scope::LastParam param(evaluator.scope());
  const bool named = std::holds_alternative<ast::NameRef>(expr->node);
  const Value value =
      evaluator.evaluate(*expr, named ? fmt::format("`{}` takes an int or `unlimited`", name) : "").value;
  if (value.known() && value.type != Type::kInt)
    report_type(evaluator.sink(), *expr, "an int or `unlimited`", value.type, "");
  const auto count = value.type == Type::kInt ? as_int(value.number) : std::nullopt;
  if (!count || compare(*count, least) < 0 || compare(*count, most) > 0) {
    if (count)
      evaluator.sink()
          .report(Code::E0204, expr->span, name, *count, fmt::format("{}..{}", known.least, known.most))
          .help(fmt::format("write `{0}: {1}` or `{0}: unlimited`", name,
                            compare(*count, least) < 0 ? known.least : known.most));
    fail();
    return 0;
  }
  explain(name, std::to_string(*count), origin(found, param.name()));
  return static_cast<u64>(*count);
}

const ast::Block* Reader::variant(std::string_view name) const {
  const Entry* found = entry(name);
  return found == nullptr ? nullptr : variant_of(*found, key(name));
}

Reader Reader::block(std::string_view name) {
  const Entry* found = entry(name);
  Reader nested(context_, section_ + "." + std::string(name), found == nullptr ? nullptr : found->group.get(),
                key(name).block());
  return nested;
}

// If the value comes from a param, the origin names the param and not the design, because the param is the place to
// change the value.
design::Origin Reader::origin(const Entry* found, std::string param) const {
  if (found == nullptr) return {};
  if (!param.empty()) return {design::OriginKind::kParam, found->span(), std::move(param)};
  if (found->owner != context_.owner) return {design::OriginKind::kInherited, found->span(), found->owner};
  return {design::OriginKind::kGiven, found->span(), {}};
}

// `host.transfer` is shown as section `host`, key `transfer.read`.
void Reader::explain(std::string_view name, std::string value, design::Origin where) {
  const std::size_t dot = section_.find('.');
  const std::string prefix = dot == std::string::npos ? "" : section_.substr(dot + 1) + ".";
  context_.properties.push_back(
      {section_.substr(0, dot), prefix + std::string(name), std::move(value), std::move(where)});
}

void Reader::explain_derived(std::string_view name, std::string value, std::string why) {
  explain(name, std::move(value), {design::OriginKind::kDerived, {}, std::move(why)});
}

void Reader::explain_fixed() {
  for (const Key& known : keys_) {
    if (known.form != Form::kLater || known.fallback.empty()) continue;
    const Entry* found = entry(known.name);
    explain(known.name, std::string(known.fallback), origin(found));
  }
}

}  // namespace ssd::check

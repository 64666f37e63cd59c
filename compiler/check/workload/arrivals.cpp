// See arrivals.h.
#include "compiler/check/workload/arrivals.h"

#include <fmt/format.h>

#include "compiler/check/workload/members.h"
#include "compiler/check/workload/workload.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::string_view kRateKey = "rate", kBursts = "bursts", kExponential = "exponential", kSecond = "s";
constexpr Key kInterval{.name = "interval", .form = Form::kTime, .least = "0ns", .most = "1d"};
constexpr Time kDefaultInterval = 100'000;
constexpr std::string_view kUsageOfRate = "exponential(50_000/s)";

constexpr std::array kBurstsKeys{
    Key{.name = "on", .form = Form::kTime, .least = "1ns", .most = "1d", .doc = "how long requests arrive"},
    Key{.name = "off", .form = Form::kTime, .least = "1ns", .most = "1d", .doc = "how long none arrive then"},
};

// `50_000/s`: `s` is no name here, but a second.
const ast::Expr* per_second(const ast::Expr& expr) {
  const auto* quotient = std::get_if<ast::Binary>(&expr.node);
  if (quotient == nullptr || quotient->op != ast::BinaryOp::kDiv) return nullptr;
  const auto* second = std::get_if<ast::NameRef>(&quotient->right->node);
  return second != nullptr && second->text == kSecond ? quotient->left.get() : nullptr;
}

// In Hz; nothing after an error.
std::optional<Value> frequency(Context& context, const ast::Expr& expr) {
  const ast::Expr* number = per_second(expr);
  const Value found = context.evaluator.evaluate(number == nullptr ? expr : *number).value;
  if (!found.known()) return std::nullopt;
  const auto value = coerce(found, number == nullptr ? Type::kFrequency : Type::kReal);
  if (value) return Value::of(Type::kFrequency, value->number);
  report_type(context.sink(), expr, number == nullptr ? "a frequency" : "a number", found.type, "kHz");
  return std::nullopt;
}

// The interval in ns; nothing after an error.
std::optional<u64> interval_of(Context& context, const ast::Expr& expr) {
  const auto rate = frequency(context, expr);
  if (!rate) return std::nullopt;
  const auto seconds =
      rate->number.sign() > 0 ? Rational::make(rate->number.denominator(), rate->number.numerator()) : std::nullopt;
  const bool fits = seconds && compare(*seconds, literal("1ns").number) >= 0 &&
                    compare(*seconds, literal(kInterval.most).number) <= 0;
  if (fits) return count_of_steps(context.sink(), expr.span, kRateKey, Value::of(Type::kTime, *seconds), kNanosecond);
  context.sink()
      .report(Code::E0204, expr.span, kRateKey, to_text(*rate), "1/1d..1GHz")
      .help("write a number of requests a second, such as `50_000/s`");
  return std::nullopt;
}

std::optional<workload::Quantity> read_rate(Context& context, const ast::Expr& expr) {
  const ast::NameRef* called = ast::callee(expr);
  if (called == nullptr || called->text != kExponential) {
    const auto interval = interval_of(context, expr);
    return interval ? std::optional(workload::Quantity{workload::Constant{*interval}}) : std::nullopt;
  }
  const auto& args = std::get<ast::Call>(expr.node).args;
  if (args.size() != 1 || args[0].key != nullptr || args[0].over != nullptr) {
    context.sink().report(Code::E0241, expr.span, kUsageOfRate).help(fmt::format("write `{}`", kUsageOfRate));
    return std::nullopt;
  }
  const auto mean = interval_of(context, *args[0].value);
  return mean ? std::optional(workload::Quantity{workload::Exponential{*mean}}) : std::nullopt;
}

bool keep(workload::Quantity& interval, std::optional<workload::Quantity>&& read) {
  if (read) interval = std::move(*read);
  return read.has_value();
}

// A closed loop has think times, and no rate of its own.
bool is_of_open_loop(Reader& reader, std::string_view key) {
  const Entry *entry = reader.entry(key), *closed = reader.entry(kClosedKey);
  if (entry == nullptr || closed == nullptr) return true;
  reader.context()
      .sink()
      .report(Code::E0296, entry->span(), key)
      .note(closed->span(), "`closed` is here")
      .help(key == kRateKey ? "leave `closed` out, or write the think time as `interval`" : "leave one of the two out");
  return false;
}

bool read_bursts(Reader& reader, workload::Generator& generator) {
  if (!reader.has(kBursts)) return true;
  Reader block = reader.block(kBursts);
  bool sound = is_of_open_loop(reader, kBursts);
  for (const Key& key : kBurstsKeys) {
    if (block.has(key.name)) continue;
    reader.context()
        .sink()
        .report(Code::E0292, reader.entry(kBursts)->key->span, kBursts, key.name)
        .help("write `bursts { on: 10ms  off: 90ms }`");
    sound = false;
  }
  if (!sound) return false;
  generator.bursts = {block.time("on"), block.time("off")};
  return block.sound();
}

}  // namespace

std::span<const Key> bursts_keys() { return kBurstsKeys; }

// Of `interval` and `rate` the later one along a chain of `from` counts.
bool read_arrivals(Reader& reader, workload::Generator& generator, bool closed, Origins& origins) {
  Context& context = reader.context();
  generator.interval = {workload::Constant{closed ? 0 : kDefaultInterval}};
  const Entry *interval = reader.entry(kInterval.name), *rate = reader.entry(kRateKey);
  if (interval != nullptr && rate != nullptr && interval->depth == rate->depth) {
    report_two_ways(reader, *rate, *interval, "leave one of the two out");
    return false;
  }
  bool sound = read_bursts(reader, generator);
  const Entry* counts = rate == nullptr || (interval != nullptr && interval->depth > rate->depth) ? interval : rate;
  if (counts == nullptr) return sound;
  const std::string_view key = counts == rate ? kRateKey : kInterval.name;
  const Scope::LastParam param(context.evaluator.scope());
  const auto written = written_value(reader, key);
  if (!written || (counts == rate && !is_of_open_loop(reader, kRateKey))) return false;
  const bool known = keep(generator.interval, counts == rate ? read_rate(context, *written->expr)
                                                             : read_quantity(context, *written->expr, kInterval));
  origins[key] = reader.origin(counts, param.name());
  return known && sound;
}

}  // namespace ssd::check

// See arbitration.h.
#include "compiler/check/sections/arbitration.h"

#include <fmt/format.h>

#include "compiler/check/sections/plain_policy.h"
#include "runtime/base/counts.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::string_view kKey = "arbitration", kWeighted = "weighted";
constexpr i64 kMostWeight = limits::kMostWeight;
constexpr std::array kArbitrations{Word{"round_robin", Arbitration::kRoundRobin}};

// `weighted([4, 1])`; null for anything else.
const ast::Call* weighted_call(const Entry* entry) {
  const ast::Expr* expr = entry == nullptr || entry->property == nullptr || entry->property->has_params
                              ? nullptr
                              : plain_expression(*entry);
  const auto* call = expr == nullptr ? nullptr : std::get_if<ast::Call>(&expr->node);
  const auto* callee = call == nullptr ? nullptr : std::get_if<ast::NameRef>(&call->callee->node);
  return callee != nullptr && callee->text == kWeighted ? call : nullptr;
}

// A list that gives each of the queues the weight 1, except the first; there are at least two.
std::string example_for(u32 queues) {
  std::string text = "4";
  for (u32 i = 1; i < std::max(queues, u32{2}); ++i) text += ", 1";
  return fmt::format("`arbitration: weighted([{}])`", text);
}

void report_no_list(Reader& reader, u32 queues) {
  reader.context()
      .sink()
      .report(Code::E0205, reader.expression(kKey)->span, kWeighted, "a list with a weight for each queue")
      .help("write " + example_for(queues));
}

// The items of the list; nothing after an error.
std::optional<std::vector<Value>> listed_weights(Reader& reader, const ast::Call& call, u32 queues) {
  if (call.args.size() == 1 && call.args[0].key == nullptr && call.args[0].over == nullptr) {
    const Value list = reader.context().evaluator.evaluate(*call.args[0].value).value;
    if (!list.known()) return std::nullopt;
    if (list.type == Type::kList) return list.items;
  }
  report_no_list(reader, queues);
  return std::nullopt;
}

bool is_weight(Reader& reader, const Value& weight, const ast::Expr& at) {
  if (weight.type == Type::kInt && compare(weight.number, Rational(1)) >= 0 &&
      compare(weight.number, Rational(kMostWeight)) <= 0)
    return true;
  reader.context()
      .sink()
      .report(Code::E0204, at.span, kWeighted, to_text(weight), fmt::format("an int, 1..{}", kMostWeight))
      .help("weights are requests that are served in a row, such as `weighted([4, 1])`");
  return false;
}

// There is a weight for each queue, and each is within its bounds.
bool are_sound(Reader& reader, const std::vector<Value>& weights, const ast::Expr& list, u32 queues) {
  const auto* items = std::get_if<ast::ListLit>(&list.node);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!is_weight(reader, weights[i], items == nullptr ? list : *items->items[i])) return false;
  }
  if (weights.size() == queues) return true;
  diag::Diagnostic& report = reader.context().sink().report(
      Code::E0284, list.span, counted_text(weights.size(), "weight"), counted_text(queues, "host queue"));
  if (const Entry* entry = reader.entry("queues")) report.note(entry->span(), "`queues` is here");
  report.help(fmt::format("write `queues: {}`{}", weights.size(), queues == 1 ? "" : ", or " + example_for(queues)));
  return false;
}

void read_weights(Reader& reader, const ast::Call& call, design::Design& design) {
  const Scope::LastParam param(reader.context().evaluator.scope());
  const u32 queues = design.config.queues;
  const auto weights = listed_weights(reader, call, queues);
  if (!weights || !are_sound(reader, *weights, *call.args[0].value, queues)) return reader.fail();
  std::string text;
  for (const Value& weight : *weights) {
    design.queue_weights.push_back(static_cast<u8>(weight.number.floor()));
    text += (text.empty() ? "" : ", ") + to_text(weight);
  }
  design.config.arbitration = Arbitration::kWeighted;
  reader.explain(kKey, fmt::format("{}([{}])", kWeighted, text), reader.origin(reader.entry(kKey), param.name()));
}

// `arbitration: weighted`, without the list.
bool lacks_list(Reader& reader) {
  const Entry* entry = reader.entry(kKey);
  const ast::Expr* expr = entry == nullptr ? nullptr : plain_expression(*entry);
  if (expr == nullptr || entry->property->has_params) return false;
  const auto* name = std::get_if<ast::NameRef>(&expr->node);
  return name != nullptr && name->text == kWeighted;
}

}  // namespace

void read_arbitration(Reader& reader, design::Design& design) {
  if (const ast::Call* call = weighted_call(reader.entry(kKey))) {
    read_weights(reader, *call, design);
  } else if (lacks_list(reader)) {
    report_no_list(reader, design.config.queues);
    reader.fail();
  } else if (!reader.is_policy(kKey)) {
    design.config.arbitration = reader.choice(kKey, kArbitrations);
  } else if (read_plain_policy(reader, Hook::kArbitrate, design)) {
    design.config.arbitration = Arbitration::kScore;
  }
}

}  // namespace ssd::check

// allocation { streams  stream(r) }: the streams of the host's writes, and which a write belongs to (place.streams).
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "compiler/check/sections/plain_policy.h"
#include "compiler/check/sections/sections.h"
#include "compiler/check/sections/tables.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;
using limits::kMostStreams;

constexpr std::string_view kHandles = "handles";

// `streams: [hot, cold]` declares new names, which are known only inside `stream(r)`.
std::vector<ast::Name> stream_names(Reader& reader) {
  const ast::Expr* expr = reader.expression("streams");
  if (expr == nullptr) return {};
  const auto* list = std::get_if<ast::ListLit>(&expr->node);
  std::vector<ast::Name> names;
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const auto* name = std::get_if<ast::NameRef>(&list->items[i]->node);
    if (name == nullptr) break;
    const bool twice = std::ranges::find(names, name->text, &ast::Name::text) != names.end();
    if (twice) {
      reader.context()
          .sink()
          .report(Code::E0103, list->items[i]->span, "stream", name->text)
          .help("give one of them another name");
      reader.fail();
      return {};
    }
    names.push_back({name->text, list->items[i]->span});
  }
  if (list != nullptr && names.size() == list->items.size() && !names.empty() && names.size() <= kMostStreams)
    return names;
  const std::size_t written = list == nullptr ? 0 : list->items.size();
  const std::string fewer =
      fmt::format("leave {} of them out: let `stream(r)` give data with similar lifetimes one stream",
                  written - std::min(written, kMostStreams));
  reader.context()
      .sink()
      .report(Code::E0205, expr->span, "streams", fmt::format("a list of 1 to {} names", kMostStreams))
      .help(written > kMostStreams ? fewer : "write `streams: [hot, cold]`");
  reader.fail();
  return {};
}

// The result is one of the names, so its type guarantees that the number is below their count.
void read_stream_of(Reader& reader, const std::vector<ast::Name>& names, design::Design& design) {
  Scope& scope = reader.context().evaluator.scope();
  const auto bindings = scope.bindings();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Operand name{.value = Value::of_word(Type::kStream, static_cast<std::int64_t>(i), names[i].text)};
    if (!scope.bind(names[i], name)) reader.fail();
  }
  bind_tables(scope, design);
  Formula formula;
  auto policy = read_policy(reader, Hook::kStream, formula, design);
  if (policy) look_at_streams(reader, *policy, design.allocation.streams);
  // Without a function all writes belong to stream 0.
  if (policy && !policy->always(0)) design.policies[Hook::kStream] = std::move(policy->function);
}

// `handles(8)` of `streams`; null for anything else.
const ast::Call* handles_call(const Entry& streams) {
  const ast::Expr* expr = plain_expression(streams);
  const auto* call = expr == nullptr ? nullptr : std::get_if<ast::Call>(&expr->node);
  const auto* callee = call == nullptr ? nullptr : std::get_if<ast::NameRef>(&call->callee->node);
  return callee != nullptr && callee->text == kHandles ? call : nullptr;
}

// Beside handles there is no function: the handle is the stream.
bool refuse_function(Reader& reader, const Entry& streams, const Entry& function) {
  reader.context()
      .sink()
      .report(Code::E0283, function.key->span)
      .note(streams.span(), "the streams are the handles")
      .help("leave `stream` out, or name the streams: `streams: [hot, cold]`");
  reader.fail();
  return false;
}

// The number of handles; nothing after an error.
std::optional<u64> handle_count(Reader& reader, const ast::Call& call, Span at) {
  const auto refuse = [&] {
    reader.context()
        .sink()
        .report(Code::E0205, at, "streams", fmt::format("`handles(n)` with a number from 1 to {}", kMostStreams))
        .help("write `streams: handles(8)`");
    reader.fail();
  };
  if (call.args.size() != 1 || call.args[0].key != nullptr || call.args[0].over != nullptr) {
    refuse();
    return std::nullopt;
  }
  const Value value = reader.context().evaluator.evaluate(*call.args[0].value).value;
  if (!value.known()) {
    reader.fail();
    return std::nullopt;
  }
  const bool whole = value.type == Type::kInt && compare(value.number, Rational(1)) >= 0 &&
                     compare(value.number, Rational(static_cast<i64>(kMostStreams))) <= 0;
  if (whole) return static_cast<u64>(value.number.floor());
  refuse();
  return std::nullopt;
}

// The stream of a write is its handle (place.streams).
void read_handles(Reader& reader, const Entry& streams, const ast::Call& call, design::Design& design) {
  const Scope::LastParam param(reader.context().evaluator.scope());
  const auto count = handle_count(reader, call, plain_expression(streams)->span);
  if (!count) return;
  design.config.handles = static_cast<u32>(*count);
  design.allocation.streams.clear();
  for (u64 i = 0; i < *count; ++i) design.allocation.streams.push_back(fmt::format("h{}", i));
  reader.explain("streams", fmt::format("handles({})", *count), reader.origin(&streams, param.name()));
  reader.explain_derived("stream", "r.handle", "the placement handle of the request");
  if (*count == 1) return;  // all writes belong to stream 0
  Formula formula;
  const u32 input = static_cast<u32>(std::countr_zero(input_mask(Hook::kStream, "handle")));
  design::Function function = formula.extract(formula.input(input, {0, static_cast<Wide>(*count) - 1}));
  function.text = "r.handle";
  function.span = streams.span();
  design.policies[Hook::kStream] = std::move(function);
}

}  // namespace

void read_streams(Reader& reader, design::Design& design) {
  const Entry *names = reader.entry("streams"), *function = reader.entry("stream");
  if (names == nullptr && function == nullptr) return;
  if (const ast::Call* call = names == nullptr ? nullptr : handles_call(*names)) {
    if (function == nullptr || function->depth < names->depth || refuse_function(reader, *names, *function))
      read_handles(reader, *names, *call, design);
    return;
  }
  if (names == nullptr || function == nullptr) {
    const Entry& stated = names == nullptr ? *function : *names;
    reader.context()
        .sink()
        .report(Code::E0248, stated.key->span, stated.key->text, names == nullptr ? "streams" : "stream")
        .help(std::string("write `streams: [hot, cold]  stream(r): if r.pages <= 2 then hot else cold`") +
              (names == nullptr ? "" : ", or `streams: handles(8)`, which needs no function"));
    reader.fail();
    return;
  }
  const std::vector<ast::Name> list = stream_names(reader);
  if (list.empty()) return;
  std::string text;
  design.allocation.streams.clear();
  for (const ast::Name& name : list) {
    design.allocation.streams.push_back(name.text);
    text += (text.empty() ? "[" : ", ") + name.text;
  }
  reader.explain("streams", text + "]", reader.origin(names));
  if (list.size() == 1 && names->owner == reader.context().owner)
    reader.context()
        .sink()
        .report(Code::W0261, names->span())
        .help("name a second stream, or leave `streams` and `stream` out");
  read_stream_of(reader, list, design);
}

}  // namespace ssd::check

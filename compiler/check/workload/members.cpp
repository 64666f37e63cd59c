// See members.h.
#include "compiler/check/workload/members.h"

#include <fmt/format.h>

#include "compiler/check/sections/lines.h"
#include "compiler/check/workload/workload.h"
#include "compiler/check/workload/workload_lines.h"
#include "runtime/abi/metrics.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;
using limits::kMostFlows;

constexpr std::string_view kOver = "over", kSeed = "seed";

constexpr Key kPart{.name = "over",
                    .form = Form::kOwn,
                    .doc = "the part of the logical space in which its addresses lie",
                    .takes = "`A .. B`: two shares, or two sizes",
                    .otherwise = "the whole space"};
// One end of `A .. B`: a size in bytes, or a share in parts.
std::optional<u64> part_end(Context& context, const ast::Expr& expr, bool& in_bytes) {
  const Value value = context.evaluator.evaluate(expr).value;
  if (!value.known()) return std::nullopt;
  in_bytes = value.type == Type::kSize;
  if (!in_bytes) return read_share(context, expr);
  constexpr std::string_view kMost = "1024TiB";
  if (value.number.sign() >= 0 && compare(value.number, literal(kMost).number) <= 0)
    return static_cast<u64>(value.number.floor());
  context.sink()
      .report(Code::E0204, expr.span, kOver, to_text(value), fmt::format("0B..{}", kMost))
      .help("write sizes within the drive, or shares");
  return std::nullopt;
}

std::nullopt_t report_no_part(Context& context, Span at) {
  context.sink().report(Code::E0256, at).help("write `over: 50% .. 100%`, or `over: 0B .. 1GiB`");
  return std::nullopt;
}

void report_empty(Context& context, const ast::RangeValue& range, const workload::Part& part) {
  const SourceMap& sources = context.evaluator.sources();
  const std::string from = excerpt(sources, range.from->span), to = excerpt(sources, range.to->span);
  context.sink()
      .report(Code::E0254, join(range.from->span, range.to->span), from, to)
      .help(part.from > part.to ? fmt::format("exchange the two: `over: {} .. {}`", to, from)
            : part.to != 0      ? fmt::format("let it begin earlier: `over: {} .. {}`", part.in_bytes ? "0B" : "0%", to)
            : part.in_bytes     ? std::string("let it end later, such as `over: 0B .. 1GiB`")
                                : std::string("let it end later, such as `over: 0% .. 50%`"));
}

std::optional<workload::Part> part_of(Context& context, const Entry& entry) {
  const auto* range = entry.property == nullptr ? nullptr : std::get_if<ast::RangeValue>(&entry.property->value.node);
  if (range == nullptr || entry.property->has_params) return report_no_part(context, entry.span());
  workload::Part part;
  bool to_in_bytes = false;
  const auto from = part_end(context, *range->from, part.in_bytes), to = part_end(context, *range->to, to_in_bytes);
  if (!from || !to) return std::nullopt;
  if (part.in_bytes != to_in_bytes) return report_no_part(context, entry.property->value.span);
  part.from = *from;
  part.to = *to;
  if (part.from < part.to) return part;
  report_empty(context, *range, part);
  return std::nullopt;
}

}  // namespace

bool read_part_of_space(Reader& reader, std::optional<workload::Part>& part) {
  Context& context = reader.context();
  const Entry* entry = reader.entry(kOver);
  if (entry == nullptr) {
    reader.explain(kOver, to_text(workload::Part{}), {design::OriginKind::kDefault, {}, {}});
    return true;
  }
  const Scope::LastParam param(context.evaluator.scope());
  part = part_of(context, *entry);
  if (!part) return false;
  reader.explain(kOver, to_text(*part), reader.origin(entry, param.name()));
  return true;
}

const Key& part_key() { return kPart; }

std::vector<Key> member_keys(std::string_view what) {
  constexpr std::array kNotOfMembers{"trace", "flow", "phase", "until", "loop"};
  const bool flow = what == kFlowKind;
  std::vector<Key> list;
  for (const Key& key : workload_keys()) {
    if (is_key_of_traces(key.name) || std::ranges::find(kNotOfMembers, key.name) != kNotOfMembers.end()) continue;
    list.push_back(key);
    if (key.name == kSeed)
      list.back().otherwise =
          flow ? "`1` of the first flow, `2` of the second, …" : "`1` of the first phase, `2` of the second, …";
    if (key.name != kRequestsKey) continue;
    list.back().doc = flow ? "the number of requests of the flow"
                           : "the number of requests of the phase; of a closed loop with `for` the most";
    list.back().otherwise = flow ? std::string_view{} : "`100000`; with `until` or `for` what these need";
  }
  list.push_back(kPart);
  return list;
}

bool is_member(const Entry& entry, std::string_view prefix) {
  return entry.group != nullptr && entry.key->text.starts_with(prefix);
}

bool has_members(const Group& block, std::string_view prefix) {
  return std::ranges::any_of(block.entries, [prefix](const Entry& entry) { return is_member(entry, prefix); });
}

Group without_members(const Group& block, std::string_view prefix) {
  Group own = block;
  std::erase_if(own.entries, [prefix](const Entry& entry) { return is_member(entry, prefix); });
  return own;
}

bool has_only_members(Reader& reader, const Group& block, std::string_view what,
                      std::span<const std::string_view> allowed) {
  const std::string prefix = fmt::format("{} ", what);
  const Entry& first =
      *std::ranges::find_if(block.entries, [&](const Entry& entry) { return is_member(entry, prefix); });
  bool sound = true;
  std::size_t count = 0;
  for (const Entry& entry : block.entries) {
    if (is_member(entry, prefix)) {
      ++count;
      continue;
    }
    if (entry.key->text == what || std::ranges::find(allowed, entry.key->text) != allowed.end()) continue;
    reader.context()
        .sink()
        .report(Code::E0253, entry.key->span, entry.key->text, what)
        .note(first.key->span, fmt::format("`{}` is here", first.key->text))
        .help(fmt::format("write it in the {}s: `{} {{ {}: … }}`", what, first.key->text, entry.key->text));
    sound = false;
  }
  if (count <= kMostFlows) return sound;
  const bool flow = what == kFlowKind;
  reader.context()
      .sink()
      .report(Code::E0255, block.span, reader.context().owner, count, what, kMostFlows)
      .help(flow ? "let one flow do what several do, such as by a `mix`"
                 : "let one phase do what several do, or run them one after another by `start { run: … }`");
  return false;
}

bool has_names(Reader& reader, std::string_view what) {
  const Entry* nameless = reader.entry(what);
  if (nameless == nullptr || nameless->group == nullptr) return true;
  reader.context()
      .sink()
      .report(Code::E0252, nameless->key->span, what)
      .help(fmt::format("name it: `{} {} {{ … }}`", what, what == kFlowKind ? "reader" : "fill"));
  return false;
}

void warn_of_metric_names(Context& context, const Group& block, std::string_view what) {
  const std::string prefix = fmt::format("{} ", what);
  for (const Entry& entry : block.entries) {
    if (!is_member(entry, prefix) || entry.owner != context.owner) continue;
    const std::string name = entry.key->text.substr(prefix.size()), begin = name + ".";
    const auto rows = metrics::metric_rows();
    const auto row = std::ranges::find_if(rows, [&](const metrics::MetricRow& m) { return m.name.starts_with(begin); });
    if (row == rows.end()) continue;
    context.sink()
        .report(Code::W0297, entry.key->span, name, row->name, what)
        .help(fmt::format("choose another name, such as `{}_{}`", name, what));
  }
}

void add_member_lines(Context& context, std::vector<design::Property>&& lines, const Entry& member,
                      std::span<const Key> keys) {
  order_lines(lines, keys);
  for (design::Property& line : lines) {
    line.section = member.key->text;
    context.properties.push_back(std::move(line));
  }
}

}  // namespace ssd::check

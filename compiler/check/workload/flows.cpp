// See flows.h.
#include "compiler/check/workload/flows.h"

#include <fmt/format.h>

#include "compiler/check/sections/lines.h"
#include "compiler/check/workload/workload.h"
#include "compiler/check/workload/workload_lines.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;
using limits::kMostFlows;

constexpr std::string_view kUntil = "until", kLoop = "loop", kFlow = "flow", kOver = "over", kQueue = "queue",
                           kSeed = "seed", kRequests = "requests";

constexpr Key kPart{.name = "over",
                    .form = Form::kOwn,
                    .doc = "the part of the logical space in which the addresses of the flow lie",
                    .takes = "`A .. B`: two shares, or two sizes",
                    .otherwise = "the whole space"};
constexpr Key kQueueOfFlow{.name = "queue",
                           .form = Form::kInt,
                           .least = "0",
                           .most = "255",
                           .doc = "the host queue of the requests of the flow",
                           .otherwise = "the number of the flow, modulo `host.queues`"};

bool is_flow(const Entry& entry) { return entry.group != nullptr && entry.key->text.starts_with(ast::kFlowKey); }

// The keys of the workload itself.
Group without_flows(const Group& block) {
  Group own = block;
  std::erase_if(own.entries, is_flow);
  return own;
}

// Beside flows a workload has no key but `until` and `loop`.
bool has_only_flows(Reader& reader, const Group& own, const Entry& flow) {
  bool sound = true;
  for (const Entry& entry : own.entries) {
    if (entry.key->text == kUntil || entry.key->text == kLoop || entry.key->text == kFlow) continue;
    reader.context()
        .sink()
        .report(Code::E0253, entry.key->span, entry.key->text)
        .note(flow.key->span, fmt::format("`{}` is here", flow.key->text))
        .help(fmt::format("write it in the flows: `{} {{ {}: … }}`", flow.key->text, entry.key->text));
    sound = false;
  }
  return sound;
}

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

bool read_part(Reader& reader, std::optional<workload::Part>& part) {
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

// Reads one flow; its lines of `explain` go to those of the workload, in a section of their own.
bool read_flow(Context& context, const Entry& entry, std::size_t number, workload::Workload& flow) {
  std::vector<design::Property> lines;
  Context own{context.evaluator, context.merger, context.owner, lines};
  Reader reader(own, std::string(kFlow), entry.group.get(), flow_keys());
  flow.name = entry.key->text.substr(ast::kFlowKey.size());
  flow.span = entry.key->span;
  bool sound = read_generated(reader, number + 1, flow);
  sound = read_part(reader, flow.part) && sound;
  if (reader.has(kQueue)) flow.queue = static_cast<std::uint32_t>(reader.integer(kQueue));
  if (!sound || !reader.sound()) return false;
  order_lines(lines, flow_keys());
  for (design::Property& line : lines) {
    line.section = entry.key->text;
    context.properties.push_back(std::move(line));
  }
  return true;
}

}  // namespace

// A flow has the keys of a workload that generates its requests, `over` and `queue`.
std::span<const Key> flow_keys() {
  static const std::vector<Key> keys = [] {
    std::vector<Key> list;
    constexpr std::array kNotOfFlows{"trace", "flow", "until", "loop"};
    for (const Key& key : workload_keys()) {
      if (is_key_of_traces(key.name) || std::ranges::find(kNotOfFlows, key.name) != kNotOfFlows.end()) continue;
      list.push_back(key);
      if (list.back().name == kSeed) list.back().otherwise = "`1` of the first flow, `2` of the second, …";
      if (list.back().name == kRequests) {
        list.back().doc = "the number of requests of the flow";
        list.back().otherwise = {};
      }
    }
    list.push_back(kPart);
    list.push_back(kQueueOfFlow);
    return list;
  }();
  return keys;
}

bool has_flows(const Group& block) { return std::ranges::any_of(block.entries, is_flow); }

bool has_names(Reader& reader) {
  const Entry* nameless = reader.entry(kFlow);
  if (nameless == nullptr || nameless->group == nullptr) return true;
  reader.context().sink().report(Code::E0252, nameless->key->span).help("name it: `flow reader { … }`");
  return false;
}

void warn_of_idle_keys(Reader& reader, std::size_t flows) {
  for (const std::string_view key : {kUntil, kLoop}) {
    const Entry* entry = reader.entry(key);
    if (entry == nullptr || flows > 1 || entry->owner != reader.context().owner) continue;
    reader.context()
        .sink()
        .report(Code::W0286, entry->span(), key, flows == 0 ? "the workload has no flows" : "the workload has one flow")
        .help("leave it out");
  }
}

namespace {

// Flows that share a loop are closed.
bool can_share(Reader& reader, const workload::Workload& workload) {
  bool sound = true;
  for (const workload::Workload& flow : workload.flows) {
    if (!shares_loop(workload) || flow.closed != 0) continue;
    reader.context()
        .sink()
        .report(Code::E0257, flow.span, flow.name)
        .note(reader.entry(kLoop)->span(), "`loop: shared` is here")
        .help("give the flow `closed: N`, or leave `loop: shared` out");
    sound = false;
  }
  return sound;
}

}  // namespace

std::optional<design::Workload> read_flows(Context& context, const Group& block) {
  const Group own = without_flows(block);
  Reader reader(context, "workload", &own, workload_keys());
  const Entry& first = *std::ranges::find_if(block.entries, is_flow);
  bool sound = has_only_flows(reader, own, first) && has_names(reader);
  const std::size_t count = block.entries.size() - own.entries.size();
  if (count > kMostFlows) {
    context.sink()
        .report(Code::E0255, block.span, context.owner, count, kMostFlows)
        .help("let one flow do what several do, such as by a `mix`");
    return std::nullopt;
  }
  design::Workload workload;
  workload.source = workload::Generator{};
  if (reader.has(kUntil)) workload.until = reader.choice(kUntil, workload::kUntils);
  if (reader.has(kLoop)) workload.loop = reader.choice(kLoop, workload::kFlowLoops);
  for (const Entry& entry : block.entries) {
    if (!is_flow(entry)) continue;
    workload::Workload flow;
    sound = read_flow(context, entry, workload.flows.size(), flow) && sound;
    workload.flows.push_back(std::move(flow));
  }
  if (!sound || !reader.sound() || !can_share(reader, workload)) return std::nullopt;
  warn_of_idle_keys(reader, count);
  workload.properties = std::move(context.properties);
  return workload;
}

}  // namespace ssd::check

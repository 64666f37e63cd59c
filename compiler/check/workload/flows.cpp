// See flows.h.
#include "compiler/check/workload/flows.h"

#include <fmt/format.h>

#include "compiler/check/workload/members.h"
#include "compiler/check/workload/workload.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;
using limits::kMostFlows;

constexpr std::string_view kLoop = "loop", kQueue = "queue";

constexpr Key kQueueOfFlow{.name = "queue",
                           .form = Form::kInt,
                           .least = "0",
                           .most = "255",
                           .doc = "the host queue of the requests of the flow",
                           .otherwise = "the number of the flow, modulo `host.queues`"};

// Reads one flow.
bool read_flow(Context& context, const Entry& entry, std::size_t number, workload::Workload& flow) {
  std::vector<design::Property> lines;
  Context own{context.evaluator, context.merger, context.owner, lines};
  Reader reader(own, std::string(kFlowKind), entry.group.get(), flow_keys());
  flow.name = entry.key->text.substr(ast::kFlowKey.size());
  flow.span = entry.key->span;
  bool sound = read_generated(reader, number + 1, flow);
  sound = read_part_of_space(reader, flow.part) && sound;
  if (reader.has(kQueue)) flow.queue = static_cast<std::uint32_t>(reader.integer(kQueue));
  if (!sound || !reader.sound()) return false;
  add_member_lines(context, std::move(lines), entry, flow_keys());
  return true;
}

}  // namespace

// A flow has the keys of a workload that generates its requests, `over` and `queue`.
std::span<const Key> flow_keys() {
  static const std::vector<Key> keys = [] {
    std::vector<Key> list = member_keys(kFlowKind);
    list.push_back(kQueueOfFlow);
    return list;
  }();
  return keys;
}

bool has_flows(const Group& block) { return has_members(block, ast::kFlowKey); }

void warn_of_idle_keys(Reader& reader, std::size_t flows) {
  for (const std::string_view key : {kUntilKey, kLoop}) {
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
  const Group own = without_members(block, ast::kFlowKey);
  Reader reader(context, "workload", &own, workload_keys());
  constexpr std::array kBeside{kUntilKey, kLoop};
  if (!has_only_members(reader, block, kFlowKind, kBeside)) reader.fail();
  bool sound = has_names(reader, kFlowKind);
  const std::size_t count = block.entries.size() - own.entries.size();
  if (count > kMostFlows) return std::nullopt;
  warn_of_metric_names(context, block, kFlowKind);
  design::Workload workload;
  workload.source = workload::Generator{};
  if (reader.has(kUntilKey)) workload.until = reader.choice(kUntilKey, workload::kUntils);
  if (reader.has(kLoop)) workload.loop = reader.choice(kLoop, workload::kFlowLoops);
  for (const Entry& entry : block.entries) {
    if (!is_member(entry, ast::kFlowKey)) continue;
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

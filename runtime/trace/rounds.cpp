// See rounds.h.
#include "runtime/trace/rounds.h"

#include <algorithm>

namespace ssd::trace {
namespace {

// How far a flow has come in the list.
struct Turn {
  u64 next, end, depth;
};

std::vector<Turn> turns_of(std::span<const FlowRequests> flows) {
  std::vector<Turn> turns;
  u64 first = 0;
  for (const FlowRequests& flow : flows) {
    turns.push_back({first, first + flow.count, flow.closed});
    first += flow.count;
  }
  return turns;
}

}  // namespace

std::vector<Request> in_rounds(const std::vector<Request>& list, std::span<FlowRequests> flows, bool until_first) {
  std::vector<Turn> turns = turns_of(flows);
  std::vector<Request> order;
  order.reserve(list.size());
  for (FlowRequests& flow : flows) flow.count = 0;
  while (order.size() < list.size()) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
      Turn& turn = turns[i];
      const u64 taken = std::min(turn.depth, turn.end - turn.next);
      order.insert(order.end(), list.begin() + static_cast<std::ptrdiff_t>(turn.next),
                   list.begin() + static_cast<std::ptrdiff_t>(turn.next + taken));
      turn.next += taken;
      flows[i].count += taken;
      if (until_first && turn.next == turn.end) return order;
    }
  }
  return order;
}

namespace {

// The rounds in which a flow has requests.
u64 rounds_of(const FlowRequests& flow) { return flow.closed == 0 ? 1 : (flow.count + flow.closed - 1) / flow.closed; }

}  // namespace

void count_in_rounds(std::span<FlowRequests> flows, bool until_first) {
  if (!until_first) return;
  const auto first = std::ranges::min_element(flows, {}, rounds_of);  // of equal ones the lowest
  const u64 rounds = rounds_of(*first);
  for (auto flow = flows.begin(); flow != flows.end(); ++flow) {
    const u64 turns = flow <= first ? rounds : rounds - 1;
    flow->count = std::min(flow->count, turns * flow->closed);
  }
}

std::size_t last_in_rounds(std::span<const FlowRequests> flows) {
  std::size_t last = 0;
  for (std::size_t i = 1; i < flows.size(); ++i) {
    if (flows[i].count != 0 && rounds_of(flows[i]) >= rounds_of(flows[last])) last = i;
  }
  return last;
}

u64 depth_of_all(std::span<const FlowRequests> flows) {
  u64 depth = 0;
  for (const FlowRequests& flow : flows) depth += flow.closed;
  return depth;
}

}  // namespace ssd::trace

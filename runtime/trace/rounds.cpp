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

u64 depth_of_all(std::span<const FlowRequests> flows) {
  u64 depth = 0;
  for (const FlowRequests& flow : flows) depth += flow.closed;
  return depth;
}

}  // namespace ssd::trace

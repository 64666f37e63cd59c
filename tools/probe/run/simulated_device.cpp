// See simulated_device.h.
#include "tools/probe/run/simulated_device.h"

#include <algorithm>

namespace ssd::probe {
namespace {

constexpr std::size_t kPiece = 8192;  // number of requests between two calls of `goes_on`

// The number of requests of the first piece. A piece does not end between requests that are issued together.
std::size_t piece_of(std::span<const Access> accesses) {
  std::size_t end = std::min(kPiece, accesses.size());
  while (end < accesses.size() && accesses[end].together) ++end;
  return end;
}

}  // namespace

SimulatedDevice::SimulatedDevice(run::IncrementalRun& run, const Plan& plan, std::function<bool(u64 requests)> goes_on)
    : run_(run), bytes_(plan.logical_bytes()), sector_(plan.geometry.sector_bytes), goes_on_(std::move(goes_on)) {
  run_.keep_times();
}

// Simulates a piece. The times of its last requests are known only when a later request arrives: a read of the drive's
// last sector, which is not measured and delays nothing.
bool SimulatedDevice::take_in(std::span<const Access> accesses, Time pause, std::vector<Time>& responses) {
  const u64 first = submitted_;
  for (const Access& access : accesses) {
    now_ += access.together ? access.after : pause;
    run_.submit({now_, access.offset / sector_, static_cast<u32>(access.bytes / sector_), access.direction});
  }
  now_ += pause;
  run_.submit({now_, bytes_ / sector_ - 1, 1, Direction::kRead});
  submitted_ += accesses.size() + 1;
  ended_ = !run_.advance(now_);
  if (ended_) return false;
  for (u64 number = first; number + 1 < submitted_; ++number)
    responses.push_back(run_.response(number).value_or(kNever));
  return true;
}

Device SimulatedDevice::device() {
  const auto issue = [this](std::span<const Access> accesses, Time pause) -> std::optional<std::vector<Time>> {
    std::vector<Time> responses;
    for (std::span<const Access> rest = accesses; !rest.empty();) {
      const std::size_t piece = piece_of(rest);
      if (!take_in(rest.first(piece), pause, responses) || !goes_on_(submitted_)) return std::nullopt;
      rest = rest.subspan(piece);
    }
    return responses;
  };
  return {.bytes = bytes_, .sector = sector_, .issue = issue};
}

}  // namespace ssd::probe

// Which host queue is served next: host.arbitration, host.outstanding.
#include <numeric>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

bool Timing::is_eligible(std::int64_t queue) const {
  if (outcome_.end_of_life || (drive_.queue > 0 && used_of_queue_[queue] == drive_.queue)) return false;
  const std::int64_t in_drive = std::accumulate(used_of_queue_.begin(), used_of_queue_.end(), std::int64_t{0});
  return (drive_.outstanding == 0 || in_drive < drive_.outstanding) && !first_waiting(queue).empty();
}

QueueView Timing::view_of(std::int64_t queue) const {
  QueueView view{.index = queue, .waiting = 0, .in_flight = used_of_queue_[queue], .oldest = 0, .around = {}};
  view.around = space_.around();
  for (std::int64_t request = next_of_queue_[queue]; request < std::ssize(arrivals_); ++request) {
    if (arrivals_[request] > now_ || queue_of(request) != queue || states_[request].is_admitted) continue;
    ++view.waiting;
    view.oldest = std::max(view.oldest, static_cast<std::int64_t>(now_ - arrivals_[request]));
  }
  return view;
}

std::optional<std::int64_t> Timing::queue_to_serve() const {
  const bool weighted = !drive_.weights.empty();
  if (weighted && burst_ < drive_.weights[last_queue_] && burst_ > 0 && is_eligible(last_queue_)) return last_queue_;
  std::optional<std::int64_t> chosen;
  std::int64_t highest = 0;
  for (std::int64_t turn = 1; turn <= drive_.queues; ++turn) {
    const std::int64_t queue = (last_queue_ + turn) % drive_.queues;
    if (!is_eligible(queue)) continue;
    if (!drive_.arbitration) return queue;
    const std::int64_t score = drive_.arbitration(view_of(queue));
    if (chosen && score <= highest) continue;
    chosen = queue;
    highest = score;
  }
  return chosen;
}

}  // namespace ssd::oracle

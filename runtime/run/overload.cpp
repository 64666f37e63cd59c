// See overload.h.
#include "runtime/run/overload.h"

namespace ssd::run {

// A drive that keeps up answers the last request soon. The limit is a tenth of the time over which requests arrive.
std::optional<Time> overload(const Load& load, const results::Results& results) {
  constexpr std::size_t kEnough = 1000;  // a short burst is no overload
  constexpr Time kShare = 10;
  if (results.functional_only || load.closed_depth != 0 || load.by_flow || load.endless || results.partial ||
      results.lifetime.ended || load.requests.size() < kEnough)
    return std::nullopt;
  const Time last = load.requests.last_arrival(), span = last - results.host.first_arrival,
             late = results.host.last_completion - last;
  return late > span / kShare ? std::optional(late) : std::nullopt;
}

}  // namespace ssd::run

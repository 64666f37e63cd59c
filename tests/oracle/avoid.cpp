// host.avoid: a queue admits a request that meets no collection before an older one that would meet one. Of a request
// that is not admitted, only what host.avoid lists for its pages is known.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// `waiting`: the waiting requests of its queue, in order of arrival. A flush touches no page.
bool Timing::is_clear(std::int64_t request, const std::vector<std::int64_t>& waiting) const {
  if (requests_[request].is_flush) return true;
  if (goes_to_a_held_unit(request)) return false;
  const auto first_page = [this](std::int64_t other) { return requests_[other].sector / drive_.sectors_per_page; };
  const auto last_page = [&](std::int64_t other) { return first_page(other) + pages_of(other) - 1; };
  return std::ranges::none_of(waiting, [&](std::int64_t other) {
    if (other >= request || requests_[other].is_flush) return false;
    if (requests_[other].is_read && requests_[request].is_read) return false;
    return first_page(other) <= last_page(request) && first_page(request) <= last_page(other);
  });
}

bool Timing::goes_to_a_held_unit(std::int64_t request) const {
  const HostRequest& asked = requests_[request];
  if (asked.is_trim) return false;
  const std::int64_t first = asked.sector / drive_.sectors_per_page;
  for (std::int64_t i = 0; i < pages_of(request); ++i) {
    const auto plane = asked.is_read ? known_plane_of_read(first + i) : known_plane_of_write(first + i, i);
    if (plane && holds(unit_of(*plane))) return true;
  }
  return false;
}

std::optional<std::int64_t> Timing::known_plane_of_read(std::int64_t lpn) const {
  const auto page = space_.physical_page_of(lpn);
  if (!page || entries_.contains(lpn) || slot_of(lpn)) return std::nullopt;
  return space_.plane_of_page(*page);
}

// `index`: the number of the page within its request; each page of a request takes one turn of write_order.
std::optional<std::int64_t> Timing::known_plane_of_write(std::int64_t lpn, std::int64_t index) const {
  if (dynamic_ || (drive_.buffer_slots > 0 && drive_.write_back)) return std::nullopt;
  const std::int64_t plane = plane_of_write(lpn, index);
  const bool in_one_unit =
      std::ranges::all_of(space_.group_of(plane), [&](std::int64_t other) { return unit_of(other) == unit_of(plane); });
  return in_one_unit ? std::optional(plane) : std::nullopt;  // otherwise unknown, because of superblocks
}

}  // namespace ssd::oracle

// Implements page_list.h. An order is inverted digit by digit, so only the drawn planes cost time. A map that the user
// wrote can only be followed page by page, so the work is limited by the number of nodes of its formulas.
#include "compiler/draw/page_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace ssd::draw {
namespace {

constexpr std::size_t kMostWords = 8;
constexpr std::size_t kMostRuns = kMostWords + 1;             // enough to know that there are too many
constexpr std::uint64_t kMostPages = std::uint64_t{1} << 22;  // followed for one picture
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 24;  // evaluated for one picture
constexpr std::uint64_t kFewestPages = 16;  // by default; otherwise a drive with one plane would show almost nothing

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }

std::uint64_t nodes_per_page(const Policies& policies) {
  std::uint64_t nodes = 4;
  for (const Level level : design::kLevels) nodes += policies[static_cast<Hook>(level)].nodes.size();
  return nodes;
}

std::uint64_t default_pages(const design::Design& design) {
  const std::uint64_t stripe = design.geometry.total_planes();
  const std::uint64_t step = design.allocation.order ? stripe : std::max(stripe, design.allocation.period);
  return std::max(round_up(2 * stripe, step), round_up(kFewestPages, step));
}

std::uint64_t most_pages(const design::Design& design) {
  if (design.allocation.order) return kMostPages;
  return std::min(kMostPages, kMostNodes / nodes_per_page(design.policies));
}

std::uint64_t part(const design::PlaneAddress& address, design::Level level) {
  const std::uint64_t parts[]{address.channel, address.chip, address.die, address.plane};
  return parts[static_cast<std::size_t>(level)];
}

// The first page of a plane under an order: the plane's address read as a number whose lowest digit is the order's
// first level.
std::uint64_t first_page(const design::Geometry& geometry, const std::array<design::Level, 4>& order,
                         std::uint64_t plane_id) {
  const design::PlaneAddress address = design::plane_address(geometry, plane_id);
  std::uint64_t lpn = 0, weight = 1;
  for (const design::Level level : order) {
    lpn += part(address, level) * weight;
    weight *= geometry.count(level);
  }
  return lpn;
}

std::vector<PageList> invert(const design::Design& design, const std::vector<std::uint64_t>& plane_ids,
                             std::uint64_t page_count) {
  std::vector<PageList> lists(plane_ids.size());
  for (std::size_t i = 0; i < plane_ids.size(); ++i) {
    std::uint64_t lpn = first_page(design.geometry, *design.allocation.order, plane_ids[i]);
    for (; lpn < page_count; lpn += design.geometry.total_planes()) lists[i].add(lpn);
  }
  return lists;
}

std::vector<PageList> follow(const design::Design& design, const std::vector<std::uint64_t>& plane_ids,
                             std::uint64_t page_count) {
  std::unordered_map<std::uint64_t, std::size_t> position;
  for (std::size_t i = 0; i < plane_ids.size(); ++i) position[plane_ids[i]] = i;
  std::vector<PageList> lists(plane_ids.size());
  for (std::uint64_t lpn = 0; lpn < page_count; ++lpn) {
    const auto found = position.find(design::plane_id(design.geometry, place(design.policies, lpn)));
    if (found != position.end()) lists[found->second].add(lpn);
  }
  return lists;
}

}  // namespace

void PageList::add(std::uint64_t lpn) {
  if (!runs_.empty() && runs_.back().last + 1 == lpn) {
    runs_.back().last = lpn;
    return;
  }
  if (runs_.size() == kMostRuns) runs_.pop_back();
  runs_.push_back({lpn, lpn});
}

std::vector<std::string> PageList::words() const {
  std::vector<std::string> words;
  for (const Run& run : runs_) {
    if (run.last - run.first >= 2) {
      words.push_back(fmt::format("{}–{}", run.first, run.last));
      continue;
    }
    words.push_back(std::to_string(run.first));
    if (run.last != run.first) words.push_back(std::to_string(run.last));
  }
  if (words.size() <= kMostWords) return words;
  words.erase(words.begin() + kMostWords - 2, words.end() - 1);
  words.insert(words.end() - 1, "…");
  return words;
}

PageRange pages_to_show(const design::Design& design, std::uint64_t wish) {
  const std::uint64_t wanted = std::min(wish == 0 ? default_pages(design) : wish, design.config.logical_pages);
  return {std::min(wanted, most_pages(design)), wanted};
}

std::vector<PageList> pages_of(const design::Design& design, const std::vector<std::uint64_t>& plane_ids,
                               std::uint64_t page_count) {
  return design.allocation.order ? invert(design, plane_ids, page_count) : follow(design, plane_ids, page_count);
}

}  // namespace ssd::draw

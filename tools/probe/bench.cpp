// See bench.h.
#include "tools/probe/bench.h"

#include <algorithm>
#include <numeric>

namespace ssd::probe {
namespace {

// Nine minutes; a million measurements with such pauses stay within the limit of simulated time.
constexpr Time kLongestPause = Time{1} << 39;
constexpr u64 kFillBytes = 256 * 1024;

}  // namespace

std::vector<u64> shuffled(u64 count, std::mt19937_64& random) {
  std::vector<u64> order(count);
  std::iota(order.begin(), order.end(), u64{0});
  for (u64 i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

std::vector<Time> Bench::issue(std::span<const Access> accesses) {
  auto responses = device_.issue(accesses, pause_);
  if (!responses) throw Stopped{};
  for (const Access& access : accesses) {
    const bool reads = access.direction == Direction::kRead;
    ++(reads ? effort_.reads : effort_.writes);
    (reads ? effort_.read_bytes : effort_.written_bytes) += access.bytes;
    if (!reads) written_.push_back({access.offset, access.bytes});
  }
  return std::move(*responses);
}

// Makes the pauses longer if a response took so long that one measurement may have affected the next. Returns true if
// the measurements must be repeated for that reason.
bool Bench::lengthen(std::span<const Time> responses) {
  const Time longest = responses.empty() ? 0 : *std::ranges::max_element(responses);
  if (longest < pause_ / 4) return false;
  if (pause_ == kLongestPause && longest == kNever) throw TooSlow{};
  if (pause_ == kLongestPause) return false;
  pause_ = longest == kNever ? std::min(kLongestPause, pause_ * 16) : std::min(kLongestPause, longest * 8);
  return true;
}

std::vector<Time> Bench::measure(std::vector<Burst> bursts) {
  while (true) {
    const std::vector<u64> order = shuffled(bursts.size(), random_);
    std::vector<Access> accesses;
    for (const u64 i : order) accesses.insert(accesses.end(), bursts[i].accesses, bursts[i].accesses + bursts[i].count);
    const std::vector<Time> responses = issue(accesses);
    if (lengthen(responses)) continue;
    std::vector<Time> result(bursts.size());
    auto next = responses.begin();
    for (const u64 i : order) {
      result[i] = *std::max_element(next, next + static_cast<std::ptrdiff_t>(bursts[i].count));
      next += static_cast<std::ptrdiff_t>(bursts[i].count);
    }
    return result;
  }
}

std::vector<Time> Bench::alone(std::span<const u64> offsets, u64 bytes) {
  std::vector<Burst> bursts;
  for (const u64 offset : offsets) bursts.push_back({{{Direction::kRead, offset, bytes, false}, {}}, 1});
  return measure(std::move(bursts));
}

std::vector<Time> Bench::together(std::span<const Pair> pairs, u64 bytes) {
  std::vector<Burst> bursts;
  for (const Pair& pair : pairs)
    bursts.push_back({{{Direction::kRead, pair.second, bytes, false}, {Direction::kRead, pair.first, bytes, true}}, 2});
  return measure(std::move(bursts));
}

void Bench::write(std::span<const u64> offsets, u64 bytes) {
  std::vector<Access> accesses;
  for (const u64 offset : offsets) accesses.push_back({Direction::kWrite, offset, bytes, false});
  lengthen(issue(accesses));
}

void Bench::fill(u64 from, u64 to) {
  const u64 step = std::max<u64>(1, kFillBytes / sector()) * sector();
  std::vector<Access> accesses;
  for (u64 at = from; at < to; at += step) accesses.push_back({Direction::kWrite, at, std::min(step, to - at), false});
  if (!accesses.empty()) lengthen(issue(accesses));
}

void Bench::write_behind(std::span<const u64> offsets, u64 bytes, std::span<const u64> reads, Time after) {
  std::vector<Access> accesses;
  for (const u64 offset : offsets)
    append(accesses, reads,
           {Direction::kWrite, offset, bytes, !reads.empty(), after + random_() % std::max<Time>(1, after)});
  issue(accesses);
}

Time Bench::read_behind(u64 offset, std::span<const u64> reads) {
  std::vector<Access> accesses;
  append(accesses, reads, {Direction::kRead, offset, sector(), !reads.empty()});
  return issue(accesses).back();
}

// Appends reads of one sector each, all issued at the same time, and then `last`.
void Bench::append(std::vector<Access>& accesses, std::span<const u64> reads, const Access& last) const {
  for (std::size_t i = 0; i < reads.size(); ++i) accesses.push_back({Direction::kRead, reads[i], sector(), i != 0});
  accesses.push_back(last);
}

}  // namespace ssd::probe

// See profile.h.
#include "tools/fit/profile.h"

#include <algorithm>
#include <bit>

namespace ssd::fit {
namespace {

using trace::TraceRecord;

// The range of a gap: 32 ranges per octave; below 32 ns each number has its own range.
u32 range_of(Time gap) {
  if (gap < 32) return static_cast<u32>(gap);
  const auto octave = static_cast<u32>(std::bit_width(gap)) - 6;
  return 32 * octave + static_cast<u32>(gap >> octave);
}

Popularity popularity_of(const SampledPages& pages, auto touches) {
  std::map<u64, u64> counts;
  for (const auto& [page, touched] : pages.kept()) {
    if (const u64 count = touches(touched); count != 0) ++counts[count];
  }
  Popularity result;
  for (const auto& [count, of] : counts)
    result.emplace_back(static_cast<double>(count), static_cast<double>(of) * pages.weight());
  return result;
}

double kept_pages(const SampledPages& pages, auto holds) {
  return static_cast<double>(
             std::ranges::count_if(pages.kept(), [&](const auto& entry) { return holds(entry.second); })) *
         pages.weight();
}

}  // namespace

void Sizes::add(u64 size) {
  ++requests;
  bytes += static_cast<double>(size);
  larger += size > kMost ? 1 : 0;
  ++counts[std::min((size + kBlock - 1) / kBlock * kBlock, kMost)];
}

void Gaps::add(Time gap) {
  const auto value = static_cast<double>(gap);
  ++count;
  bursts += gap <= kBurst ? 1 : 0;
  longest = std::max(longest, gap);
  sum += value;
  squares += value * value;
  Range& range = ranges[range_of(gap)];
  ++range.count;
  range.sum += value;
}

double Gaps::median() const {
  u64 before = 0;
  for (const auto& [number, range] : ranges) {
    before += range.count;
    if (before * 2 >= count) return range.mean();
  }
  return 0;
}

double pages_of(const Popularity& popularity) {
  double sum = 0;
  for (const auto& [touches, pages] : popularity) sum += pages;
  return sum;
}

double touches_of(const Popularity& popularity) {
  double sum = 0;
  for (const auto& [touches, pages] : popularity) sum += touches * pages;
  return sum;
}

double hottest_share(const Popularity& popularity, double of_pages) {
  double left = of_pages * pages_of(popularity), found = 0;
  for (auto entry = popularity.rbegin(); entry != popularity.rend() && left > 0; ++entry) {
    const double taken = std::min(left, entry->second);
    found += taken * entry->first;
    left -= taken;
  }
  return popularity.empty() ? 0 : found / touches_of(popularity);
}

// Only places of requests that were already added count: the arrays hold zeros until they are full, and those must not
// match a request at address 0.
bool Measurement::was_near(const std::array<u64, kNear>& places, u64 place) const {
  const auto known = static_cast<std::ptrdiff_t>(std::min<u64>(profile_.requests, kNear));
  return std::find(places.begin(), places.begin() + known, place) != places.begin() + known;
}

void Measurement::add_place(const TraceRecord& r) {
  const u64 end = r.offset + r.bytes;
  const bool sequential = was_near(ends_, r.offset);
  profile_.sequential += sequential ? 1 : 0;
  profile_.sequential_bytes += sequential ? static_cast<double>(r.bytes) : 0;
  profile_.returning += was_near(begins_, r.offset) ? 1 : 0;
  begins_[profile_.requests % kNear] = r.offset;
  ends_[profile_.requests % kNear] = end;
  profile_.whole_pages += r.offset % kPage == 0 && r.bytes % kPage == 0 ? 1 : 0;
  profile_.uneven += r.offset % Sizes::kBlock != 0 || r.bytes % Sizes::kBlock != 0 ? 1 : 0;
  const u64 blocks = r.offset / Sizes::kBlock;
  ++profile_.offsets[blocks == 0 ? profile_.offsets.size() - 1
                                 : std::min<std::size_t>(static_cast<std::size_t>(std::countr_zero(blocks)),
                                                         profile_.offsets.size() - 1)];
  ++profile_.residues[blocks % profile_.residues.size()];
  profile_.end = std::max(profile_.end, end);
  if (r.direction != Direction::kTrim)
    pages_.add(r.offset / kPage, (end - 1) / kPage + 1, sequential, r.direction == Direction::kWrite);
}

void Measurement::add_time(Time arrival) {
  if (profile_.requests != 0) profile_.gaps.add(arrival - before_);
  before_ = arrival;
  ++parts_[std::min<u64>((arrival - earliest_) / part_, kParts - 1)];
}

void Measurement::add(const TraceRecord& r) {
  if (r.direction == Direction::kFlush) {
    ++profile_.flushes;
    return;
  }
  Sizes& sizes = r.direction == Direction::kRead   ? profile_.reads
                 : r.direction == Direction::kTrim ? profile_.trims
                                                   : profile_.writes;
  sizes.add(r.bytes);
  profile_.forced += r.forced ? 1 : 0;
  add_time(r.arrival);
  profile_.direction_runs += profile_.requests == 0 || r.direction != direction_ ? 1 : 0;
  direction_ = r.direction;
  add_place(r);
  ++profile_.requests;
}

Profile Measurement::finish() {
  using Touches = SampledPages::Touches;
  profile_.busiest = *std::ranges::max_element(parts_);
  profile_.all = popularity_of(pages_, [](const Touches& t) { return t.all(); });
  profile_.others = popularity_of(pages_, [](const Touches& t) { return u64{t.other}; });
  profile_.pages_written = kept_pages(pages_, [](const Touches& t) { return t.written; });
  profile_.pages_sequential = kept_pages(pages_, [](const Touches& t) { return t.sequential != 0; });
  profile_.pages_a_sample = pages_.weight();
  return std::move(profile_);
}

}  // namespace ssd::fit

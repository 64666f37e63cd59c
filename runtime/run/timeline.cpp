// See timeline.h. Its size is counted in bytes of the file that is made of it.
#include "runtime/run/timeline.h"

#include <algorithm>

#include "runtime/results/perfetto.h"

namespace ssd::run {
namespace {

using results::PerfettoBytes;

template <class T>
T& at(std::vector<T>& list, u32 number) {
  if (number >= list.size()) list.resize(std::max<std::size_t>(std::size_t{number} + 1, 2 * list.size()));
  return list[number];
}

}  // namespace

TimelineRecorder::TimelineRecorder(const results::TimelineBounds& bounds)
    : bounds_(bounds), left_(bounds.bytes > PerfettoBytes::kHead ? bounds.bytes - PerfettoBytes::kHead : 0) {}

void TimelineRecorder::collection(u32 number, const CollectionTold& told) {
  at(open_, number) = {told, ++instances_, kNever};
}

void TimelineRecorder::operation(u32 number, const OperationTold& told) {
  const Open open = told.collection == kNoCollection ? Open{} : at(open_, told.collection);
  at(operations_, number) = {told, open.told, open.instance, kNoCollection};
}

// False: there is no room, and from now on only for what is already accounted for.
bool TimelineRecorder::spend(u64 bytes) {
  full_ = full_ || bytes > left_;
  if (!full_) left_ -= bytes;
  return !full_;
}

u64 TimelineRecorder::cost_of(const Operation& operation, const PhaseTold& told) const {
  u64 bytes = results::most_bytes_of(operation.told, told);
  const bool known = is_on_bus(told.kind) ? buses_.contains(told.place) : planes_.contains(told.place);
  bytes += known ? 0 : PerfettoBytes::kPlace;
  if (operation.kept != kNoCollection) return bytes;
  bytes += PerfettoBytes::kOperation;
  bytes +=
      operation.told.request == kNoRequest || wanted_.contains(operation.told.request) ? 0 : PerfettoBytes::kRequest;
  bytes += operation.instance == 0 || kept_collections_.contains(operation.instance) ? 0 : PerfettoBytes::kCollection;
  return bytes;
}

u32 TimelineRecorder::kept_collection(const Operation& operation, const PhaseTold& told) {
  if (operation.instance == 0) return kNoCollection;
  const auto [found, is_new] =
      kept_collections_.try_emplace(operation.instance, static_cast<u32>(timeline_.collections.size()));
  if (!is_new) return found->second;
  const Open& open = open_[operation.told.collection];
  const CollectionTold& c = operation.collection;
  const Time start = open.instance == operation.instance ? open.start : told.start;
  timeline_.collections.push_back({c.plane, c.block, c.purpose, c.forced, c.background, start, told.end});
  return found->second;
}

void TimelineRecorder::keep(Operation& operation, const PhaseTold& told) {
  (is_on_bus(told.kind) ? buses_ : planes_).insert(told.place);
  if (operation.kept == kNoCollection) {
    const OperationTold& o = operation.told;
    operation.kept = static_cast<u32>(timeline_.operations.size());
    timeline_.operations.push_back({o.purpose, o.request, o.lpn, o.from, o.to, kept_collection(operation, told)});
    if (o.request != kNoRequest) wanted_.insert(o.request);
  }
  timeline_.phases.push_back({told.start, told.end, told.bytes, told.place, operation.kept, told.kind});
}

// A collection lasts from its first to its last phase, whether these are kept or not.
void TimelineRecorder::extend_collection(const Operation& operation, const PhaseTold& told) {
  if (operation.instance == 0) return;
  Open& open = open_[operation.told.collection];
  if (open.instance == operation.instance) open.start = std::min(open.start, told.start);
  const auto kept = kept_collections_.find(operation.instance);
  if (kept == kept_collections_.end()) return;
  results::TimelineCollection& collection = timeline_.collections[kept->second];
  collection.start = std::min(collection.start, told.start);
  collection.end = std::max(collection.end, told.end);
}

void TimelineRecorder::phase(u32 number, const PhaseTold& told) {
  Operation& operation = at(operations_, number);
  extend_collection(operation, told);
  if (told.end <= bounds_.from) {
    ++timeline_.before;
  } else if (told.start >= bounds_.until) {
    ++timeline_.after;
  } else if (!full_ && spend(cost_of(operation, told))) {
    keep(operation, told);
  } else {
    ++timeline_.beyond;
    timeline_.full_from = std::min(timeline_.full_from, told.start);
  }
}

// The room for the requests of kept operations is already accounted for.
void TimelineRecorder::request(const RequestTold& told) {
  const bool overlaps = told.completion >= bounds_.from && told.arrival < bounds_.until;
  if (wanted_.contains(told.number) || (overlaps && spend(PerfettoBytes::kRequest))) {
    timeline_.requests.push_back(told);
  } else if (overlaps) {
    ++timeline_.requests_beyond;
    timeline_.full_from = std::min(timeline_.full_from, std::max(told.arrival, bounds_.from));
  }
}

void TimelineRecorder::wasted(u32 plane, u32 pages) { at(timeline_.wasted, plane) += pages; }

results::Timeline TimelineRecorder::take() {
  std::ranges::stable_sort(timeline_.phases, {}, &results::TimelinePhase::start);
  std::ranges::sort(timeline_.requests, {}, &RequestTold::number);
  return std::move(timeline_);
}

}  // namespace ssd::run

// The run over simulated time: at most 128 equal intervals. When time outgrows them, their width doubles and neighbours
// are merged. Plain code for the engine: an object of all zeros is an empty series.
//
// Invariant: the content of an interval depends only on the events in it, not on the order in which they were added, so
// channels that run ahead of each other give the same series as channels that advance together. The number of free
// pages follows from what was programmed and erased.
#pragma once
#include "runtime/abi/results.h"

namespace ssd {

struct Interval {
  u64 requests, bytes;  // of requests completed in it
  u128 response;        // sum of their response times in ns
  u64 host_programs, collection_programs,
      skipped;  // pages, by the beginning of their program command; `skipped` counts those skipped with it
  u64 erased;   // pages, by the beginning of the erase command
};

struct Series {
  static constexpr u32 kIntervals = 128;
  u32 shift;          // an interval is 2^shift ns
  u32 used;           // intervals up to the last event
  u64 free_at_start;  // free pages of the drive at time 0
  Interval intervals[kIntervals];
};

inline Interval merged(const Interval& a, const Interval& b) {
  return {.requests = a.requests + b.requests,
          .bytes = a.bytes + b.bytes,
          .response = a.response + b.response,
          .host_programs = a.host_programs + b.host_programs,
          .collection_programs = a.collection_programs + b.collection_programs,
          .skipped = a.skipped + b.skipped,
          .erased = a.erased + b.erased};
}

inline void double_width(Series& series) {
  constexpr u32 kHalf = Series::kIntervals / 2;
  for (u32 i = 0; i < kHalf; ++i) series.intervals[i] = merged(series.intervals[2 * i], series.intervals[2 * i + 1]);
  for (u32 i = kHalf; i < Series::kIntervals; ++i) series.intervals[i] = Interval{};
  series.used = (series.used + 1) / 2;
  ++series.shift;
}

inline Interval& interval_at(Series& series, Time time) {
  while (time >> series.shift >= Series::kIntervals) [[unlikely]]
    double_width(series);
  const u32 index = static_cast<u32>(time >> series.shift);
  if (index >= series.used) series.used = index + 1;
  return series.intervals[index];
}

inline void add_completion(Series& series, Time time, u64 bytes, Time response) {
  Interval& interval = interval_at(series, time);
  ++interval.requests;
  interval.bytes += bytes;
  interval.response += response;
}

[[gnu::always_inline]] inline void add_programs(Series& series, Time time, u64 host, u64 collection) {
  Interval& interval = interval_at(series, time);
  interval.host_programs += host;
  interval.collection_programs += collection;
}

inline void add_skipped(Series& series, Time time, u64 pages) { interval_at(series, time).skipped += pages; }
inline void add_erased(Series& series, Time time, u64 pages) { interval_at(series, time).erased += pages; }

}  // namespace ssd

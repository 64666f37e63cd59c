// Records in order of arrival; those of the same time stay in their order. What does not fit into a bounded memory is
// sorted part by part, and the parts are merged.
#pragma once
#include "runtime/trace/record_store.h"

namespace ssd::trace {

// Records that are sorted in memory at once. A parameter for the tests' sake.
inline constexpr u64 kSortedAtOnce = u64{1} << 20;

// If what is given or returned cannot be read or written, the error is what is returned's.
RecordStore sorted_by_arrival(const RecordStore& records, u64 at_once = kSortedAtOnce);

}  // namespace ssd::trace

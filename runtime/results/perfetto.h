// A timeline as a trace of Perfetto (https://ui.perfetto.dev, trace_processor): one track each for the bus of a
// channel, for a die (or its planes, where it has several), for every place in the host's queue, and for collections
// going on at a time; slices with what they are of; and arrows from a request or a collection to its operations. Field
// numbers are those of protos/perfetto/trace/*.proto.
#pragma once
#include <functional>
#include <string_view>

#include "runtime/abi/plan.h"
#include "runtime/results/timeline.h"

namespace ssd::results {

// What parts of the file take at most, for who bounds it: the head, what is said of all tracks of a plane or a bus, and
// what an operation, its request and its collection take beside its phases.
struct PerfettoBytes {
  static constexpr u64 kHead = 4096, kPlace = 384, kOperation = 24, kRequest = 152, kCollection = 144;
};
u64 most_bytes_of(const OperationTold& operation, const PhaseTold& phase);

// `emit` takes the bytes piece by piece, false ends it: the result is then false.
bool perfetto_trace(const Plan& plan, const Timeline& timeline, const std::function<bool(std::string_view)>& emit);

// "read", "data in"; and of whom, if not of a request: "of collection".
std::string_view name(PhaseKind kind);
std::string_view name(Purpose purpose);

}  // namespace ssd::results

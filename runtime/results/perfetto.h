// A timeline as a trace for Perfetto (https://ui.perfetto.dev, trace_processor). There is one track for each channel's
// bus, for each die (or each of its planes, if it has several), for each place in the host's queue, and for each of
// several collections that overlap. Slices carry the facts of their operation; arrows lead from a request or a
// collection to its operations. Field numbers are those of protos/perfetto/trace/*.proto.
#pragma once
#include <functional>
#include <string_view>

#include "runtime/abi/plan.h"
#include "runtime/results/timeline.h"

namespace ssd::results {

// The most bytes that parts of the file take, for code that limits its size: the head; the descriptions of all tracks
// of a plane or a bus; and what an operation, its request and its collection take besides the phases.
struct PerfettoBytes {
  static constexpr u64 kHead = 4096, kPlace = 384, kOperation = 24, kRequest = 152, kCollection = 144;
};
u64 most_bytes_of(const OperationTold& operation, const PhaseTold& phase);

// `emit` takes the bytes piece by piece. If it returns false, writing stops and the result is false.
bool perfetto_trace(const Plan& plan, const Timeline& timeline, const std::function<bool(std::string_view)>& emit);

// "read", "data in"; and the purpose, if it is not a request's: "collection".
std::string_view name(PhaseKind kind);
std::string_view name(Purpose purpose);

}  // namespace ssd::results

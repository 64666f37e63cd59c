// A workload: a trace to be read, or a generator's parameters, with units resolved (ns, bytes). The checker makes it,
// runtime/trace turns it into requests. A value whose numbers are all within their bounds.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/abi/trace_formats.h"
#include "runtime/abi/units.h"
#include "runtime/base/source.h"
#include "runtime/base/words.h"

namespace ssd::workload {

// What to do with an address beyond the drive's logical size (host.trace_devices).
enum class Fold : std::uint8_t {
  kError,    // reject it, with a help text
  kModulo,   // wrap around
  kCompact,  // renumber the touched pages densely, in ascending order of address
};

inline constexpr std::array kFolds{Word{"error", Fold::kError}, Word{"modulo", Fold::kModulo},
                                   Word{"compact", Fold::kCompact}};

struct TraceSource {
  std::string path;  // as the user wrote it; relative to the .ssd file, or to the working directory if it is given on
  std::string resolved_path;       // the path to open
  std::string format{kAnyFormat};  // or the name of a format
  bool sort = false;               // requests whose times go backwards are put in order of arrival
  Span path_span;                  // unknown if given on the command line
};

// A value in ns or bytes: constant, exponentially distributed, or a weighted choice of other values.
struct Quantity;
struct WeightedQuantity;
struct Constant {
  std::uint64_t value;
};
struct Exponential {
  std::uint64_t mean;
};
struct Choice {
  std::vector<WeightedQuantity> options;
};
struct Quantity {
  std::variant<Constant, Exponential, Choice> kind;
};
// Weights are parts per million and sum to exactly 1,000,000.
struct WeightedQuantity {
  std::uint32_t parts_per_million;
  Quantity value;
};

inline constexpr std::uint32_t kWhole = 1'000'000;  // a share of 100 %

// Where requests go: to the first part of the logical space. `over` is the share of that part in parts per million; if
// `over_bytes` is not 0, the part has this many bytes, but at most all.
struct Pattern;
struct WeightedPattern;
struct Uniform {};
struct Zipf {
  double theta;
};  // theta is in (0, 4]; a seeded permutation scatters the ranks
struct Sequential {};
struct Stride {
  std::uint64_t bytes;
};
struct Hotspot {
  std::uint32_t space_parts, access_parts;
};  // share `access` of the accesses goes to the first share `space` of the space
struct PatternMix {
  std::vector<WeightedPattern> options;
};
struct Pattern {
  std::variant<Uniform, Zipf, Sequential, Stride, Hotspot, PatternMix> kind;
  std::uint32_t over = kWhole;
  std::uint64_t over_bytes = 0;
};
struct WeightedPattern {
  std::uint32_t parts_per_million;
  Pattern pattern;
};

// The requests of an open loop arrive only while it is on (generator.bursts); in ns, both above 0.
struct Bursts {
  std::uint64_t on = 0, off = 0;
};

struct Generator {
  std::uint32_t read_parts = 0;    // share of reads, in parts per million
  std::uint32_t trim_parts = 0;    // share of trims; the rest are writes
  std::uint32_t forced_parts = 0;  // share of the writes that are forced (host.fua)
  Quantity size{Constant{
      4096}};  // bytes; every possible value is a multiple of 512 and at least 512 (checked against the sector later)
  std::optional<Quantity> read_size, write_size;  // sizes of reads and of writes, if they differ from `size`
  Quantity interval{Constant{0}};                 // ns between arrivals; in a closed loop the think time
  std::optional<Bursts> bursts;                   // of an open loop
  Pattern pattern{Uniform{}};
  std::uint64_t flush_every = 0;  // writes before a flush; 0: no flushes
  std::uint64_t align = 0;        // bytes; 0: the largest power of two that divides the request size, at most a page
};

// The part of the logical space that a flow uses (generator.flows): from `from` to `to`, in parts per million of the
// pages, or in bytes. from < to.
struct Part {
  bool in_bytes = false;
  std::uint64_t from = 0, to = kWhole;
};

// When a run of several flows ends (host.flows).
enum class Until : std::uint8_t {
  kAll,    // when all flows are through
  kFirst,  // when the first one is
};
inline constexpr std::array kUntils{Word{"all", Until::kAll}, Word{"first", Until::kFirst}};

// The loop of closed flows.
enum class FlowLoop : std::uint8_t {
  kOwn,     // each flow has one (host.flows)
  kShared,  // all flows take turns in one (generator.rounds)
};
inline constexpr std::array kFlowLoops{Word{"own", FlowLoop::kOwn}, Word{"shared", FlowLoop::kShared}};

// Of a phase of a workload: when it ends (host.phases), and whether it is counted (account.phases). At most one of the
// first two is not 0; with both 0 it has Workload::requests.
struct Phase {
  std::uint64_t drive_writes = 0;  // in millionths of the logical size
  std::uint64_t length = 0;        // ns; of a closed loop beside Workload::requests, which are then the most
  bool counted = true;
};

struct Workload {
  std::string name;
  Span span;
  std::variant<TraceSource, Generator> source;
  std::optional<std::uint64_t> requests;                     // at most this many (a generator always has a number)
  std::uint64_t repeat = 1;                                  // passes of a trace
  std::uint64_t speed_numerator = 1, speed_denominator = 1;  // trace times are divided by this ratio
  Fold fold = Fold::kError;
  std::uint64_t closed = 0;  // > 0: closed loop of this depth
  std::uint64_t seed = 1;
  std::uint32_t handle = 0;            // its placement handle (place.streams)
  std::optional<Part> part;            // of a flow; nothing: the whole space
  std::optional<std::uint32_t> queue;  // of a flow: its host queue; nothing: by its number (host.flows)
  std::optional<Phase> phase;          // nothing: it is no phase
  // The flows or phases, in the order of their numbers: generators without flows of their own. If there are any, they
  // have all the requests, and of the workload itself, whose source is an unused Generator, only name, place, `until`
  // and `loop` count.
  std::vector<Workload> flows;
  std::optional<Until> until;    // nothing: kAll
  std::optional<FlowLoop> loop;  // nothing: kOwn
};

// Whether the requests of several flows take turns in one closed loop.
inline bool shares_loop(const Workload& workload) {
  return workload.flows.size() > 1 && workload.loop == FlowLoop::kShared;
}
// Whether its flows are phases, which run one after another (host.phases).
inline bool has_phases(const Workload& workload) {
  return !workload.flows.empty() && workload.flows.front().phase.has_value();
}
// Whether only the clock tells how many requests of the phase arrive.
inline bool ends_by_clock(const Workload& phase) {
  return phase.phase && phase.phase->length != 0 && phase.closed != 0;
}
// Whether the arrivals of requests follow from completions flow by flow (host.flows, host.phases): they then stay apart
// by flow until the run.
inline bool arrives_by_flow(const Workload& workload) {
  if (has_phases(workload)) return workload.flows.size() > 1 || ends_by_clock(workload.flows.front());
  if (workload.flows.size() < 2 || shares_loop(workload)) return false;
  if (workload.until == Until::kFirst) return true;
  return std::ranges::any_of(workload.flows, [](const Workload& flow) { return flow.closed != 0; });
}
// Whether some request may ask for data on flash: a flush (host.flush), or a forced write (host.fua). Of a trace only
// its records tell.
inline bool may_sync(const Workload& workload) {
  if (std::ranges::any_of(workload.flows, may_sync)) return true;
  const auto* generator = std::get_if<Generator>(&workload.source);
  return generator == nullptr || generator->flush_every != 0 || generator->forced_parts != 0;
}
// Whether completions make requests arrive.
inline bool is_closed(const Workload& workload) {
  return workload.closed != 0 ||
         std::ranges::any_of(workload.flows, [](const Workload& flow) { return flow.closed != 0; });
}

}  // namespace ssd::workload

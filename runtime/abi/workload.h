// What a workload is: a trace to be read or a generator's parameters, with units resolved (ns, bytes). Made by the
// checker, turned into requests by runtime/trace. A value; every number within its bounds.
#pragma once
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

// What to do with an address beyond the drive's logical size.
enum class Fold : std::uint8_t {
  kError,    // refuse, with the fix spelt out
  kModulo,   // wrap around
  kCompact,  // renumber the touched pages densely, in ascending order of address
};

inline constexpr std::array kFolds{Word{"error", Fold::kError}, Word{"modulo", Fold::kModulo},
                                   Word{"compact", Fold::kCompact}};

struct TraceSource {
  std::string path;  // as written; relative to the .ssd file, or to the working directory if given on the command line
  std::string resolved_path;       // what to open
  std::string format{kAnyFormat};  // or a format's name
  bool sort = false;               // requests whose times go backwards are put in order of arrival
  Span path_span;                  // unknown if given on the command line
};

// A value in ns or bytes: constant, exponential, or a weighted choice of other values.
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
// Weights are parts of a million; they sum to exactly 1,000,000.
struct WeightedQuantity {
  std::uint32_t parts_per_million;
  Quantity value;
};

inline constexpr std::uint32_t kWhole = 1'000'000;  // a share of 100 %

// Where requests go: the first part of the logical space, `over` being its share in parts of a million, or if
// `over_bytes` is not 0 so many bytes, at most all there are.
struct Pattern;
struct WeightedPattern;
struct Uniform {};
struct Zipf {
  double theta;
};  // in (0, 4]; ranks scattered by a seeded permutation
struct Sequential {};
struct Stride {
  std::uint64_t bytes;
};
struct Hotspot {
  std::uint32_t space_parts, access_parts;
};  // share `access` of the accesses to the first share `space` of the space
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

struct Generator {
  std::uint32_t read_parts = 0;  // share of reads, in parts of a million
  std::uint32_t trim_parts = 0;  // share of trims; the rest are writes
  Quantity size{Constant{
      4096}};  // bytes; every possible value a multiple of 512 and at least 512 (checked against the sector later)
  std::optional<Quantity> read_size, write_size;  // of reads and of writes, where they differ
  Quantity interval{Constant{0}};                 // ns between arrivals; in a closed loop the think time
  Pattern pattern{Uniform{}};
  std::uint64_t align = 0;  // bytes; 0: the request size's largest power of two up to a page
};

struct Workload {
  std::string name;
  Span span;
  std::variant<TraceSource, Generator> source;
  std::optional<std::uint64_t> requests;                     // at most so many (a generator always has one)
  std::uint64_t repeat = 1;                                  // of a trace
  std::uint64_t speed_numerator = 1, speed_denominator = 1;  // trace times are divided by it
  Fold fold = Fold::kError;
  std::uint64_t closed = 0;  // > 0: closed loop of that depth
  std::uint64_t seed = 1;
};

}  // namespace ssd::workload

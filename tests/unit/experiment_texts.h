// Experiments over a few small designs and workloads, for the tests of checks, claims and points.
#pragma once
#include "compiler/design/experiment.h"
#include "tests/unit/sema_texts.h"

namespace ssd {

inline constexpr const char* kDeclarations = R"(
param ways: int = 2
param queue: int = 32
param first: order = channel > die > plane > chip
param latency: time = 20us
param read_share: ratio = 50%
param count: int = 1000
param slack: real = 1
const limit = 5ms
const small = 1
fn half(x: real) = x / 2
design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 }  nand { read: latency }  allocation: static first  host { queue: queue } }
design B from A { geometry { dies: 2 } }
design Loose from A { capacity { overprovision: 20% * slack }  schedule { priority(op): if op.waited > limit then half(small) else half(2) } }
workload W { requests: count  read: read_share }
workload V from W { size: 8KiB }
)";

inline std::unique_ptr<CheckedTexts> check_experiment(const std::string& statements) {
  return check_text(std::string(kDeclarations) + "experiment E {\n" + statements + "\n}\n");
}
inline std::string codes_of(const std::string& statements) { return check_experiment(statements)->codes(); }

struct ExperimentCase {
  std::string statements, codes;
};

// A list of `count` ints, which may also be read as reals.
inline std::string many(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + std::to_string(i + 1);
  return "[" + list + "]";
}

}  // namespace ssd

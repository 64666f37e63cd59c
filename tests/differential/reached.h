// Counts what random programs have reached: how often each operation had operands at the ends of its range, and each
// corner of arithmetic where two ways to compute may differ. A generator that stops reaching them would make a test
// that finds nothing, so the test requires minimum counts.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/program.h"

namespace ssd::differential {

class Reached {
 public:
  Reached();
  // Looks at all values of one evaluation.
  void look(const Program& program, std::span<const i64> inputs);
  // The operations and corners reached less often than `floor`, with their counts; "" if there is none.
  std::string missing(u64 floor) const;

 private:
  std::vector<u64> wide_, corners_;
};

}  // namespace ssd::differential

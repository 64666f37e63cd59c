// Compares the findings of a probe with the design. This is the only place where both are known: the probe has no
// access to the design.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/design.h"
#include "tools/probe/findings.h"

namespace ssd::probe {

enum class Verdict : std::uint8_t { kAgrees, kDiffers, kCannotTell, kNotSaid };
std::string_view name(Verdict verdict);

struct Compared {
  std::string quantity;  // as a key of the JSON: "chunk_bytes"
  std::string title;     // for people: "chunk"
  std::string inferred;  // for people; empty if unknown
  std::string said;      // the design's value with its keys: "page: 4.00 KiB"
  // A number of the same kind as the answer's; none: the design leaves it open.
  std::optional<std::uint64_t> expected;
  const Answer* answer = nullptr;
  Verdict verdict{};
};

// In the order of the report. The result points into the findings.
std::vector<Compared> compare(const design::Design& design, const Findings& findings);

std::string_view name(Mapping mapping);  // such as "write_order"

}  // namespace ssd::probe

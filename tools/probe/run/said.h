// What a design says of what the probe looks for, and how the two compare. Only here do the two meet: the probe has
// seen nothing of the design.
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
  std::string inferred;  // for people; "" if it cannot be told
  std::string said;      // with the keys that say so: "page: 4.00 KiB"
  std::optional<std::uint64_t>
      expected;  // as a number of the same kind as the answer's; nothing: the design does not say
  const Answer* answer = nullptr;
  Verdict verdict{};
};

// In the order in which they are told. Good as long as the findings.
std::vector<Compared> compare(const design::Design& design, const Findings& findings);

std::string_view name(Mapping mapping);  // "write_order"

}  // namespace ssd::probe

// A Plan, and workloads, as bytes: what a program made by `ssdc build` carries, and what is sent to another machine.
// The same Plan of the same version gives the same bytes on every machine: numbers are written with the lowest byte
// first, and places in texts by the path as it was written, the line, and the line's text.
//
// The bytes begin with a mark, the version of this form, their length and a checksum. Bytes that were cut off, altered
// or written by another version are refused, and so are bytes whose numbers contradict each other; the checksum guards
// against damage, not against malice.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "runtime/abi/plan.h"
#include "runtime/base/source.h"

namespace ssd {

// Raised when the same fields come to mean something else.
inline constexpr std::uint32_t kPlanMeaning = 1;
// Of the form. It follows from the meaning and from all fields of a Plan (plan_form.h), so that none changes without
// it.
extern const std::uint32_t kPlanVersion;

std::string encoded(const Plan& plan, const SourceMap& sources);

struct DecodedPlan {
  std::optional<Plan> plan;
  std::string fault;  // why there is none: "it was cut off"
};
// Texts that places lie in are added to `sources`, as far as they are known: the lines themselves.
DecodedPlan decoded_plan(std::string_view bytes, SourceMap& sources);

}  // namespace ssd

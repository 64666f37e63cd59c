// A Plan with its workloads as bytes: the content of a program made by `ssdc build`, and the form in which a Plan is
// sent to another machine. The same Plan of the same version gives the same bytes on every machine: numbers are
// little-endian; a place in a text is the path as the user wrote it, the line number, and the line.
//
// The bytes begin with a mark, the version of this form, their length and a checksum. Truncated or altered bytes, bytes
// of another version, and bytes whose numbers contradict each other are rejected. The checksum protects against damage,
// not against malice.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "runtime/abi/plan.h"
#include "runtime/base/source.h"

namespace ssd {

// Increase it when the same fields get another meaning.
inline constexpr std::uint32_t kPlanMeaning = 1;
// The version of the form. It follows from kPlanMeaning and from all fields of a Plan (plan_form.h), so every change of
// a field changes it.
extern const std::uint32_t kPlanVersion;

// Places in files that `sources` does not have are left out.
std::string encoded(const Plan& plan, const SourceMap& sources);

struct DecodedPlan {
  std::optional<Plan> plan;
  std::string fault;  // why there is no Plan: "it was cut off"
};
// Adds the texts of places to `sources`, as far as they are known, which is the lines themselves.
DecodedPlan decoded_plan(std::string_view bytes, SourceMap& sources);

// The same for this process alone: without mark and checksum, and with the places as they are.
std::string bytes_here(const Plan& plan);
std::string bytes_here(const workload::Workload& workload);
// What bytes_here() wrote. Throw std::runtime_error if the bytes are others.
Plan plan_here(std::string_view bytes);
workload::Workload workload_here(std::string_view bytes);

}  // namespace ssd

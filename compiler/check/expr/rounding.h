// How exact quantities become the whole numbers of the engine, which counts nanoseconds, femtojoules and microwatts:
// rounded half up (rules.md, rule 40), and never in silence where something of weight is lost.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "compiler/check/expr/value.h"
#include "runtime/abi/units.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

struct Step {
  std::int64_t in_base;  // so many are a second, a joule, a watt
  std::string_view name;
};
inline constexpr Step kNanosecond{1'000'000'000, "nanosecond"};
inline constexpr Step kFemtojoule{1'000'000'000'000'000, "femtojoule"};
inline constexpr Step kMicrowatt{1'000'000, "microwatt"};

// Half up; the greatest or least Wide of what is beyond 128 bits, where one quantity is like another.
Wide rounded_steps(const Rational& quantity, const Step& step);
// The same of a value that a key or policy has: nothing, after an error, if it is above 0 and would become 0; a warning
// if more than a hundredth of it changes.
std::optional<u64> count_of_steps(diag::Sink& sink, Span at, std::string_view key, const Value& value,
                                  const Step& step);

// The error, of a value that is as `text` says.
void report_lost(diag::Sink& sink, Span at, std::string_view key, const std::string& text, Type type, const Step& step);

}  // namespace ssd::check

// How exact quantities become the whole numbers of the engine, which counts nanoseconds, femtojoules and microwatts.
// They are rounded half up (time.rounding, policy.constants); a significant loss is always reported.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "compiler/check/expr/value.h"
#include "runtime/abi/units.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

struct Step {
  std::int64_t in_base;  // the number of steps in a second, a joule, a watt
  std::string_view name;
};
inline constexpr Step kNanosecond{1'000'000'000, "nanosecond"};
inline constexpr Step kFemtojoule{1'000'000'000'000'000, "femtojoule"};
inline constexpr Step kMicrowatt{1'000'000, "microwatt"};

// Rounds half up. Beyond 128 bits it returns the greatest or least Wide, because such values need not be told apart.
Wide rounded_steps(const Rational& quantity, const Step& step);
// The same for the value of a key or a policy. Returns nothing, after an error, if the value is above 0 and would
// become 0; warns if it changes by more than a hundredth.
std::optional<u64> count_of_steps(diag::Sink& sink, Span at, std::string_view key, const Value& value,
                                  const Step& step);

// Reports the error; `text` describes the value.
void report_lost(diag::Sink& sink, Span at, std::string_view key, const std::string& text, Type type, const Step& step);

}  // namespace ssd::check

// The policies of a design: `key(x): EXPRESSION`, or `key: NAME` of a function, as programs over the inputs of their
// hook.
#pragma once
#include <optional>

#include "compiler/check/expr/records.h"
#include "compiler/check/sections/reader.h"

namespace ssd::check {

inline constexpr i64 kLongestLatency = limits::kLongestLatency;  // ns: an hour, as for a latency that does not vary

struct Policy {
  design::Function function;
  Interval range;  // of its values: ns of a time
  NodeId node;     // in its formula
  bool reads_record =
      false;  // whether the value depends on what the policy is asked about, and not on `now` and the like alone
  // A check may stop the run although the value is known.
  bool constant() const { return range.single() && function.checks.empty(); }
  bool always(Wide value) const { return constant() && range.low == value; }
};

// The value where the record is the policy's one parameter, with its line of `explain`; no type after an error. A plain
// value is a policy too, one that looks at nothing.
Operand evaluate_policy(Reader& reader, std::string_view key, const Operand& record, Formula& formula);
// Of the right type, as a program. Nothing after an error, or if only types are being checked.
std::optional<Policy> read_policy(Reader& reader, std::string_view key, const Operand& record, Formula& formula,
                                  Yields yields);
// Likewise at the key of a hook that is written with a record (hooks.def).
std::optional<Policy> read_policy(Reader& reader, Hook hook, Formula& formula, const design::Design& design);
// The name of a policy's parameter as the design pages write it: `multiplane(w)`, `priority(op)`.
std::string_view usual_parameter(std::string_view record);
// The node of a policy that stands where the language has a default of its own.
design::Function default_function(const Formula& formula, NodeId node, std::string text);

}  // namespace ssd::check

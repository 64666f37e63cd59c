// The policies of a design, `key(x): EXPRESSION` or `key: NAME` with the name of a function, as programs over the
// inputs of their hook.
#pragma once
#include <optional>

#include "compiler/check/expr/records.h"
#include "compiler/check/sections/reader.h"

namespace ssd::check {

inline constexpr i64 kLongestLatency =
    limits::kLongestLatency;  // ns: one hour, the same bound as for a constant latency

struct Policy {
  design::Function function;
  Interval range;  // of its values; in ns for a time
  NodeId node;     // the node of the value in the formula
  bool reads_record =
      false;  // whether the value depends on the policy's parameter, and not only on `now` and similar names
  // A policy with a known value may still contain a check that stops the run.
  bool constant() const { return range.single() && function.checks.empty(); }
  bool always(Wide value) const { return constant() && range.low == value; }
};

// Evaluates the policy with the record as its only parameter, and adds its line of `explain`; no type after an error. A
// plain value is also a policy, which reads nothing of the record.
Operand evaluate_policy(Reader& reader, std::string_view key, const Operand& record, Formula& formula);
// Reads a policy of the right type as a program. Nothing after an error, or if only types are being checked.
std::optional<Policy> read_policy(Reader& reader, std::string_view key, const Operand& record, Formula& formula,
                                  Yields yields);
// The same for the key of a hook that takes a record (hooks.def).
std::optional<Policy> read_policy(Reader& reader, Hook hook, Formula& formula, const design::Design& design);
// The usual name of a policy's parameter, as the documentation writes it: `multiplane(w)`, `priority(op)`.
std::string_view usual_parameter(std::string_view record);
// The function for a policy whose value replaces a default of the language.
design::Function default_function(const Formula& formula, NodeId node, std::string text);

}  // namespace ssd::check

// Reads the block of a workload into a design::Workload.
#pragma once
#include <optional>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

std::span<const Key> workload_keys();
// Whether only a workload that reads a trace has the key.
bool is_key_of_traces(std::string_view key);
std::optional<design::Workload> read_workload(Context& context, const Group& block);

// Reads the keys of a generator, those of a flow (flows.h), a phase (phases.h) or a workload without these; the
// reader's table has them all. `seed` is what the key `seed` is if it is left out; `has_number`: `requests` says how
// many there are. False after an error.
bool read_generated(Reader& reader, u64 seed, workload::Workload& workload, bool has_number = true);

// The expression of a key that a section reads itself, without parameters; also its `over` if the key may have one.
struct Written {
  const ast::Expr* expr = nullptr;
  const ast::Expr* over = nullptr;
};
// Nothing after an error.
std::optional<Written> written_value(Reader& reader, std::string_view key, bool has_over = false);

// Whether any part of its requests depends on a seed; false for a trace.
bool draws(const workload::Workload& workload);

// Reads a size or an interval: a value, `exponential(mean)` or `mix(75%: …, 25%: …)`.
std::optional<workload::Quantity> read_quantity(Context& context, const ast::Expr& expr, const Key& key);
// Reads where requests go, with its `over`.
std::optional<workload::Pattern> read_pattern(Context& context, const ast::Expr& expr, const ast::Expr* over);
// Reads a share as parts of a million.
std::optional<std::uint32_t> read_share(Context& context, const ast::Expr& expr);

}  // namespace ssd::check

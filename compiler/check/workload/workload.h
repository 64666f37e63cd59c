// Reads the block of a workload into a design::Workload.
#pragma once
#include <optional>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

std::span<const Key> workload_keys();
// Whether only a workload that reads a trace has the key.
bool is_key_of_traces(std::string_view key);
std::optional<design::Workload> read_workload(Context& context, const Group& block);

// Reads the keys of a generator, those of a flow (flows.h) or of a workload without flows; the reader's table has them
// all. `seed` is what the key `seed` is if it is left out. False after an error.
bool read_generated(Reader& reader, u64 seed, workload::Workload& workload);

// Whether any part of its requests depends on a seed; false for a trace.
bool draws(const workload::Workload& workload);

// Reads a size or an interval: a value, `exponential(mean)` or `mix(75%: …, 25%: …)`.
std::optional<workload::Quantity> read_quantity(Context& context, const ast::Expr& expr, const Key& key);
// Reads where requests go, with its `over`.
std::optional<workload::Pattern> read_pattern(Context& context, const ast::Expr& expr, const ast::Expr* over);
// Reads a share as parts of a million.
std::optional<std::uint32_t> read_share(Context& context, const ast::Expr& expr);

}  // namespace ssd::check

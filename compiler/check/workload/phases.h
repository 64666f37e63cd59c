// The phases of a workload, which run one after another (host.phases). Each is read as a workload that generates its
// requests.
#pragma once
#include <optional>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

std::span<const Key> phase_keys();

bool has_phases(const Group& block);
// Reads a workload that has phases; nothing after an error.
std::optional<design::Workload> read_phases(Context& context, const Group& block);

}  // namespace ssd::check

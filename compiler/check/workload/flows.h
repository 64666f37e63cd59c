// The flows of a workload: several hosts that use the drive at once (host.flows). Each is read as a workload that
// generates its requests.
#pragma once
#include <optional>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

std::span<const Key> flow_keys();

bool has_flows(const Group& block);
// Reads a workload that has flows; nothing after an error.
std::optional<design::Workload> read_flows(Context& context, const Group& block);
// Warns of keys that only several flows need, in a workload of fewer than two.
void warn_of_idle_keys(Reader& reader, std::size_t flows);

}  // namespace ssd::check

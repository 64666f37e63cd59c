// The lines of `explain` for a workload: values as one would write them, worked out, with where each came from.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Of the keys that a workload states and that count. What is missing has its default, or follows from the others.
using Origins = std::map<std::string_view, design::Origin, std::less<>>;

void explain_generator(Reader& reader, const workload::Generator& generator, bool closed, const Origins& origins);
// What is left: what both kinds have, and the format of a trace.
void explain_rest(Reader& reader, const design::Workload& workload);

// As it would be written, consts and params worked out: "mix(70%: 4KiB, 30%: 16KiB)", "zipf(0.99) over 50%".
std::string to_text(const workload::Quantity& quantity, Type type);
std::string to_text(const workload::Pattern& pattern);
// Of a share in parts of a million: "12.5%".
std::string percent(u64 parts);

}  // namespace ssd::check

// The lines of `explain` for a workload: evaluated values as a user would write them, and where each came from.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// The origins of the keys that a workload states and that are used. A key that is missing here has its default, or
// follows from other keys.
using Origins = std::map<std::string_view, design::Origin, std::less<>>;

void explain_generator(Reader& reader, const workload::Generator& generator, bool closed, const Origins& origins);
// The remaining lines: those of both kinds of workload, and the format of a trace.
void explain_rest(Reader& reader, const workload::Workload& workload);

// Reports two keys that exclude each other.
void report_two_ways(Reader& reader, const Entry& key, const Entry& other, std::string help);

// The text as it would be written, with consts and params evaluated: "mix(70%: 4KiB, 30%: 16KiB)", "zipf(0.99) over
// 50%".
std::string to_text(const workload::Quantity& quantity, Type type);
std::string to_text(const workload::Pattern& pattern);
// A share in parts of a million as a text: "12.5%".
std::string percent(u64 parts);
// `50% .. 100%`
std::string to_text(const workload::Part& part);

}  // namespace ssd::check

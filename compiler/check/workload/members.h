// What the flows and the phases of a workload have in common: they are its members, with names and keys of their own,
// and each is read as a workload that generates its requests.
#pragma once
#include <optional>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// The two kinds of members, and keys that several of their sources name.
inline constexpr std::string_view kFlowKind = "flow", kPhaseKind = "phase";
inline constexpr std::string_view kUntilKey = "until", kRequestsKey = "requests", kClosedKey = "closed";

// `over: A .. B` of a member.
const Key& part_key();
// The keys that a member has as a workload has them, and `over`; `what` is its kind, `flow` or `phase`.
std::vector<Key> member_keys(std::string_view what);

// The members of a block are those whose key begins with `prefix` (ast::kFlowKey, ast::kPhaseKey).
bool is_member(const Entry& entry, std::string_view prefix);
bool has_members(const Group& block, std::string_view prefix);
// The keys of the workload itself.
Group without_members(const Group& block, std::string_view prefix);

// Whether there are no keys beside the members but those that are `allowed`, and not too many members; reports others.
bool has_only_members(Reader& reader, const Group& block, std::string_view what,
                      std::span<const std::string_view> allowed);
// Whether no flow, or no phase, is without a name; reports it.
bool has_names(Reader& reader, std::string_view what);
// Warns of members whose names are also the beginnings of names of metrics.
void warn_of_metric_names(Context& context, const Group& block, std::string_view what);

bool read_part_of_space(Reader& reader, std::optional<workload::Part>& part);
// Moves the lines of `explain` of one member to those of the workload, in a section of their own.
void add_member_lines(Context& context, std::vector<design::Property>&& lines, const Entry& member,
                      std::span<const Key> keys);

}  // namespace ssd::check

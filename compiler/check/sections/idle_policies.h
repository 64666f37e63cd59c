// Policies that are asked to choose and cannot: they give the same answer whatever they are asked about.
#pragma once
#include "compiler/check/expr/policy.h"

namespace ssd::check {

// Warns of it, with what happens instead. Not where a param has a say: another value of it may make the difference.
void look_at_answers(Reader& reader, Hook hook, const Policy& policy);
// The same of `stream`, of which the answer has a name.
void look_at_streams(Reader& reader, const Policy& policy, const std::vector<std::string>& streams);
// Of `priority`, where a constant says that operations go in order of arrival; a formula that reads its operation means
// more.
void look_at_priority(Reader& reader, const Policy& policy);

}  // namespace ssd::check

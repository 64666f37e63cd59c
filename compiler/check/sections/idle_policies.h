// Warns about policies that decide nothing because they give the same result for everything that they receive.
#pragma once
#include "compiler/check/expr/policy.h"

namespace ssd::check {

// Warns about it and states what happens instead. There is no warning if the policy depends on a param, because another
// value of the param may make a difference.
void look_at_answers(Reader& reader, Hook hook, const Policy& policy);
// The same for `stream`, whose result has a name.
void look_at_streams(Reader& reader, const Policy& policy, const std::vector<std::string>& streams);
// The same for `priority`. A constant priority is accepted, because it means that operations go in order of arrival; a
// formula that reads its operation means more.
void look_at_priority(Reader& reader, const Policy& policy);

}  // namespace ssd::check

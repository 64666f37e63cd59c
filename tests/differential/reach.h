// The choices of a random case for collection beyond the plane: collection.scope, collection.active,
// collection.same_die, collection.background, host.avoid.
#pragma once
#include <string_view>

#include "tests/differential/choices.h"

namespace ssd::differential {

void choose_reach(Random& random, Choices& c);
std::string reach_text(const Choices& c);  // keys of gc
void set_reach(const Choices& c, oracle::Drive& d);
std::string_view name_of(oracle::Scope scope);
int64_t planes_of(const GeometryChoices& g, oracle::Scope scope);
int64_t planes_of_scope(const Choices& c);
// Whether the case says `active: by_stream`.
bool collects_by_stream(const Choices& c);
// `trigger: …` with its `stop`, with a condition over `idle` added if the case has one.
std::string with_idle(const Choices& c, std::string trigger);

}  // namespace ssd::differential

// Policies of collection and wear of a random case (S47 to S51), each expression twice: as a user writes it, and as a C++ function.
#pragma once
#include "tests/differential/choices.h"

namespace ssd::differential {

void choose_policies(Random& random, Choices& c);
std::string collection_text(const Choices& c);  // keys of gc
std::string wear_text(const Choices& c);        // the section, or nothing

// What the rows of the tables look at, whatever the oracle calls it.
struct BlockSeen {
  int64_t valid, pages, erases, age, random;
};
struct CollectionSeen {
  int64_t moved, left, waiting_host, free_pages;
};
int64_t victim_score(const Shape& shape, const BlockSeen& b);
int64_t free_score(const Shape& shape, const BlockSeen& b);
bool may_preempt(const Shape& shape, const CollectionSeen& g);
bool is_hard(const Shape& shape, const GeometryChoices& g, int64_t free_pages, int64_t free_blocks);

// Whether the oracle knows these policies; cases have none of them until it does.
template <class Drive>
concept KnowsPolicies = requires(Drive d) { d.victim, d.preempt, d.hard, d.wear_threshold, d.allocate, d.cost_zero; };

template <class Drive>
void set_policies(const Choices& c, Drive& d) {
  if constexpr (KnowsPolicies<Drive>) {
    const PolicyChoices& p = c.policies;
    const int64_t pages = c.geometry.pages;
    if (p.victim.given()) d.victim = [=](const auto& b) { return victim_score(p.victim, {b.valid, pages, b.erases, b.age, b.random}); };
    if (p.preempt.given() && c.commands.preempt_page) {
      d.preempt = [=](const auto& g) { return may_preempt(p.preempt, {g.moved, g.left, g.waiting_host, g.free_pages}); };
    }
    if (p.hard.given()) d.hard = [shape = p.hard, g = c.geometry](int64_t pages_free, int64_t blocks) { return is_hard(shape, g, pages_free, blocks); };
    if (p.allocate.given()) d.allocate = [=](const auto& b) { return free_score(p.allocate, {0, pages, b.erases, b.age, b.random}); };
    using Wear = decltype(d.wear);
    d.wear = p.levels_static ? Wear::kStatic : p.levels_dynamic ? Wear::kDynamic : Wear::kNone;
    d.wear_threshold = p.threshold;
    d.cost_zero = p.cost_zero;
  }
}

}  // namespace ssd::differential

// Which operations of a die's planes make one command (rules 9, 10 and 12; S28). Nothing here changes anything but the agreement.
#pragma once
#include "runtime/engine/whole/candidates.h"
#include "runtime/engine/whole/destination.h"

namespace ssd::whole {

inline bool is_read(Kind kind) { return kind <= Kind::kReadAhead; }
inline bool is_of_host(Kind kind) { return kind <= Kind::kBuffered; }

// Operations of one command, at most one a plane of a die.
struct Group {
  u32 count;
  u32 op[kMostPlanes];
};

// What joining operations must agree in (R_c).
struct Agreement {
  u32 page, block;       // the largest next page so far; of the leader: block within its plane
  u64 sum;               // of next pages
};

inline NextPage place_of(const State& s, const Config& c, const PageOp& op) {
  if (op.page == kNil) return next_host_page(s, c, op.plane, op.stream);
  return {block_in_plane(c, op.page), page_on_flash(c, op.page)};
}

// Rules 9 and 10: may `op` join a command of `count` operations? `plane` is where it would go.
inline bool joins(const State& s, const Config& c, const PageOp& op, u32 count, u32 pending, Agreement& agreement) {
  const NextPage next = place_of(s, c, op);
  if (c.block_and_page != 0 && next.block != agreement.block) return false;
  if (op.page != kNil && next.page != agreement.page) return false;
  const u32 page = next.page > agreement.page ? next.page : agreement.page;
  const u64 sum = agreement.sum + next.page;
  const i64 wasted = static_cast<i64>(u64{page} * (count + 1) - sum);
  const bool predicate = c.multiplane == Willing::kPredicate && 
                         hook::multiplane(s, wasted, pending, count + 1) != 0;
  if (!willing(c.multiplane, wasted, predicate)) return false;
  agreement.page = page;
  agreement.sum = sum;
  return true;
}

inline Agreement agreement_of(const State& s, const Config& c, u32 leader) {
  const NextPage next = place_of(s, c, s.whole->ops.at[leader]);
  return {next.page, next.block, next.page};
}

inline void sort_by_plane(const Whole& w, Group& group) {
  for (u32 i = 1; i < group.count; ++i) {
    for (u32 k = i; k != 0 && w.ops.at[group.op[k]].plane < w.ops.at[group.op[k - 1]].plane; --k) {
      const u32 op = group.op[k];
      group.op[k] = group.op[k - 1];
      group.op[k - 1] = op;
    }
  }
}

// Heads of the die's other planes that could join `leader`, in sequence order (rule 9).
inline Group partners(const State& s, const Config& c, u32 leader, u32 unit) {
  const Whole& w = *s.whole;
  const PageOp& lead = w.ops.at[leader];
  const u32 first = lead.plane - lead.plane % c.planes;
  Group found{0, {}};
  for (u32 p = first; p < first + c.planes; ++p) {
    if (p == lead.plane) continue;
    const u32 op = is_read(lead.kind) ? head_read(s, c, p, unit) : head_of_order(s, c, p);
    if (op == kNil || is_read(w.ops.at[op].kind) != is_read(lead.kind) || !is_of_host(w.ops.at[op].kind)) continue;
    u32 k = found.count++;
    for (; k != 0 && w.ops.at[op].order < w.ops.at[found.op[k - 1]].order; --k) found.op[k] = found.op[k - 1];
    found.op[k] = op;
  }
  return found;
}

// S28: planes of the die whose head of the kind is ready, whether or not it can have a page.
inline u32 pending_in_die(const State& s, const Config& c, u32 leader) {
  const Whole& w = *s.whole;
  const PageOp& lead = w.ops.at[leader];
  const u32 first = lead.plane - lead.plane % c.planes;
  u32 pending = 0;
  for (u32 p = first; p < first + c.planes; ++p) {
    const u32 op = is_read(lead.kind) ? w.planes[p].reads.head : ready_head(s, c, p);
    pending += op != kNil && (is_read(lead.kind) || w.ops.at[op].kind == Kind::kProgram) ? 1 : 0;
  }
  return pending;
}

// The command that `leader`, a placed host operation, would begin: planes ascending.
[[gnu::noinline]] inline Group combine(const State& s, const Config& c, u32 leader, u32 unit) {
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo) return group;
  const Group others = partners(s, c, leader, unit);
  if (others.count == 0) return group;
  const u32 pending = c.multiplane == Willing::kPredicate ? pending_in_die(s, c, leader) : 0;
  Agreement agreement = agreement_of(s, c, leader);
  for (u32 i = 0; i < others.count; ++i) {
    if (joins(s, c, s.whole->ops.at[others.op[i]], group.count, pending, agreement)) group.op[group.count++] = others.op[i];
  }
  sort_by_plane(*s.whole, group);
  return group;
}

// Rule 12: the group goes to just the planes of the command.
inline bool same_planes(const Whole& w, const Group& group, const Command& command) {
  if (group.count != command.count) return false;
  u32 op = command.head;
  for (u32 i = 0; i < group.count; ++i, op = w.ops.at[op].next) {
    if (w.ops.at[group.op[i]].plane != w.ops.at[op].plane) return false;
  }
  return true;
}

// The command that may follow a running one in its cache register; count 0: none.
[[gnu::noinline]] inline Group successor(const State& s, const Config& c, u32 u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  const u32 op = choose_next(s, c, u);
  if (op == kNil || !is_of_host(w.ops.at[op].kind)) return {0, {}};
  if (is_read(w.ops.at[op].kind) != (unit.current.type == CommandType::kRead)) return {0, {}};
  const Group group = combine(s, c, op, u);
  return same_planes(w, group, unit.current) ? group : Group{0, {}};
}

}  // namespace ssd::whole

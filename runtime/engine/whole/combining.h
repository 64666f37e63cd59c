// Which operations of a die's planes make one command (rules 9, 10 and 12; S28). Nothing here changes anything but the
// agreement.
#pragma once
#include "runtime/engine/whole/candidates.h"
#include "runtime/engine/whole/destination.h"

namespace ssd::whole {

inline bool is_read(Kind kind) { return kind <= Kind::kReadAhead; }
inline bool is_of_host(Kind kind) { return kind <= Kind::kBuffered; }

// Operations of one command, at most one a plane of a die.
struct Group {
  u32 count;
  OpId op[kMostPlanes];
};

// What joining operations must agree in (R_c).
struct Agreement {
  u32 page, block;  // the largest next page so far; of the leader: block within its plane
  u64 sum;          // of next pages
};

inline NextPage place_of(const State& s, const Config& c, const PageOp& op) {
  if (op.page == kNoPage) return next_host_page(s, c, op.plane, op.stream);
  return {block_in_plane(c, op.page), page_on_flash(c, op.page)};
}

// Rules 9 and 10: may `op` join a command of `count` operations? `plane` is where it would go.
inline bool joins(const State& s, const Config& c, const PageOp& op, u32 count, u32 pending, Agreement& agreement) {
  const NextPage next = place_of(s, c, op);
  if (c.block_and_page != 0 && next.block != agreement.block) return false;
  if (op.page != kNoPage && next.page != agreement.page) return false;
  const u32 page = next.page > agreement.page ? next.page : agreement.page;
  const u64 sum = agreement.sum + next.page;
  const i64 wasted = static_cast<i64>(u64{page} * (count + 1) - sum);
  const bool predicate = c.multiplane == Willing::kPredicate && hook::multiplane(s, wasted, pending, count + 1) != 0;
  if (!willing(c.multiplane, wasted, predicate)) return false;
  agreement.page = page;
  agreement.sum = sum;
  return true;
}

inline Agreement agreement_of(const State& s, const Config& c, OpId leader) {
  const NextPage next = place_of(s, c, s.whole->ops[leader]);
  return {next.page, next.block, next.page};
}

inline void sort_by_plane(const Whole& w, Group& group) {
  for (u32 i = 1; i < group.count; ++i) {
    for (u32 k = i; k != 0 && w.ops[group.op[k]].plane < w.ops[group.op[k - 1]].plane; --k) {
      const OpId op = group.op[k];
      group.op[k] = group.op[k - 1];
      group.op[k - 1] = op;
    }
  }
}

// Heads of the die's other planes that could join `leader`, in sequence order (rule 9).
inline Group partners(const State& s, const Config& c, OpId leader, UnitId unit) {
  const Whole& w = *s.whole;
  const PageOp& lead = w.ops[leader];
  const PlaneId first = first_plane_of_die(c, lead.plane);
  Group found{0, {}};
  for (PlaneId p = first; p < first + c.planes; ++p) {
    if (p == lead.plane) continue;
    const OpId op = is_read(lead.kind) ? head_read(s, c, p, unit) : head_of_order(s, c, p);
    if (op == kNone || is_read(w.ops[op].kind) != is_read(lead.kind) || !is_of_host(w.ops[op].kind)) continue;
    u32 k = found.count++;
    for (; k != 0 && w.ops[op].order < w.ops[found.op[k - 1]].order; --k) found.op[k] = found.op[k - 1];
    found.op[k] = op;
  }
  return found;
}

// S28: planes of the die whose head of the kind is ready, whether or not it can have a page.
inline u32 pending_in_die(const State& s, const Config& c, OpId leader) {
  const Whole& w = *s.whole;
  const PageOp& lead = w.ops[leader];
  const PlaneId first = first_plane_of_die(c, lead.plane);
  u32 pending = 0;
  for (PlaneId p = first; p < first + c.planes; ++p) {
    const OpId op = is_read(lead.kind) ? w.planes[p].reads.head : ready_head(s, c, p);
    pending += op != kNone && (is_read(lead.kind) || w.ops[op].kind == Kind::kProgram) ? 1 : 0;
  }
  return pending;
}

// The command that `leader`, a placed host operation, would begin: planes ascending.
[[gnu::noinline]] inline Group combine(const State& s, const Config& c, OpId leader, UnitId unit) {
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo) return group;
  const Group others = partners(s, c, leader, unit);
  if (others.count == 0) return group;
  const u32 pending = c.multiplane == Willing::kPredicate ? pending_in_die(s, c, leader) : 0;
  Agreement agreement = agreement_of(s, c, leader);
  for (u32 i = 0; i < others.count; ++i) {
    if (joins(s, c, s.whole->ops[others.op[i]], group.count, pending, agreement))
      group.op[group.count++] = others.op[i];
  }
  sort_by_plane(*s.whole, group);
  return group;
}

// Rule 12: the group goes to just the planes of the command.
inline bool same_planes(const Whole& w, const Group& group, const Command& command) {
  if (group.count != command.count) return false;
  OpId op = command.head;
  for (u32 i = 0; i < group.count; ++i, op = w.ops[op].next) {
    if (w.ops[group.op[i]].plane != w.ops[op].plane) return false;
  }
  return true;
}

// The command that may follow a running one in its cache register; count 0: none.
[[gnu::noinline]] inline Group successor(const State& s, const Config& c, UnitId u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  const OpId op = choose_next(s, c, u);
  if (op == kNone || !is_of_host(w.ops[op].kind)) return {0, {}};
  if (is_read(w.ops[op].kind) != (unit.current.type == CommandType::kRead)) return {0, {}};
  const Group group = combine(s, c, op, u);
  return same_planes(w, group, unit.current) ? group : Group{0, {}};
}

}  // namespace ssd::whole

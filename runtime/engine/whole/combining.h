// Which operations of a die's planes form one command (command.combine, command.skip), and which command may be chained
// to it (command.cache_read, command.cache_program). Nothing here changes anything except the agreement.
#pragma once
#include "runtime/engine/whole/candidates.h"
#include "runtime/engine/whole/destination.h"

namespace ssd::whole {

inline bool is_read(Kind kind) { return kind <= Kind::kReadAhead; }
inline bool is_of_host(Kind kind) { return kind <= Kind::kBuffered; }

// The operations of one command, at most one for each plane of a die.
struct Group {
  u32 count;
  OpId op[kMostPlanes];
};

// What the operations of a command must agree on (command.combine).
struct Agreement {
  u32 page, block;  // the largest next page so far; the leader's block, as its number within the plane
  u64 sum;          // of all next pages
};

inline NextPage place_of(const State& s, const Config& c, const PageOp& op) {
  if (op.page == kNoPage) return next_host_page(s, c, op.plane, op.stream);
  return {block_in_plane(c, op.page), page_on_flash(c, op.page)};
}

// Whether `op` may join a command of `count` operations (command.combine, command.skip). op.plane is the plane that it
// would go to. If it joins, the agreement is updated.
inline bool joins(const State& s, const Config& c, const PageOp& op, u32 count, u32 pending, Agreement& agreement) {
  const NextPage next = place_of(s, c, op);
  if (c.block_and_page != 0 && next.block != agreement.block) return false;
  if (op.page != kNoPage && next.page != agreement.page) return false;
  const u32 page = next.page > agreement.page ? next.page : agreement.page;
  const u64 sum = agreement.sum + next.page;
  const i64 wasted = static_cast<i64>(u64{page} * (count + 1) - sum);
  const bool predicate = c.multiplane == Willing::kPredicate &&
                         hook::multiplane(s, wasted, pending, count + 1, is_read(op.kind), false) != 0;
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

// The heads of the die's other planes that could join `leader`, in ascending sequence number (command.combine).
inline Group partners(const State& s, const Config& c, OpId leader, UnitId unit) {
  const Whole& w = *s.whole;
  const PageOp& lead = w.ops[leader];
  const PlaneId first = first_plane_of_die(c, lead.plane);
  Group found{0, {}};
  const Unit& home = w.units[unit_of(c, lead.plane)];
  if ((is_read(lead.kind) ? home.ready_reads : home.queued - home.ready_reads) == 1) return found;  // it is alone
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

// `pending` of command.combine: planes of the die that have a ready head of the leader's kind, whether or not that head
// can get a page.
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

// The command that `leader`, a host operation with a plane, would begin: its operations, planes ascending.
[[gnu::noinline]] inline Group combine(const State& s, const Config& c, OpId leader, UnitId unit) {
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo || (c.plane_reads != 0 && is_read(s.whole->ops[leader].kind))) return group;
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

// Whether the group has exactly the planes of the command, as a chain needs (command.cache_read,
// command.cache_program).
inline bool same_planes(const Whole& w, const Group& group, const Command& command) {
  if (group.count != command.count) return false;
  OpId op = command.head;
  for (u32 i = 0; i < group.count; ++i, op = w.ops[op].next) {
    if (w.ops[group.op[i]].plane != w.ops[op].plane) return false;
  }
  return true;
}

// The command that may be chained to the running one by the cache register; count 0: none.
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

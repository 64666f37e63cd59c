// The trace records that the loop gives to a recorder (abi/phases.h): every bus transfer and every array phase, in the
// pieces in which they are accounted. Nothing here changes anything. Invariant: the recorded phases of a bus or a plane
// sum to its busy time in the results.
#pragma once
#include "runtime/engine/ftl/stripe.h"
#include "runtime/engine/nand/bus.h"
#include "runtime/engine/whole/pools.h"

namespace ssd::whole {

inline Ppn told_page(const State& s, const Config& c, Ppn page) {
  return page == kNoPage ? kNoPage : flash_page_of(s, c, page);
}

// ---- operations and collections

inline u64 request_of(const Whole& w, const PageOp& op) {
  const u32 slot = op.kind == Kind::kReadForModify ? w.ops[op.partner].slot : op.slot;
  return slot == kNone ? kNoRequest : w.slots[slot].number;
}

inline Purpose purpose_of(const PageOp& op) {
  if (op.kind == Kind::kReadForModify) return Purpose::kReadModifyWrite;
  if (op.kind == Kind::kReadAhead) return Purpose::kReadAhead;
  return op.kind == Kind::kProgram && op.slot == kNone && op.entry != kNone ? Purpose::kEviction : Purpose::kHost;
}

// Records a host operation that is granted now.
inline void tell_operation_of_host(State& s, const Config& c, OpId op) {
  const Whole& w = *s.whole;
  const PageOp& o = w.ops[op];
  const Ppn page = told_page(s, c, o.page);
  const bool programs = o.kind == Kind::kProgram;
  recorder(s)->operation(op.value, {.purpose = purpose_of(o),
                                    .request = request_of(w, o),
                                    .collection = kNoCollection,
                                    .lpn = o.lpn.value,
                                    .from = programs ? kNoPage : page,
                                    .to = programs ? page : kNoPage});
}

// Records a read, program or erase of a collection, or a copy, whose first bus transfer begins. The program of a move
// belongs to the operation that its read began.
inline void tell_operation_of_step(State& s, const Config& c, const Unit& unit, OpId op) {
  const Whole& w = *s.whole;
  const PageOp& o = w.ops[op];
  OperationTold told{.purpose = Purpose::kCollection,
                     .request = kNoRequest,
                     .collection = kNoCollection,
                     .lpn = o.lpn == kNoPage ? kNoLpn : u64{o.lpn.value},
                     .from = kNoPage,
                     .to = kNoPage};
  const Ppn page = o.kind == Kind::kCollection ? kNoPage : told_page(s, c, o.page);
  (o.kind == Kind::kMoveRead ? told.from : told.to) = page;
  if (o.kind == Kind::kCollection) {
    told.lpn = kNoLpn;
    told.collection = (has_superblocks(c) ? o.source : op).value;
  } else if (o.kind == Kind::kMoveRead || o.kind == Kind::kMoveProgram) {
    told.collection = o.source.value;
  } else if (unit.job == kNone) {
    told.purpose = o.entry != kNone ? Purpose::kWriteBack : Purpose::kReplica;
  } else {
    told.collection = unit.at_job.value;
    told.from = told_page(s, c, o.from);
  }
  if (told.collection != kNoCollection && w.ops[OpId(told.collection)].wear != 0)
    told.purpose = Purpose::kWearLevelling;
  recorder(s)->operation(op.value, told);
}

// Records a collection. `victim` is its global block number in the map's numbering.
[[gnu::cold]] inline void tell_collection(State& s, const Config& c, OpId job, PlaneId plane, u32 victim, bool forced) {
  const PageOp& o = s.whole->ops[job];
  recorder(s)->collection(job.value, {.plane = plane.value,
                                      .block = block_in_plane_of(c, victim),
                                      .purpose = o.wear != 0 ? Purpose::kWearLevelling : Purpose::kCollection,
                                      .forced = forced,
                                      .background = o.background != 0});
}

// ---- buses

// Records a part of a bus transfer from `begin`; returns its end.
inline Time tell_bus(State& s, const Config& c, UnitId u, OpId op, PhaseKind kind, Time begin, Time length,
                     u64 bytes = 0) {
  if (length != 0)
    recorder(s)->phase(
        op.value,
        {.kind = kind, .place = channel_of(c, u).value, .start = begin, .end = begin + length, .bytes = bytes});
  return begin + length;
}

// Records the commands of `count` operations, one behind the other; `op(i)` is the i-th operation.
template <class Operation>
inline Time tell_commands(State& s, const Config& c, UnitId u, u32 count, Operation op, Time at) {
  for (u32 i = 0; i < count; ++i) {
    if (i != 0) at = tell_bus(s, c, u, op(i), PhaseKind::kHeld, at, c.dummy_busy);
    at = tell_bus(s, c, u, op(i), PhaseKind::kCommand, at, c.command);
  }
  return at;
}

// Records programs that are granted now, each with its command and data in, from `at` on.
[[gnu::cold]] inline void tell_programs(State& s, const Config& c, UnitId u, u32 count, const OpId* ops, Time at) {
  for (u32 i = 0; i < count; ++i) {
    tell_operation_of_host(s, c, ops[i]);
    const u32 sectors = s.whole->ops[ops[i]].sectors;
    if (i != 0) at = tell_bus(s, c, u, ops[i], PhaseKind::kHeld, at, c.dummy_busy);
    at = tell_bus(s, c, u, ops[i], PhaseKind::kCommand, at, c.command);
    at =
        tell_bus(s, c, u, ops[i], PhaseKind::kDataIn, at, program_transfer_time(c, sectors), program_bytes(c, sectors));
  }
}

// Records reads that are granted now, up to their array phase, from `at` on.
[[gnu::cold]] inline void tell_reads(State& s, const Config& c, UnitId u, u32 count, const OpId* ops, Time at) {
  for (u32 i = 0; i < count; ++i) tell_operation_of_host(s, c, ops[i]);
  tell_commands(s, c, u, count, [ops](u32 i) { return ops[i]; }, at);
}

// Records the data out of a read command. It comes `lead` after now, behind the command of the successor
// (command.cache_read); the last `held` of `lead` is cache_busy.
[[gnu::cold]] inline void tell_data_out(State& s, const Config& c, UnitId u, const Command& command, Time lead,
                                        Time held) {
  const Whole& w = *s.whole;
  Time at = tell_bus(s, c, u, command.head, PhaseKind::kHeld, w.now + lead - held, held);
  OpId op = command.head;
  for (u32 i = 0; i < command.count; ++i, op = w.ops[op].next) {
    const u32 sectors = w.ops[op].sectors;
    at = tell_bus(s, c, u, op, PhaseKind::kDataOut, at, read_transfer_time(c, sectors), read_bytes(c, sectors));
  }
}

inline u64 whole_page_bytes(const Config& c) { return u64{c.page_bytes} + c.spare_bytes; }

// What the data out of a collection's read moves: a page with its spare, or the share of its units (iu.collection).
inline u64 bytes_out(const Config& c, const PageOp& move) {
  if (c.subpages == 1) return whole_page_bytes(c);
  return (move.sectors * whole_page_bytes(c) + c.subpages - 1) / c.subpages;
}

// Records the first bus transfer of a collection's step or a copy: its commands, and the data in of a program. That of
// a replica is recorded at its end (break_off.h).
[[gnu::cold]] inline void tell_step(State& s, const Config& c, UnitId u, const Command& command) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  const bool replica = unit.job == kNone && c.replicas != 0 && w.ops[command.head].entry == kNone;
  if (replica) return tell_operation_of_step(s, c, unit, command.head);
  const bool goes_on =
      command.type == CommandType::kProgram && unit.job != kNone && w.ops[command.head].from != kNoPage;
  Time at = w.now;
  OpId op = command.head;
  for (u32 i = 0; i < command.count; ++i, op = w.ops[op].next) {
    if (!goes_on) tell_operation_of_step(s, c, unit, op);
    if (i != 0) at = tell_bus(s, c, u, op, PhaseKind::kHeld, at, c.dummy_busy);
    at = tell_bus(s, c, u, op, PhaseKind::kCommand, at, c.command);
  }
  if (command.type == CommandType::kProgram)
    tell_bus(s, c, u, command.head, PhaseKind::kDataIn, at, transfer_time(c, whole_program_bytes(c)),
             whole_program_bytes(c));
}

[[gnu::cold]] inline void tell_move_out(State& s, const Config& c, UnitId u, OpId op) {
  const u64 bytes = bytes_out(c, s.whole->ops[op]);
  tell_bus(s, c, u, op, PhaseKind::kDataOut, s.whole->now, transfer_time(c, bytes), bytes);
}

// ---- arrays

// Records an array phase, `suspend` or `resume` of a command, for each of its planes.
[[gnu::cold]] inline void tell_array(State& s, const Command& command, PhaseKind kind, Time begin, Time end) {
  const Whole& w = *s.whole;
  if (begin == end) return;
  OpId op = command.head;
  for (u32 i = 0; i < command.count; ++i, op = w.ops[op].next) {
    recorder(s)->phase(op.value,
                       {.kind = kind, .place = w.ops[op].plane.value, .start = begin, .end = end, .bytes = 0});
  }
}

inline PhaseKind array_kind(CommandType type) {
  switch (type) {
    case CommandType::kRead: return PhaseKind::kRead;
    case CommandType::kProgram: return PhaseKind::kProgram;
    case CommandType::kErase: return PhaseKind::kErase;
    default: return PhaseKind::kCopyback;
  }
}

// ---- requests

[[gnu::cold]] inline void tell_request(State& s, const Slot& r) {
  recorder(s)->request({.number = r.number,
                        .request = request_of(r),
                        .arrival = r.arrival,
                        .admitted = r.admitted,
                        .completion = r.finish});
}

}  // namespace ssd::whole

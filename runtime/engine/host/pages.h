// The functional pass over one page: a request is cut into pages; each page finds or takes its place in the map and
// becomes flash operations. It works in order of arrival and never reads the clock.
#pragma once
#include "runtime/engine/ftl/collection.h"
#include "runtime/engine/ftl/sectors.h"
#include "runtime/engine/time/loops.h"

namespace ssd {

// The part of a request that lies in one page.
struct PagePart {
  Lpn lpn;
  u32 first, count;  // in sectors
};

inline PagePart page_part(const Config& c, const Request& request, u64 index) {
  const u64 lpn = request.sector / c.sectors_per_page + index;
  const u64 page_first = lpn * c.sectors_per_page;
  const u64 begin = request.sector > page_first ? request.sector - page_first : 0;
  const u64 last = request.sector + request.sectors - page_first;
  const u64 end = last < c.sectors_per_page ? last : c.sectors_per_page;
  return {Lpn(static_cast<u32>(lpn)), static_cast<u32>(begin), static_cast<u32>(end - begin)};
}

// The request is no flush.
inline u32 page_count(const Config& c, const Request& request) {
  return static_cast<u32>((request.sector + request.sectors - 1) / c.sectors_per_page -
                          request.sector / c.sectors_per_page + 1);
}

// The value that State::issued of the block gets when the host's program of this page is granted; 0 for a page that
// collection wrote, because reads of such a page always go to the flash (map.not_yet_programmed).
inline u64 stamp_of(const State& s, const Config& c, Ppn page) {
  const BlockLife life = s.life[block_of(c, page)];
  return (life & 1) != 0 ? 0 : (u64{life >> 1} << 16) | (page_in_block(c, page) + 1);
}

// Notes that the host programs a page of the block, either in the plane's current run of programs or as the first of a
// new run.
inline void note_host_block(State& s, PlaneId plane, u32 block) {
  HostBlocks& blocks = s.host_blocks[plane];
  if (blocks.recent[(blocks.begun - 1) % kRecentBlocks] == block) return;
  blocks.recent[blocks.begun++ % kRecentBlocks] = block;
}

// Whether a host program in the block may not have ended. If so, the stamp of a page tells whether its program has.
inline bool may_be_under_way(const State& s, PlaneId plane, u32 block) {
  const HostBlocks& blocks = s.host_blocks[plane];
  u32 found = blocks.begun - blocks.reached >= kRecentBlocks ? 1 : 0;
  for (u32 i = 0; i < kRecentBlocks; ++i) found |= blocks.recent[i] == block ? 1 : 0;
  return found != 0;
}

// The stamp that a read of the page waits for. How far the channels have advanced decides only how early a finished
// program is recognised, not the result.
inline u64 stamp_to_read(const State& s, const Config& c, Ppn page) {
  return may_be_under_way(s, plane_of_page(c, page), block_of(c, page)) ? stamp_of(s, c, page) : 0;
}

// A new operation of the present request.
inline FlashOp page_op(State& s, OpKind kind, Time ready, PlaneId plane, u32 block, u32 sectors, u64 stamp) {
  return {.ready = ready,
          .order = s.next_order++,
          .held = 0,
          .stamp = stamp,
          .next = kNone,
          .slot = s.partial_slot,
          .block = block,
          .partner = kNone,
          .plane = plane,
          .sectors = static_cast<u16>(sectors),
          .kind = kind,
          .waits = 0,
          .served = false};
}

inline FlashOp read_op(State& s, const Config& c, OpKind kind, Time ready, Ppn page, u32 sectors) {
  const u32 block = block_of(c, page);
  return page_op(s, kind, ready, plane_of_page(c, page), block, sectors, stamp_to_read(s, c, page));
}

// An operation that needs no flash, for the page that the request names.
inline void emit_instant(State& s, const Config& c, Time ready, Lpn lpn) {
  emit(s, c, page_op(s, OpKind::kInstant, ready, place(s, lpn), 0, 0, 0));
}

inline Status read_page(State& s, const Config& c, const PagePart& part, Time ready) {
  if (s.ops_available == 0) return Status::kNeedOps;
  const Ppn page = s.l2p[part.lpn];
  if (page == kNoPage) {
    ++s.flash.unwritten_reads;
    emit_instant(s, c, ready, part.lpn);
    return Status::kDone;
  }
  const FlashOp read = read_op(s, c, OpKind::kRead, ready, page, part.count);
  if (!carry_out_at_once(s, c, read)) emit(s, c, read);
  return Status::kDone;
}

// The pages that the request covers wholly lose their data (map.trim).
inline void lose_pages(State& s, const Config& c, const Request& request) {
  const u32 pages = page_count(c, request);
  for (u32 i = 0; i < pages; ++i) {
    const PagePart part = page_part(c, request, i);
    const Ppn page = s.l2p[part.lpn];
    if (part.count != c.sectors_per_page) continue;
    if (page != kNoPage) {
      invalidate(s, c, page);
      s.l2p[part.lpn] = kNoPage;
      if (s.written != nullptr) clear_written(s, first_sector_of(c, part.lpn), c.sectors_per_page);
      ++s.flash.trimmed;
    }
    hear_trim(s, c, part.lpn);
  }
}

// Completes the trim by one operation that needs no flash.
inline Status trim_pages(State& s, const Config& c, const Request& request) {
  if (s.ops_available == 0) return Status::kNeedOps;
  lose_pages(s, c, request);
  emit_instant(s, c, request.arrival, lpn_of_sector(c, request.sector));
  return Status::kDone;
}

// The plane of the page that is written now. With static placement that is the plane where it was before, which is
// cheaper to find.
inline PlaneId plane_of_write(State& s, const Config& c, Lpn lpn, Ppn before) {
  if (c.placement == Placement::kWriteOrder) return place_in_order(s, s.write_number++);
  return before == kNoPage ? place(s, lpn) : plane_of_page(c, before);
}

// Queues a program, behind the read of its read-modify-write if there is one.
inline void emit_program(State& s, const Config& c, const FlashOp& o, OpId read) {
  const OpId program = emit(s, c, o);
  if (s.before.at != nullptr) s.before[program] = {};
  if (read != kNone) s.ops[read].partner = program;
}

// Takes a page of the write's plane, which can give one; returns its program.
[[gnu::always_inline]] inline FlashOp take_and_bind(State& s, const Config& c, Lpn lpn, Time ready,
                                                    const PageWrite& w) {
  const Ppn page = take_host_page(s, c, w.plane, 0);
  const Ppn old = s.l2p[lpn];  // read after make_room(), which may have moved the page
  if (old != kNoPage) invalidate(s, c, old);
  bind(s, lpn, page);
  ++s.flash.host_programs;
  note_host_block(s, w.plane, block_of(c, page));
  FlashOp program = page_op(s, OpKind::kProgram, ready, w.plane, block_of(c, page), w.sectors, stamp_of(s, c, page));
  program.waits = w.read != kNone ? 1 : 0;
  return program;
}

// The stage that follows when the page is taken.
inline WriteStage stage_after_page(const State& s, PlaneId plane) {
  const PlaneSpace& space = s.space[plane];
  return trigger(s, space.free_pages, space.free_count) ? WriteStage::kCollects : WriteStage::kStart;
}

// Withdraws the write that finds no page and so ends the run or the drive's life: nothing of it remains but its forced
// collections (wear.end_of_life).
[[gnu::cold]] inline void withdraw_write(State& s, const Config& c) {
  if (c.placement == Placement::kWriteOrder) --s.write_number;
  if (s.write.page.read == kNone) return;
  withdraw(s, c, s.write.page.read);
  s.write.page.read = kNone;
}

// Carries out map.write_admission from the stage that the write has reached, which is not the first. The functional
// pass may run out of operations (a write can cause any number of collections); it continues where it stopped after the
// pool has been enlarged.
[[gnu::noinline]] inline Status continue_write(State& s, const Config& c, Lpn lpn, Time ready) {
  if (s.write.stage == WriteStage::kNeedsRoom) {
    if (const Status status = make_room(s, c, s.write.page.plane, ready); status != Status::kDone) {
      if (status == Status::kEndOfLife || status == Status::kDriveFull) withdraw_write(s, c);
      return status;
    }
    emit_program(s, c, take_and_bind(s, c, lpn, ready, s.write.page), s.write.page.read);
    s.write.stage = stage_after_page(s, s.write.page.plane);
  }
  return s.write.stage == WriteStage::kStart ? Status::kDone : collect_until_stop(s, c, s.write.page.plane, ready);
}

// Writes a page. Only a write whose plane has no room, or must collect, is noted in State::write.
[[gnu::always_inline]] inline Status write_page(State& s, const Config& c, const PagePart& part, Time ready) {
  if (s.write.stage != WriteStage::kStart) return continue_write(s, c, part.lpn, ready);
  if (s.ops_available < 2) return Status::kNeedOps;
  const Ppn before = s.l2p[part.lpn];
  const SectorEffect effect = write_sectors(s, c, part.lpn, part.first, part.count);
  PageWrite w{.plane = plane_of_write(s, c, part.lpn, before), .sectors = effect.written, .read = kNone};
  if (effect.kept != 0) w.read = emit(s, c, read_op(s, c, OpKind::kReadForModify, ready, before, effect.kept));
  WriteStage next = WriteStage::kNeedsRoom;
  if (can_take(s, c, w.plane, 0)) {
    const FlashOp program = take_and_bind(s, c, part.lpn, ready, w);
    if (!carry_out_at_once(s, c, program)) emit_program(s, c, program, w.read);
    next = stage_after_page(s, w.plane);
  }
  if (next == WriteStage::kStart) return Status::kDone;
  s.write.page = w;
  s.write.stage = next;
  return continue_write(s, c, part.lpn, ready);
}

}  // namespace ssd

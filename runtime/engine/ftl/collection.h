// The map's side of garbage collection: choose the victim, move its valid pages, free the block. A collection is
// complete in the map at once (collection.in_map); its flash operations follow as one job in the plane's queue. A page
// is valid if the map still points to it: this costs a look-up here, but no bit has to be maintained at every
// overwrite.
#pragma once
#include "runtime/engine/ftl/series.h"
#include "runtime/engine/ftl/tables.h"
#include "runtime/engine/ftl/victim.h"
#include "runtime/engine/ftl/wear.h"
#include "runtime/engine/time/operations.h"

namespace ssd {

// list_valid_pages() where groups have several logical pages.
[[gnu::noinline]] inline u32 list_valid_pages_of_groups(State& s, const Config& c, Ppn first) {
  constexpr u32 kAhead = 16;
  u32 count = 0;
  for (u32 i = 0; i < kAhead && i < c.pages; ++i) fetch_entries_of_group(s, group_noted(s, first + i));
  for (u32 i = 0; i < c.pages; ++i) {
    if (i + kAhead < c.pages) fetch_entries_of_group(s, group_noted(s, first + i + kAhead));
    const Lpn lpn = holder_of(s, first + i);
    s.moves[count] = lpn;
    count += lpn == kNoPage ? 0U : 1U;
  }
  return count;
}

// Lists the logical numbers of the victim's valid pages in State::moves, in ascending order of page, and returns their
// count.
inline u32 list_valid_pages(State& s, const Config& c, Ppn first) {
  constexpr u32 kAhead = 32, kLine = 64 / sizeof(Note);
  for (u32 i = 0; i < kAhead * 2 && i < c.pages; i += kLine) __builtin_prefetch(note_of(s, first + i));
  if (s.holders.group_log2 != 0) return list_valid_pages_of_groups(s, c, first);
  u32 count = 0;
  for (u32 i = 0; i < kAhead && i < c.pages; ++i) __builtin_prefetch(s.l2p.address(Lpn(group_noted(s, first + i))));
  for (u32 i = 0; i < c.pages; ++i) {
    if (i + kAhead < c.pages) __builtin_prefetch(s.l2p.address(Lpn(group_noted(s, first + i + kAhead))));
    const Lpn lpn(group_noted(s, first + i));
    s.moves[count] = lpn;
    count += s.l2p[lpn] == first + i ? 1U : 0U;
  }
  return count;
}

// The valid pages of a full block are elsewhere, so it is no longer a possible victim.
inline void empty_full_block(State& s, const Config& c, PlaneId plane, u32 block) {
  set_out(s, c, first_block(c, plane) + block);
  belongs_to(s, c, first_block(c, plane) + block, 0);
  if (c.victim_class == VictimClass::kOldest) leave_list_of_full(s, c, plane, block);
}

// The block is erased.
inline void regain_block(State& s, const Config& c, PlaneId plane, u32 block) {
  s.space[plane].free_pages += c.pages;
  add_free_block(s, c, plane, block);
}

// The block's valid pages are elsewhere: it is erased, and becomes free unless that erase retires it (wear.retirement).
inline void free_block_in_map(State& s, const Config& c, PlaneId plane, u32 block) {
  empty_full_block(s, c, plane, block);
  s.life[first_block(c, plane) + block] += 2;
  ++s.space[plane].erased;
  if (is_retired(s, c, first_block(c, plane) + block))
    ++s.retired_blocks;
  else
    regain_block(s, c, plane, block);
}

// The listed pages, which belong to the stream, take the next pages that moved ones get, in order; each step takes as
// many as the block has left.
inline void move_listed(State& s, const Config& c, PlaneId plane, u32 stream, u32 count) {
  for (u32 done = 0; done < count;) {
    const TakenPages taken = take_moved_pages(s, c, plane, stream, count - done);
    for (u32 i = 0; i < taken.count; ++i) bind(s, s.moves[done + i], taken.first + i);
    done += taken.count;
  }
}

// The same one page after another, where each page's stream is asked for or tables hear of it.
[[gnu::noinline]] inline void move_one_by_one(State& s, const Config& c, PlaneId plane, u64 victim, u32 count) {
  for (u32 i = 0; i < count; ++i) {
    const Lpn lpn = s.moves[i];
    const Ppn to = take_moved(s, c, plane, stream_of_move(s, c, victim, lpn));
    bind(s, lpn, to);
    hear_move(s, c, lpn, victim, to);
  }
}

// Collects one block in the map; false if there is no victim.
[[gnu::noinline]] inline bool collect_in_map(State& s, const Config& c, PlaneId plane, bool forced,
                                             CollectionJob& job) {
  const u32 victim = choose_victim(s, c, plane);
  if (victim == kNone) return false;
  const u64 block = first_block(c, plane) + victim;
  const u32 count = list_valid_pages(s, c, ppn(c, plane, victim, 0));
  count_moved_pages(s, c, block, count);
  if (c.asks_moves != 0 || c.hears_moves != 0)
    move_one_by_one(s, c, plane, block, count);
  else
    move_listed(s, c, plane, stream_of(s, c, block), count);
  hear_erase(s, c, block, count);
  job = {.plane = plane, .moves = count, .skipped = 0, .retires = retires_next(s, c, block)};
  free_block_in_map(s, c, plane, victim);
  ++s.flash.collections;
  s.flash.forced_collections += forced ? 1 : 0;
  return true;
}

// Does a wear collection (wear.static) in the map; false if there is nothing to level.
[[gnu::noinline]] inline bool level_wear_in_map(State& s, const Config& c, PlaneId plane, CollectionJob& job) {
  const Levelling found = find_levelling(s, c, plane);
  if (found.laggard == kNone) return false;
  const u32 count = list_valid_pages(s, c, ppn(c, plane, found.laggard, 0));
  count_moved_pages(s, c, first_block(c, plane) + found.laggard, count);
  const u32 destination = take_whole_block(s, c, plane, found, count);
  const u64 laggard = first_block(c, plane) + found.laggard;
  for (u32 i = 0; i < count; ++i) {
    bind(s, s.moves[i], ppn(c, plane, destination, i));
    hear_move(s, c, s.moves[i], laggard, ppn(c, plane, destination, i));
  }
  hear_erase(s, c, laggard, count);
  free_block_in_map(s, c, plane, found.laggard);
  ++s.flash.collections;
  job = {.plane = plane, .moves = count, .skipped = c.pages - count, .retires = false};
  return true;
}

// Takes an operation from the pool if there is something to level.
inline void level_wear(State& s, const Config& c, PlaneId plane, Time ready) {
  CollectionJob job;
  if (level_wear_in_map(s, c, plane, job)) emit_collection(s, c, job, ready);
}

// Looks at wear once after a write's forced collections and once after its triggered ones, if there were any. Leaves
// `spare` operations in the pool.
inline Status level_wear_if_collected(State& s, const Config& c, Time ready, u32 spare) {
  if (c.wear_static == 0 || s.write.collected == 0) return Status::kDone;
  if (s.ops_available <= spare) return Status::kNeedOps;
  s.write.collected = 0;
  level_wear(s, c, s.write.page.plane, ready);
  return Status::kDone;
}

// ---- series of collections (ftl/series.h) ---------------------------------------------------------------------------

// The goal of forced collections (map.write_admission): the host can take a page. No collection ends this series for
// want of gain: it continues while there is a victim.
struct HostRoom {
  const State& s;
  PlaneId plane;
  u32 stream;
  bool reached(const Config& c) const { return can_take(s, c, plane, stream); }
  bool forced() const { return true; }
  PlaneId next_plane(const Config&) const { return plane; }
  bool goes_on(const Config&, PlaneId, bool) const { return true; }
};

// The goal of triggered collections (collection.series): `stop` holds. A collection that gained nothing ends the
// series. In these loops only a collection that wore its block out (wear.retirement) can have gained nothing, because
// no page is skipped for copyback. So without an endurance this is not checked.
struct UntilStop {
  const State& s;
  PlaneId plane;
  bool reached(const Config& c) const { return stop(s, s.space[plane].free_pages, free_blocks_of(s, c, plane)); }
  bool forced() const { return false; }
  PlaneId next_plane(const Config&) const { return plane; }
  bool goes_on(const Config& c, PlaneId, bool gained) const { return c.endurance == 0 || gained; }
};

// The sink that makes each collection an operation and leaves `spare` operations in the pool for what follows.
struct Operations {
  State& s;
  Time ready;
  u32 spare;
  bool has_memory() const { return s.ops_available > spare; }
  bool collect(const Config& c, PlaneId plane, bool forced) {
    CollectionJob job;
    if (!collect_in_map(s, c, plane, forced, job)) return false;
    s.write.collected = 1;
    emit_collection(s, c, job, ready);
    return true;
  }
};

// Makes room for a host page, by forced collections if necessary (map.write_admission, step 2). Leaves one operation in
// the pool for the program that follows.
inline Status make_room(State& s, const Config& c, PlaneId plane, Time ready) {
  HostRoom goal{s, plane, 0};
  Operations sink{s, ready, 1};
  const SeriesEnd end = run_series(s, c, goal, sink);
  if (end == SeriesEnd::kNoMemory) return Status::kNeedOps;
  if (const Status status = level_wear_if_collected(s, c, ready, 1); status != Status::kDone) return status;
  if (end == SeriesEnd::kReached) return s.ops_available == 0 ? Status::kNeedOps : Status::kDone;
  s.full_plane = plane;
  return has_retired_block(s, c, plane) ? Status::kEndOfLife : Status::kDriveFull;
}

// Once the trigger holds: collects until the series ends (map.write_admission, step 5; collection.series).
inline Status collect_until_stop(State& s, const Config& c, PlaneId plane, Time ready) {
  if (s.write.stage == WriteStage::kCollects) {
    UntilStop goal{s, plane};
    Operations sink{s, ready, 0};
    const SeriesEnd end = run_series(s, c, goal, sink);
    if (end == SeriesEnd::kNoMemory) return Status::kNeedOps;
    if (end == SeriesEnd::kNoGain) s.write.stage = WriteStage::kEndsSeries;
  }
  if (const Status status = level_wear_if_collected(s, c, ready, 0); status != Status::kDone) return status;
  s.write.stage = WriteStage::kStart;
  return Status::kDone;
}

}  // namespace ssd

// Conservation laws: see check.h.
#include "runtime/run/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runtime/engine/ftl/space.h"

namespace ssd::run {
namespace {

// A broken law breaks for many pages or requests at once, so only the first few findings are kept.
class Findings {
 public:
  template <class... Values>
  void add(fmt::format_string<Values...> form, Values&&... values) {
    if (++count_ <= kMostTold) told_.push_back(fmt::format(form, std::forward<Values>(values)...));
  }
  std::vector<std::string> take() {
    if (count_ > kMostTold) told_.push_back(fmt::format("{} more", count_ - kMostTold));
    return std::move(told_);
  }

 private:
  static constexpr u64 kMostTold = 20;
  u64 count_ = 0;
  std::vector<std::string> told_;
};

void check_busy(const char* what, const std::vector<results::Busy>& list, Findings& found) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].total() > 1.0 + 1e-12) found.add("{} {} was busy {:.6f} of the time", what, i, list[i].total());
  }
}

void check_units(const results::Results& r, Findings& found) {
  for (std::size_t i = 0; i < r.units.size(); ++i) {
    const UnitTimes& u = r.units[i];
    if (u128{u.array} + u.bus + u.contention > r.clock) {
      found.add("unit {} has {} ns of array, {} of bus and {} of contention in a clock of {}", i, u.array, u.bus,
                u.contention, r.clock);
    }
  }
}

u128 slot_wait(const u128* parts) { return std::accumulate(parts + kSummedParts, parts + kParts, u128{0}); }
Time slot_wait(const Time* parts) { return std::accumulate(parts + kSummedParts, parts + kParts, Time{0}); }

// The parts of the response times sum to the response times (account.split), and those of the waits for a slot of the
// buffer are within it (account.slot_wait).
void check_parts(const State& s, Findings& found) {
  for (u32 d = 0; d < kDirections; ++d) {
    u128 sum = 0;
    for (u32 p = 0; p < kSummedParts; ++p) sum += s.host.parts[d][p];
    if (slot_wait(s.host.parts[d]) > s.host.parts[d][static_cast<u32>(Part::kBuffer)])
      found.add("requests of direction {} waited longer for slots than for the buffer", d);
    if (sum == s.response[d].sum) continue;
    found.add("the response times of direction {} sum to {} ns, their parts to {}", d,
              static_cast<double>(s.response[d].sum), static_cast<double>(sum));
  }
}

// The counts of the flows, or of the phases that are counted, sum to those of the host (host.flows, account.phases).
void check_flows(const State& s, const results::Results& r, Findings& found) {
  for (u32 d = 0; s.flow_count != 0 && d < kDirections; ++d) {
    u64 requests = 0, bytes = 0;
    u128 times = 0;
    for (u32 i = 0; i < s.flow_count; ++i) {
      if (i < r.flows.size() && !r.flows[i].counted) continue;
      requests += s.flows[i].host.completed[d];
      bytes += s.flows[i].host.bytes[d];
      times += s.flows[i].response[d].sum;
    }
    if (requests == s.host.completed[d] && bytes == s.host.bytes[d] && times == s.response[d].sum) continue;
    found.add("the flows have {} requests of direction {}, the host {}", requests, d, s.host.completed[d]);
  }
}

// The same for each request, if splits were kept. Of a request that the run did not complete, all parts are 0.
void check_splits(const State& s, u64 requests, Findings& found) {
  if (s.split_out == nullptr) return;
  for (u64 i = 0; i < requests; ++i) {
    const Time(&parts)[kParts] = s.split_out[i];
    u128 sum = 0;
    for (u32 p = 0; p < kSummedParts; ++p) sum += parts[p];
    const Time response = s.completion_out[i] == kNever ? 0 : s.completion_out[i] - s.arrival_out[i];
    if (sum != response) found.add("request {} took {} ns, its parts {}", i, response, static_cast<double>(sum));
    if (slot_wait(parts) > parts[static_cast<u32>(Part::kBuffer)])
      found.add("request {} waited longer for a slot than for the buffer", i);
  }
}

// Every logical page points to a physical page that points back to it, and every block holds as many valid pages as it
// counts.
void check_map(const State& s, const Config& c, const std::vector<u32>& programmed, Findings& found) {
  std::vector<u32> valid(std::size_t{c.map_planes} * c.block_stride);
  for (Lpn lpn{0}; lpn.value < c.logical_pages; ++lpn) {
    const Ppn page = s.l2p[lpn];
    if (page == kNoPage) continue;
    ++valid[block_of(c, page)];
    if (holder_of(s, page) != lpn)
      found.add("logical page {} and its physical page {} disagree", lpn.value, page.value);
    if (page_in_block(c, page) >= programmed[block_of(c, page)]) {
      found.add("logical page {} is at physical page {}, which is not programmed", lpn.value, page.value);
    }
  }
  for (std::size_t b = 0; b < valid.size(); ++b) {
    const u32 counted = valid_pages(s, c, b);
    if (counted != valid[b]) found.add("block {} counts {} valid pages and has {}", b, counted, valid[b]);
  }
}

// How many pages of each block are programmed or skipped: none of a free block, those before the write pointer of a
// begun or active block, otherwise all. So every page is free, valid or invalid, and by check_map() only one of these.
std::vector<u32> programmed_pages(const State& s, const Config& c, Findings& found) {
  constexpr u32 kFull = ~u32{0};
  std::vector<u32> result(std::size_t{c.map_planes} * c.block_stride, kFull);
  const auto set = [&](PlaneId plane, u32 block, u32 pages) {
    u32& programmed = result[first_block(c, plane) + block];
    if (programmed != kFull) found.add("block {} of plane {} is free or active twice", block, plane.value);
    programmed = pages;
  };
  for (PlaneId p{0}; p.value < c.map_planes; ++p) {
    const PlaneSpace& space = s.space[p];
    for (u32 i = 0; i < space.free_count; ++i) set(p, free_block(s, c, p, i), 0);
    for (u32 b = 0; c.begun != 0 && b < c.blocks; ++b) {
      if (const u32 begun = s.begun_pages[first_block(c, p) + b]; begun != 0) set(p, b, begun);
    }
    const auto set_active = [&](const Active& active) {
      if (active.block != kNone) set(p, active.block, active.page);
    };
    for (u32 stream = 0; stream < c.streams; ++stream) set_active(host_head(s, c, p, stream));
    for (u32 stream = 0; stream < own_heads(c); ++stream) set_active(own_head(s, c, p, stream));
  }
  std::ranges::replace(result, kFull, c.pages);
  return result;
}

void check_space(const State& s, const Config& c, const std::vector<u32>& programmed, Findings& found) {
  for (PlaneId p{0}; p.value < c.map_planes; ++p) {
    const PlaneSpace& space = s.space[p];
    u64 free = 0;
    for (u64 b = first_block(c, p); b < first_block(c, p) + c.blocks; ++b) free += c.pages - programmed[b];
    if (free != space.free_pages)
      found.add("plane {} counts {} free pages and has {}", p.value, space.free_pages, free);
    if (space.free_count == 0 && !has_retired_block(s, c, p)) found.add("plane {} has used its reserve block", p.value);
  }
}

// The pages of all commands of a type. Commands of more planes than are counted separately cannot be added up.
u64 pages_of(const CommandCounts& commands, CommandType type) {
  const results::CommandClasses c = results::classes(commands, type);
  u64 pages = 0;
  for (u32 i = 0; i < kMostPlanes; ++i) pages += c.by_planes[i] * (i + 1);
  return pages;
}

void check_commands(const Config& c, const results::Results& r, Findings& found) {
  if (c.planes > kMostPlanes) return;
  const auto agree = [&](const char* what, CommandType type, u64 counted) {
    const u64 pages = pages_of(r.commands, type);
    if (pages != counted) found.add("the commands made {} {}, the counts say {}", pages, what, counted);
  };
  const FlashCounts& f = r.flash;
  const u64 given = c.cost_zero != 0 ? 0 : 1;  // collections that take no time form no commands (collection.cost_zero)
  agree("page reads", CommandType::kRead, f.host_reads + given * f.collection_reads);
  agree("page programs", CommandType::kProgram,
        (f.host_programs + given * (f.collection_programs - f.copybacks)) / c.program_pages + f.replica_programs);
  agree("erases", CommandType::kErase, given * f.erases);
  agree("copybacks", CommandType::kCopyback, given * f.copybacks);
}

// The pages of all streams are those of the drive (account.streams).
void check_streams(const results::Results& r, bool complete, Findings& found) {
  if (r.streams.empty()) return;
  StreamPages sum{};
  for (const StreamPages& pages : r.streams) sum.host += pages.host, sum.moved += pages.moved;
  if (sum.host != r.flash.host_programs)
    found.add("the streams have {} pages of the host, the drive has {}", sum.host, r.flash.host_programs);
  if (complete && r.collects_by_stream && sum.moved != r.flash.collection_programs)
    found.add("the streams have {} moved pages, the drive has {}", sum.moved, r.flash.collection_programs);
}

// At the end no chip is busy, and no collection holds a unit (account.conflicts).
void check_rest(const State& s, const Config& c, bool complete, Findings& found) {
  if (c.whole == 0 || !complete) return;
  const whole::Whole& w = *s.whole;
  if (w.busy_chips != 0 || w.holds != 0)
    found.add("{} chips are busy and {} collections and copies hold units when all has ended", w.busy_chips, w.holds);
}

// A held page is in one slot and not on the flash; every page read into a slot was written back, was dropped, or is
// still there (copies.any_idle).
void check_held(const State& s, const Config& c, bool complete, Findings& found) {
  if (c.any_idle_slots == 0) return;
  const whole::HeldPages& held = s.whole->held;
  u64 count = 0, busy = 0;
  for (u32 i = 0; i < c.any_idle_slots; ++i) {
    const whole::HeldPage& slot = held.at[i];
    busy += slot.state == whole::SlotState::kReserved || slot.state == whole::SlotState::kWritten ? 1 : 0;
    if (!whole::is_held(slot)) continue;
    ++count;
    if (whole::slot_with(held, slot.lpn) != i)
      found.add("logical page {} is held in slot {}, and also elsewhere", slot.lpn.value, i);
    if (s.l2p[slot.lpn] != kNoPage)
      found.add("logical page {} is held in slot {} and at physical page {}", slot.lpn.value, i,
                Ppn(s.l2p[slot.lpn]).value);
  }
  const FlashCounts& f = s.flash;
  if (complete && (busy != 0 || f.buffered_moves != f.write_backs + held.dropped + count)) {
    found.add("{} pages were read into slots: {} written back, {} dropped, {} held, {} on their way", f.buffered_moves,
              f.write_backs, held.dropped, count, busy);
  }
}

// The list holds dirty entries that belong there, as many as it counts (buffer.flush, buffer.asked).
u64 check_dirty_list(const whole::Buffer& b, const whole::DirtyList& list, u32 number, Findings& found) {
  const bool asked = &list == &b.asked[number], whole = &list == &b.whole[number];
  u64 count = 0, flushing = 0;
  for (u32 entry = list.head; entry != kNone; entry = b.entries[entry].dirtied_after) {
    const whole::Entry& e = b.entries[entry];
    ++count;
    flushing += e.flushing;
    const bool belongs = asked ? e.asked != 0 : e.asked == 0 && (e.whole != 0) == whole;
    if (e.state != whole::EntryState::kResident || e.dirty == 0 || !belongs || e.lists != number)
      found.add("logical page {} waits to be flushed and should not", e.lpn.value);
  }
  if (count != list.count || flushing != list.flushing)
    found.add("{} entries wait to be flushed, {} of them being flushed already; counted are {} and {}", count, flushing,
              list.count, list.flushing);
  return count;
}

// Every slot of the DRAM buffer is free or has one entry (buffer.entry), and what is dirty waits to be flushed.
void check_buffer(const State& s, const Config& c, Findings& found) {
  if (c.buffer_slots == 0 || s.whole == nullptr) return;
  const whole::Buffer& b = s.whole->buffer;
  u64 used = b.evicting + b.free_slots, dirty = 0, flushed = 0;
  for (u32 entry = b.loading.head; entry != kNone; entry = b.entries[entry].next) ++used;
  for (u32 entry = b.resident.head; entry != kNone; entry = b.entries[entry].next) {
    const whole::Entry& e = b.entries[entry];
    ++used;
    dirty += e.dirty;
    flushed += e.flushing != 0 && e.dirty == 0 ? 1 : 0;
    if (whole::open_entry(b, e.lpn) != entry) found.add("logical page {} has two entries in the buffer", e.lpn.value);
  }
  if (used != c.buffer_slots) found.add("the buffer accounts for {} of its {} slots", used, c.buffer_slots);
  if (flushed != b.flushed) found.add("{} entries are clean and being flushed, {} are counted", flushed, b.flushed);
  if (!whole::lists_dirty(c)) return;
  u64 listed = 0;
  for (u32 i = 0; i < whole::dirty_lists(c); ++i) {
    for (const whole::DirtyList* lists : {b.whole, b.partial, b.asked})
      listed += check_dirty_list(b, lists[i], i, found);
  }
  if (listed != dirty) found.add("{} entries are dirty, {} wait to be flushed", dirty, listed);
}

// Replicas are programmed pages that hold no logical page's only data; there are no more of them than allowed
// (copies.replicate).
void check_replicas(const State& s, const Config& c, const std::vector<u32>& programmed, Findings& found) {
  if (c.replicas == 0) return;
  const whole::Replicas& r = s.whole->replicas;
  u32 count = 0;
  for (u32 i = 0; i < c.replicas; ++i) {
    const whole::Replica& replica = r.at[i];
    if (replica.page == kNoPage) continue;
    ++count;
    if (whole::replica_of(r, replica.lpn) != i)
      found.add("logical page {} has replica {} and another one", replica.lpn.value, i);
    if (holder_of(s, replica.page) != kNoPage ||
        page_in_block(c, replica.page) >= programmed[block_of(c, replica.page)]) {
      found.add("the replica of logical page {} at physical page {} is missing", replica.lpn.value, replica.page.value);
    }
  }
  if (count != r.count) found.add("{} replicas are counted, {} exist", r.count, count);
}

// Retired blocks hold nothing and are not in use; no block was erased more often than its endurance (wear.retirement).
void check_retirement(const State& s, const Config& c, const std::vector<u32>& programmed, Findings& found) {
  if (c.endurance == 0) return;
  u32 retired = 0;
  for (u64 block = 0; block < programmed.size(); ++block) {
    if (s.life[block] >> 1 > c.endurance)
      found.add("block {} was erased {} times, and its endurance is {}", block, s.life[block] >> 1, c.endurance);
    if (!is_retired(s, c, block)) continue;
    ++retired;
    if (programmed[block] != c.pages || is_eligible_block(s, c, block) || valid_pages(s, c, block) != 0)
      found.add("block {} is worn out and in use", block);
  }
  if (retired != s.retired_blocks) found.add("{} blocks count as retired, {} are", s.retired_blocks, retired);
}

// Unless the drive's life ended, every request is completed and no operation is left.
void check_completion(const State& s, const results::Results& r, u64 requests, Findings& found) {
  if (r.completed() != requests) found.add("{} of {} requests completed", r.completed(), requests);
  if (s.ops_available != s.ops.capacity)
    found.add("{} flash operations were never carried out", s.ops.capacity - s.ops_available);
}

// The places of all programmed pages hold units or are padding (iu.account).
void check_units_of_map(const Config& c, const FlashCounts& f, Findings& found) {
  const u64 places = u64{c.subpages} * (f.host_programs + f.collection_programs);
  if (places != f.units + f.padding)
    found.add("{} programmed places are {} units and {} places of padding", places, f.units, f.padding);
}

// What collection read it has programmed.
void check_moves(const FlashCounts& f, Findings& found) {
  // Pages read into slots are counted when they are written back (copies.write_back).
  if (f.collection_reads - f.buffered_moves + f.copybacks != f.collection_programs - f.write_backs) {
    found.add("collection read {} pages ({} into slots), copied {} back and programmed {} ({} from slots)",
              f.collection_reads, f.buffered_moves, f.copybacks, f.collection_programs, f.write_backs);
  }
}

// Everything that was begun was carried out.
void check_work(const Config& c, const results::Results& r, Findings& found) {
  const FlashCounts& f = r.flash;
  if (!shares_programs(c))
    check_moves(f, found);
  else
    check_units_of_map(c, f, found);
  if (f.wear_collections + f.forced_collections > f.collections) {
    found.add("{} collections, {} of them forced and {} for wear", f.collections, f.forced_collections,
              f.wear_collections);
  }
  if (f.erases != f.collections * c.stripe) found.add("{} collections made {} erases", f.collections, f.erases);
  if (r.erases.total != f.erases) found.add("blocks count {} erases, the flash {}", r.erases.total, f.erases);
  if (!r.functional_only) check_commands(c, r, found);
}

// The laws of the timing half, which a run of the functional pass alone does not have.
void check_timing(const State& s, const results::Results& r, u64 requests, Findings& found) {
  check_busy("channel", r.channels, found);
  check_busy("chip", r.chips, found);
  check_busy("die", r.dies, found);
  check_busy("plane", r.planes, found);
  check_units(r, found);
  check_parts(s, found);
  check_flows(s, r, found);
  check_splits(s, requests, found);
}

}  // namespace

std::vector<std::string> check_conservation(const State& s, const Config& c, const results::Results& r, u64 requests,
                                            Ending ending) {
  Findings found;
  if (!r.functional_only) check_timing(s, r, requests, found);
  const std::vector<u32> programmed = programmed_pages(s, c, found);
  check_map(s, c, programmed, found);
  check_space(s, c, programmed, found);
  check_retirement(s, c, programmed, found);
  check_streams(r, ending != Ending::kCutShort, found);
  check_held(s, c, ending != Ending::kCutShort, found);
  check_rest(s, c, ending != Ending::kCutShort, found);
  check_replicas(s, c, programmed, found);
  check_buffer(s, c, found);
  if (ending == Ending::kComplete) check_completion(s, r, requests, found);
  if (ending != Ending::kCutShort) check_work(c, r, found);
  return found.take();
}

}  // namespace ssd::run

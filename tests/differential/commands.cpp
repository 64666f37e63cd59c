// Commands, collection and schedule of a random case. Each row of a table has an expression twice: as a user writes it,
// and as a C++ function written from the language's definition, not from the compiler. {} in a text is the shape's
// number.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "tests/differential/copies.h"
#include "tests/differential/fields_case.h"
#include "tests/differential/policies.h"
#include "tests/differential/reach.h"
#include "tests/differential/superblocks.h"

namespace ssd::differential {
namespace {

using oracle::Willing;

// Predicates between wise and blind, some beyond both, and some that hold never or nearly always.
struct Predicate {
  const char* text;
  bool (*value)(const oracle::CommandView& w, int64_t k);
};
constexpr Predicate kMultiplane[] = {
    {"w.wasted <= {} and w.pending >= 2",
     [](const oracle::CommandView& w, int64_t k) { return w.wasted <= k && w.pending >= 2; }},
    {"w.wasted == 0", [](const oracle::CommandView& w, int64_t) { return w.wasted == 0; }},
    {"w.wasted < w.planes", [](const oracle::CommandView& w, int64_t) { return w.wasted < w.planes; }},
    {"w.planes <= {}", [](const oracle::CommandView& w, int64_t k) { return w.planes <= k; }},
    {"w.pending > w.wasted", [](const oracle::CommandView& w, int64_t) { return w.pending > w.wasted; }},
    {"w.planes == w.pending", [](const oracle::CommandView& w, int64_t) { return w.planes == w.pending; }},
    {"now % 100us < {}0us",
     [](const oracle::CommandView& w, int64_t k) { return static_cast<int64_t>(w.around.now % 100'000) < k * 10'000; }},
    {"w.wasted == 0 or write_amplification > 1.25",
     [](const oracle::CommandView& w, int64_t) { return w.wasted == 0 || w.around.write_amplification > 1.25; }},
    {"w.is_read", [](const oracle::CommandView& w, int64_t) { return w.is_read; }},
    {"w.is_gc or w.wasted < w.planes",
     [](const oracle::CommandView& w, int64_t) { return w.is_gc || w.wasted < w.planes; }},
    {"not w.is_gc and w.pending >= {}",
     [](const oracle::CommandView& w, int64_t k) { return !w.is_gc && w.pending >= k; }},
};
constexpr Predicate kCopyback[] = {
    {"w.wasted == 0", [](const oracle::CommandView& w, int64_t) { return w.wasted == 0; }},
    {"w.wasted == 1", [](const oracle::CommandView& w, int64_t) { return w.wasted == 1; }},
    {"w.planes + w.pending + w.wasted <= {}",
     [](const oracle::CommandView& w, int64_t k) { return w.planes + w.pending + w.wasted <= k; }},
    {"w.pending > 1", [](const oracle::CommandView& w, int64_t) { return w.pending > 1; }},
    {"w.wasted == 0 or now % 1ms < {}00us",
     [](const oracle::CommandView& w, int64_t k) {
       return w.wasted == 0 || static_cast<int64_t>(w.around.now % 1'000'000) < k * 100'000;
     }},
    {"write_amplification < 1.5",
     [](const oracle::CommandView& w, int64_t) { return w.around.write_amplification < 1.5; }},
};

// Priorities by kind (which the engine keeps sorted), by waiting time (which changes while an operation waits), by
// request and by unit. A write without a place has 0 in every field of `op.unit` (place.unit_record), which rows that
// read the unit check.
struct Priority {
  const char* text;
  int64_t (*value)(const oracle::OpView& o, int64_t k);
};
constexpr Priority kPriorities[] = {
    {"if op.is_read then 1 else 0", [](const oracle::OpView& o, int64_t) -> int64_t { return o.is_read; }},
    {"if op.is_read and op.is_host then 2 else if op.is_erase then {} - 3 else if op.is_gc then 0 else 1",
     [](const oracle::OpView& o, int64_t k) {
       return o.is_read && o.is_host ? 2 : o.is_erase ? k - 3 : o.is_gc ? 0 : int64_t{1};
     }},
    {"if op.is_gc then {} else 3", [](const oracle::OpView& o, int64_t k) { return o.is_gc ? k : 3; }},
    {"if op.is_write then {} else 1", [](const oracle::OpView& o, int64_t k) { return o.is_write ? k : 1; }},
    {"if op.waited > {}us then 3 else if op.is_read then 2 else if op.is_gc then 0 else 1",
     [](const oracle::OpView& o, int64_t k) {
       return o.waited > k * 1000 ? 3 : o.is_read ? 2 : o.is_gc ? 0 : int64_t{1};
     }},
    {"op.waited", [](const oracle::OpView& o, int64_t) { return o.waited; }},
    {"0 - op.pages", [](const oracle::OpView& o, int64_t) { return -o.pages; }},
    {"if op.is_read then op.pages + {} else 2",
     [](const oracle::OpView& o, int64_t k) { return o.is_read ? o.pages + k : 2; }},
    {"op.unit.die", [](const oracle::OpView& o, int64_t) { return o.unit.die; }},
    {"if op.is_host then op.unit.plane - op.unit.chip else op.unit.channel",
     [](const oracle::OpView& o, int64_t) { return o.is_host ? o.unit.plane - o.unit.chip : o.unit.channel; }},
    {"if op.is_read then 0us - op.waited else op.waited",
     [](const oracle::OpView& o, int64_t) { return o.is_read ? -o.waited : o.waited; }},
    {"op.unit.queued", [](const oracle::OpView& o, int64_t) { return o.unit.queued; }},
    {"if op.is_read then {} else 3 - op.unit.queued",
     [](const oracle::OpView& o, int64_t k) { return o.is_read ? k : 3 - o.unit.queued; }},
    {"0us - op.unit.busy_for", [](const oracle::OpView& o, int64_t) { return -o.unit.busy_for; }},
    {"if op.is_gc then {}0us else op.unit.busy_for",
     [](const oracle::OpView& o, int64_t k) { return o.is_gc ? k * 10'000 : o.unit.busy_for; }},
    {"op.unit.free_pages", [](const oracle::OpView& o, int64_t) { return o.unit.free_pages; }},
    {"if op.is_gc and op.unit.free_pages < {} then 2 else if op.is_gc then 0 else 1",
     [](const oracle::OpView& o, int64_t k) {
       return o.is_gc && o.unit.free_pages < k ? 2 : o.is_gc ? 0 : int64_t{1};
     }},
    {"if now % 50us < {}us then op.pages else 0 - op.pages",
     [](const oracle::OpView& o, int64_t k) {
       return static_cast<int64_t>(o.around.now % 50'000) < k * 1000 ? o.pages : -o.pages;
     }},
    {"if write_amplification > 1.5 and op.is_gc then {} else if op.is_gc then 0 else 1",
     [](const oracle::OpView& o, int64_t k) {
       return o.around.write_amplification > 1.5 && o.is_gc ? k : o.is_gc ? 0 : int64_t{1};
     }},
};

// A ratio is a share of the pages or blocks of all planes that are counted. It is compared exactly, here by
// cross-multiplication.
struct Plane {
  int64_t blocks, pages, of_scope;
  int64_t places;  // in a block: pages, or indirection units
};
using oracle::Around;
// Rows with a `stop` collect several blocks in a row; with the modulo, collection begins while there is plenty of room.
struct Trigger {
  const char* text;  // trigger and stop
  bool (*trigger)(int64_t free_pages, int64_t free_blocks, int64_t k, Plane p, const Around& a);
  bool (*stop)(int64_t free_pages, int64_t free_blocks, int64_t k, Plane p, const Around& a);  // null: left out
};
constexpr Trigger kTriggers[] = {
    {"trigger: free_pages < {0}0%",
     [](int64_t free, int64_t, int64_t k, Plane p, const Around&) {
       return free * 10 < k * p.blocks * p.places * p.of_scope;
     },
     nullptr},
    {"trigger: free_pages < {0}%",
     [](int64_t free, int64_t, int64_t k, Plane p, const Around&) {
       return free * 100 < k * p.blocks * p.places * p.of_scope;
     },
     nullptr},
    {"trigger: free_blocks < {0} stop: free_blocks >= {0} + 1",
     [](int64_t, int64_t free, int64_t k, Plane, const Around&) { return free < k; },
     [](int64_t, int64_t free, int64_t k, Plane, const Around&) { return free >= k + 1; }},
    {"trigger: free_blocks < 3 stop: free_blocks >= 2 + {0}",
     [](int64_t, int64_t free, int64_t, Plane, const Around&) { return free < 3; },
     [](int64_t, int64_t free, int64_t k, Plane, const Around&) { return free >= 2 + k; }},
    {"trigger: free_blocks <= 12.5% or free_pages % 5 == 0 stop: not (free_pages < 2 * pages)",
     [](int64_t free_pages, int64_t free, int64_t, Plane p, const Around&) {
       return free * 8 <= p.blocks * p.of_scope || free_pages % 5 == 0;
     },
     [](int64_t free_pages, int64_t, int64_t, Plane p, const Around&) { return free_pages >= 2 * p.pages; }},
    {"trigger: free_pages < min(blocks, pages) and free_blocks != 2",
     [](int64_t free_pages, int64_t free, int64_t, Plane p, const Around&) {
       return free_pages < std::min(p.blocks, p.pages) && free != 2;
     },
     nullptr},
    {"trigger: free_pages < 0", [](int64_t, int64_t, int64_t, Plane, const Around&) { return false; },
     nullptr},  // forced collections only
    // Rows that the plain loops do not support.
    {"trigger: free_blocks < 3 or now % 1ms < {0}00us and free_pages < 60%",
     [](int64_t free_pages, int64_t free, int64_t k, Plane p, const Around& a) {
       return free < 3 || (static_cast<int64_t>(a.now % 1'000'000) < k * 100'000 &&
                           free_pages * 10 < 6 * p.blocks * p.places * p.of_scope);
     },
     nullptr},
    {"trigger: free_blocks < if write_amplification > 1.5 then 2 else 4 stop: free_blocks >= if write_amplification < "
     "1.75 then 5 else 3",
     [](int64_t, int64_t free, int64_t, Plane, const Around& a) {
       return free < (a.write_amplification > 1.5 ? 2 : 4);
     },
     [](int64_t, int64_t free, int64_t, Plane, const Around& a) {
       return free >= (a.write_amplification < 1.75 ? 5 : 3);
     }},
};

template <class Table>
std::string row_text(const Table& table, const Shape& shape) {
  return fmt::format(fmt::runtime(table[shape.row].text), shape.number);
}

// If there is a predicate, it stands in place of the word.
template <class Table>
std::string willing_text(const char* key, const char* param, Willing willing, const Table& table,
                         const Shape& predicate) {
  switch (willing) {
    case Willing::kNo: return fmt::format(" {}: never", key);
    case Willing::kWise: return fmt::format(" {}: wise", key);
    case Willing::kBlind: return fmt::format(" {}: blind", key);
    case Willing::kPredicate: break;
  }
  return fmt::format(" {}({}): {}", key, param, row_text(table, predicate));
}

std::function<bool(const oracle::CommandView&)> predicate_of(Willing willing, std::span<const Predicate> table,
                                                             const Shape& shape) {
  if (willing != Willing::kPredicate) return {};
  return [row = table[static_cast<std::size_t>(shape.row)], k = shape.number](const oracle::CommandView& w) {
    return row.value(w, k);
  };
}

}  // namespace

bool shares_commands(const Choices& c) {
  const CommandChoices& m = c.commands;
  return m.interleave && m.chip_commands && !m.cache && !m.suspend && !m.preempt_page && c.geometry.dies > 1 &&
         superblock_of(c) == oracle::Scope::kPlane;
}

bool orders_requests(const Choices& c) {
  const CommandChoices& m = c.commands;
  return m.whole_requests && c.space.placement == oracle::Placement::kStatic && !m.suspend && !m.preempt_page &&
         !m.reorder_fifo;
}

void choose_commands(Random& random, Choices& c) {
  CommandChoices& m = c.commands;
  const auto willing = [&] {
    return pick(random, {Willing::kWise, Willing::kBlind, Willing::kBlind, Willing::kPredicate});
  };
  m.interleave = chance(random, 65);
  m.chip_commands = chance(random, 60);
  m.multiplane = willing();
  m.copyback = willing();
  m.multiplane_predicate = pick_shape(random, kMultiplane, {0, 1, 2, 3});
  m.copyback_predicate = pick_shape(random, kCopyback, {1, 2, 3});
  m.block_and_page = chance(random, 40);
  m.cache = m.suspend = true;
  m.preempt_page = chance(random, 70);
  m.reorder_fifo = chance(random, 40);  // not more often, because fifo leaves other features little to do
  m.suspend_limit = between(random, 0, 3);
  m.trigger = pick_shape(random, kTriggers, {1, 2, 3, 4});
  m.priority = pick_shape(random, kPriorities, {0, 1, 2, 5, 300});
}

// Settings of a command that is not used are left out, so that a shrunk case shows only what matters.
std::string commands_text(const Choices& c) {
  const CommandChoices& m = c.commands;
  std::string text = fmt::format("  commands {{ interleave: {}", shares_commands(c) ? "command"
                                                                 : m.interleave     ? "always"
                                                                                    : "never");
  text += willing_text("multiplane", "w", m.multiplane, kMultiplane, m.multiplane_predicate);
  text += willing_text("copyback", "w", m.copyback, kCopyback, m.copyback_predicate);
  if (m.block_and_page && m.multiplane != Willing::kNo) text += " multiplane_address: block_and_page";
  text += fmt::format(" cache: {} suspend: {}", m.cache ? "always" : "never", m.suspend ? "always" : "never");
  if (m.plane_reads) text += " plane_reads: independent";
  if (m.suspend && m.suspend_limit != 0) text += fmt::format(" suspend_limit: {}", m.suspend_limit);
  text += fmt::format(" }}\n  gc {{ {}{} }}\n", with_idle(c, row_text(kTriggers, m.trigger)),
                      collection_text(c) + copies_text(c) + reach_text(c) + superblocks_text(c)) +
          wear_text(c);
  const std::string reorder = m.reorder_fifo ? " reorder: fifo" : orders_requests(c) ? " reorder: requests" : "";
  const std::string by_fields = priority_by_fields(c);
  if (!m.priority.given() && by_fields.empty() && reorder.empty()) return text;
  const std::string priority =
      !by_fields.empty() || !m.priority.given() ? by_fields : " priority(op): " + row_text(kPriorities, m.priority);
  return text + fmt::format("  schedule {{{}{} }}\n", priority, reorder);
}

// A design with `suspend: always` and without `priority` puts host reads first (bus.priority).
void set_commands(const Choices& c, oracle::Drive& d) {
  const CommandChoices& m = c.commands;
  d.interleave = m.interleave;
  d.chip_commands = shares_commands(c);
  d.independent_plane_reads = m.plane_reads;
  d.multiplane = m.multiplane;
  d.copyback = m.copyback;
  d.multiplane_predicate = predicate_of(m.multiplane, kMultiplane, m.multiplane_predicate);
  d.copyback_predicate = predicate_of(m.copyback, kCopyback, m.copyback_predicate);
  d.block_and_page = m.block_and_page;
  d.cache = m.cache;
  d.suspend_on = m.suspend;
  d.suspend_limit = m.suspend_limit;
  d.preempt_page = m.preempt_page;
  d.reorder_fifo = m.reorder_fifo;
  d.whole_requests = orders_requests(c);
  if (m.priority.given()) {
    d.priority = [row = kPriorities[m.priority.row], k = m.priority.number](const oracle::OpView& o) {
      return row.value(o, k);
    };
  } else if (m.suspend) {
    d.priority = [](const oracle::OpView& o) -> int64_t { return o.is_read && o.is_host; };
  }
  const Plane plane{c.geometry.blocks, c.geometry.pages, planes_of_scope(c), c.geometry.pages * c.units.subpages};
  const Trigger row = kTriggers[m.trigger.row];
  const int64_t k = m.trigger.number;
  d.trigger = [=](int64_t free_pages, int64_t free_blocks, const Around& a) {
    return row.trigger(free_pages, free_blocks, k, plane, a);
  };
  set_policies(c, d);
  set_copies(c, d);
  if (row.stop != nullptr) {
    d.stop = [=](int64_t free_pages, int64_t free_blocks, const Around& a) {
      return row.stop(free_pages, free_blocks, k, plane, a);
    };
  }
  set_reach(c, d);
  set_superblocks(c, d);
}

}  // namespace ssd::differential

// When phases of units end next, and when buses become free: two trees of minima. The leaves of the first are the
// units, each followed by its planes that read by themselves (time.instant). Those of the second are the channels. A
// channel is there only while the array phase of a command runs ahead of the end of its bus transfer (runs_ahead()),
// because then no phase of a unit ends with that transfer. Invariant: after each step the leaf of a unit is the earlier
// of its tenure_end and array_end.
#pragma once
#include <bit>

#include "runtime/engine/whole/pools.h"

namespace ssd::whole {

// ---- a tree of minima: [1] is the least, [leaves + i] is leaf i

inline void set_leaf(Time* tree, u32 leaves, u32 leaf, Time time) {
  u32 node = leaves + leaf;
  tree[node] = time;
  while (node != 1) {
    const Time other = tree[node ^ 1];
    time = other < time ? other : time;
    node /= 2;
    if (tree[node] == time) return;
    tree[node] = time;
  }
}

// The first of the leaves that have the least time.
inline u32 first_leaf(const Time* tree, u32 leaves) {
  u32 node = 1;
  while (node < leaves) node = 2 * node + (tree[2 * node] == tree[1] ? 0 : 1);
  return node - leaves;
}

// ---- units

inline u32 unit_leaves(const Config& c) { return std::bit_ceil(unit_count(c) + reader_count(c)); }
inline u32 leaf_of(const Config& c, UnitId unit) {
  if (c.plane_reads == 0) return unit.value;
  const u32 leaves = c.planes_per_unit + 1, home = home_of(c, unit).value;
  return home * leaves + (is_reader(c, unit) ? 1 + plane_of_reader(c, unit).value % c.planes_per_unit : 0);
}
inline UnitId unit_of_leaf(const Config& c, u32 leaf) {
  if (c.plane_reads == 0) return UnitId(leaf);
  const u32 leaves = c.planes_per_unit + 1, unit = leaf / leaves, place = leaf % leaves;
  return place == 0 ? UnitId(unit) : reader_of(c, PlaneId(unit * c.planes_per_unit + place - 1));
}

inline Time next_end_of(const Whole& w, UnitId u) {
  return w.tenure_end[u] < w.array_end[u] ? w.tenure_end[u] : w.array_end[u];
}

// Call it when the unit's tenure_end or array_end have changed.
inline void note_ends(Whole& w, const Config& c, UnitId u) {
  const u32 leaf = leaf_of(c, u), leaves = unit_leaves(c);
  const Time next = next_end_of(w, u);
  if (next != w.unit_ends[leaves + leaf]) set_leaf(w.unit_ends, leaves, leaf, next);
}

// ---- channels

inline u32 channel_leaves(const Config& c) { return std::bit_ceil(c.channels); }

// The unit has its channel's bus until `end`, and its array phase runs ahead.
inline void note_bus(Whole& w, const Config& c, UnitId u, Time end) {
  const ChannelId channel = channel_of(c, u);
  w.unit_on_bus[channel] = u;
  set_leaf(w.bus_ends, channel_leaves(c), channel.value, end);
}
inline void forget_bus(Whole& w, const Config& c, u32 channel) {
  set_leaf(w.bus_ends, channel_leaves(c), channel, kNever);
}

}  // namespace ssd::whole

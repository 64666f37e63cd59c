// See policies.h. The rows for `victim` include some of each class that the compiler distinguishes; several give ties,
// and some are bad policies.
#include "tests/differential/policies.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/differential/fields_case.h"
#include "tests/differential/tables_case.h"

namespace ssd::differential {
namespace {

using oracle::Around;
using oracle::BlockView;
using oracle::CollectionView;

// The position of the time within its period, both in ns.
int64_t ticks(const Around& a, int64_t period) { return static_cast<int64_t>(a.now) % period; }

struct Score {
  const char* text;  // the whole key
  int64_t (*value)(const BlockView& b, int64_t k);
};
constexpr Score kVictims[] = {
    {"victim: greedy", [](const BlockView& b, int64_t) { return b.pages - b.valid; }},
    {"victim(b): 0 - b.valid", [](const BlockView& b, int64_t) { return -b.valid; }},
    {"victim(b): b.invalid * 3 - {}", [](const BlockView& b, int64_t k) { return (b.pages - b.valid) * 3 - k; }},
    {"victim(b): if b.valid < {} then 1 else 0", [](const BlockView& b, int64_t k) -> int64_t { return b.valid < k; }},
    {"victim(b): b.valid % {}", [](const BlockView& b, int64_t k) { return b.valid % k; }},
    {"victim(b): b.valid", [](const BlockView& b, int64_t) { return b.valid; }},
    {"victim(b): 7", [](const BlockView&, int64_t) -> int64_t { return 7; }},
    {"victim(b): b.age", [](const BlockView& b, int64_t) { return b.age; }},
    {"victim(b): b.age * 2 - {}us", [](const BlockView& b, int64_t k) { return b.age * 2 - k * 1000; }},
    {"victim(b): b.invalid * 10 - b.erases",
     [](const BlockView& b, int64_t) { return (b.pages - b.valid) * 10 - b.erases; }},
    {"victim(b): 0 - b.erases", [](const BlockView& b, int64_t) { return -b.erases; }},
    {"victim(b): b.erases / {} + b.written - b.free",
     [](const BlockView& b, int64_t k) { return b.erases / k + b.pages; }},
    {"victim(b): min(b.age, 1ms) * b.invalid",
     [](const BlockView& b, int64_t) { return std::min<int64_t>(b.age, 1'000'000) * (b.pages - b.valid); }},
    {"victim(b): if b.utilisation > 0.5 then 0us else b.age",
     [](const BlockView& b, int64_t) { return 2 * b.valid > b.pages ? 0 : b.age; }},
    {"victim(b): b.random", [](const BlockView& b, int64_t) { return b.random; }},
    {"victim(b): if b.random * 8 < {} then b.written + b.invalid else b.invalid",
     [](const BlockView& b, int64_t k) { return b.pages - b.valid + (b.random * 8 < k << 32 ? b.pages : 0); }},
    {"victim(b): if b.age_rank < {} then b.invalid else 0",
     [](const BlockView& b, int64_t k) { return b.age_rank < k ? b.pages - b.valid : 0; }},
    {"victim(b): if b.random_rank < {} then b.invalid else 0",
     [](const BlockView& b, int64_t k) { return b.random_rank < k ? b.pages - b.valid : 0; }},
    {"victim(b): b.age_rank % 3 * 8 - b.random_rank",
     [](const BlockView& b, int64_t) { return b.age_rank % 3 * 8 - b.random_rank; }},
    {"victim(b): 0us - b.age", [](const BlockView& b, int64_t) { return -b.age; }},
    {"victim(b): if now % 2ms < {}00us then b.valid else b.invalid",
     [](const BlockView& b, int64_t k) { return ticks(b.around, 2'000'000) < k * 100'000 ? b.valid : b.invalid; }},
    {"victim(b): if now - b.age < {}00us then 0 else b.invalid",
     [](const BlockView& b, int64_t k) {
       return static_cast<int64_t>(b.around.now) - b.age < k * 100'000 ? 0 : b.invalid;
     }},
    {"victim(b): if write_amplification > 1.5 then b.invalid else b.valid",
     [](const BlockView& b, int64_t) { return b.around.write_amplification > 1.5 ? b.invalid : b.valid; }},
};
constexpr Score kFree[] = {
    {"allocate(b): b.erases", [](const BlockView& b, int64_t) { return b.erases; }},
    {"allocate(b): 0 - b.erases", [](const BlockView& b, int64_t) { return -b.erases; }},
    {"allocate(b): b.age", [](const BlockView& b, int64_t) { return b.age; }},
    {"allocate(b): b.erases % {} + b.free + b.valid",
     [](const BlockView& b, int64_t k) { return b.erases % k + b.pages; }},
    {"allocate(b): 1 - b.random", [](const BlockView& b, int64_t) { return (int64_t{1} << 32) - b.random; }},
    {"allocate(b): 1", [](const BlockView&, int64_t) -> int64_t { return 1; }},
    {"allocate(b): if now % 1ms < {}00us then b.erases else 0 - b.erases",
     [](const BlockView& b, int64_t k) { return ticks(b.around, 1'000'000) < k * 100'000 ? b.erases : -b.erases; }},
    {"allocate(b): if write_amplification > 1.5 then b.erases else 0 - b.erases",
     [](const BlockView& b, int64_t) { return b.around.write_amplification > 1.5 ? b.erases : -b.erases; }},
};

struct Preempt {
  const char* text;
  bool (*value)(const CollectionView& g, int64_t k, int64_t pages);  // pages: flash pages of a block
};
constexpr Preempt kPreempts[] = {
    {"preempt(g): g.waiting_host > 0", [](const CollectionView& g, int64_t, int64_t) { return g.waiting_host > 0; }},
    {"preempt(g): g.waiting_host >= {} and g.left > 0",
     [](const CollectionView& g, int64_t k, int64_t) { return g.waiting_host >= k && g.left > 0; }},
    {"preempt(g): g.moved % 2 == 1", [](const CollectionView& g, int64_t, int64_t) { return g.moved % 2 == 1; }},
    {"preempt(g): g.left < {}", [](const CollectionView& g, int64_t k, int64_t) { return g.left < k; }},
    {"preempt(g): g.free_pages > {} * 2",
     [](const CollectionView& g, int64_t k, int64_t) { return g.free_pages > k * 2; }},
    {"preempt(g): true", [](const CollectionView&, int64_t, int64_t) { return true; }},
    {"preempt(g): g.moved > {} * pages",
     [](const CollectionView& g, int64_t k, int64_t pages) { return g.moved > k * pages; }},
    {"preempt(g): now % 200us < {}0us",
     [](const CollectionView& g, int64_t k, int64_t) { return ticks(g.around, 200'000) < k * 10'000; }},
    {"preempt(g): write_amplification > 1.5",
     [](const CollectionView& g, int64_t, int64_t) { return g.around.write_amplification > 1.5; }},
};

struct Hard {
  const char* text;
  // all: the pages of a plane, or the places for indirection units
  bool (*value)(int64_t free_pages, int64_t free_blocks, int64_t k, int64_t all, const Around& a);
};
constexpr Hard kHard[] = {
    // A condition that is a bound alone would be rejected where that bound is above the one of `trigger`.
    {"hard: free_blocks < {} and free_pages != 1",
     [](int64_t pages, int64_t blocks, int64_t k, int64_t, const Around&) { return blocks < k && pages != 1; }},
    {"hard: free_pages < {}% or free_blocks == 1", [](int64_t pages, int64_t blocks, int64_t k, int64_t all,
                                                      const Around&) { return pages * 100 < k * all || blocks == 1; }},
    {"hard: free_pages % 3 == 0",
     [](int64_t pages, int64_t, int64_t, int64_t, const Around&) { return pages % 3 == 0; }},
    {"hard: now % 500us < {}0us",
     [](int64_t, int64_t, int64_t k, int64_t, const Around& a) { return ticks(a, 500'000) < k * 10'000; }},
    {"hard: write_amplification > 1.25",
     [](int64_t, int64_t, int64_t, int64_t, const Around& a) { return a.write_amplification > 1.25; }},
};

template <class Table>
std::string row_text(const Table& table, const Shape& shape) {
  return shape.given() ? " " + fmt::format(fmt::runtime(table[shape.row].text), shape.number) : "";
}

}  // namespace

void choose_policies(Random& random, Choices& c) {
  PolicyChoices& p = c.policies;
  p.victim = pick_shape(random, kVictims, {1, 2, 3, 5});
  p.preempt = pick_shape(random, kPreempts, {1, 2, 3});
  p.hard = pick_shape(random, kHard, {1, 2, 3, 10});
  p.allocate = pick_shape(random, kFree, {1, 2, 3});
  p.levels_dynamic = chance(random, 60);
  p.levels_static = chance(random, 50);
  p.threshold = pick<int64_t>(random, {0, 1, 1, 2, 4});
  p.cost_zero = chance(random, 30);
}

void set_policies(const Choices& c, oracle::Drive& d) {
  const PolicyChoices& p = c.policies;
  if (p.victim.given())
    d.victim = [row = kVictims[p.victim.row], k = p.victim.number](const BlockView& b) { return row.value(b, k); };
  if (p.preempt.given() && c.commands.preempt_page) {
    d.preempt = [row = kPreempts[p.preempt.row], k = p.preempt.number,
                 pages = c.geometry.pages](const CollectionView& g) { return row.value(g, k, pages); };
  }
  if (p.hard.given()) {
    d.hard = [row = kHard[p.hard.row], k = p.hard.number,
              all = c.geometry.blocks * c.geometry.pages * c.units.subpages](
                 int64_t pages, int64_t blocks, const Around& a) { return row.value(pages, blocks, k, all, a); };
  }
  if (p.allocate.given())
    d.allocate = [row = kFree[p.allocate.row], k = p.allocate.number](const BlockView& b) { return row.value(b, k); };
  d.wear = p.levels_static ? oracle::Wear::kStatic : p.levels_dynamic ? oracle::Wear::kDynamic : oracle::Wear::kNone;
  d.wear_threshold = p.threshold;
  d.cost_zero = p.cost_zero;
}

std::string collection_text(const Choices& c) {
  const PolicyChoices& p = c.policies;
  std::string text = !victim_by_tables(c).empty()                   ? victim_by_tables(c)
                     : p.victim.given() && !c.fields.victim.given() ? row_text(kVictims, p.victim)
                                                                    : victim_by_fields(c);
  if (c.commands.preempt_page) text += p.preempt.given() ? row_text(kPreempts, p.preempt) : " preempt: page";
  return text + row_text(kHard, p.hard) + (p.cost_zero ? " cost: zero" : "");
}

std::string wear_text(const Choices& c) {
  const PolicyChoices& p = c.policies;
  const std::string level = p.levels_static    ? fmt::format(" level: static {{ threshold: {} }}", p.threshold)
                            : p.levels_dynamic ? " level: dynamic"
                                               : "";
  const std::string by_tables = allocate_by_tables(c);
  const std::string by_fields = allocate_by_fields(c);
  const std::string allocate = !by_tables.empty()   ? by_tables
                               : !by_fields.empty() ? by_fields
                                                    : row_text(kFree, p.allocate);
  return level.empty() && allocate.empty() ? "" : fmt::format("  wear {{{}{} }}\n", level, allocate);
}

}  // namespace ssd::differential

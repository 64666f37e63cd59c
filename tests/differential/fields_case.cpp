// See fields_case.h. Each policy is written once as text and once as a function of the same meaning. The order in which
// operators bind is that of C++, except for comparisons.
#include "tests/differential/fields_case.h"

#include <fmt/format.h>

#include "tests/differential/iu_case.h"
#include "tests/differential/superblocks.h"

namespace ssd::differential {
namespace {

using oracle::BlockView;
using oracle::OpView;

struct Priority {
  const char* text;
  int64_t (*value)(const OpView& o, int64_t k);
};
constexpr Priority kPriorities[] = {
    {"op.lpn % {}", [](const OpView& o, int64_t k) { return o.lpn % k; }},
    {"if op.is_host and op.bytes <= {}KiB then 1 else 0",
     [](const OpView& o, int64_t k) -> int64_t { return o.is_host && o.bytes <= k * 1024; }},
    {"-op.bytes", [](const OpView& o, int64_t) { return -o.bytes; }},
    {"0 - op.queue", [](const OpView& o, int64_t) { return -o.queue; }},
    {"op.lpn >> {} & 3", [](const OpView& o, int64_t k) { return o.lpn >> k & 3; }},
    {"op.lpn xor op.pages & 7", [](const OpView& o, int64_t) { return o.lpn ^ (o.pages & 7); }},
    {"if op.waited > {}0us then 1 << (op.lpn & 15) else op.queue * 100 | op.lpn & 3",
     [](const OpView& o, int64_t k) {
       return o.waited > k * 10'000 ? int64_t{1} << (o.lpn & 15) : o.queue * 100 | (o.lpn & 3);
     }},
    {"(if op.is_read then 64 else 0) - int(op.bytes / 512B)",
     [](const OpView& o, int64_t) { return (o.is_read ? 64 : 0) - o.bytes / 512; }},
    {"op.unit.channel xor op.lpn & 5", [](const OpView& o, int64_t) { return o.unit.channel ^ (o.lpn & 5); }},
    {"if op.queue == 0 then 0 - (op.lpn | {}) else op.lpn >> 1",
     [](const OpView& o, int64_t k) { return o.queue == 0 ? -(o.lpn | k) : o.lpn >> 1; }},
};

struct Score {
  const char* text;  // the whole key
  int64_t (*value)(const BlockView& b, int64_t k);
};
constexpr Score kVictims[] = {
    {" victim(b): 0us - b.last_write", [](const BlockView& b, int64_t) { return -b.last_write; }},
    {" victim(b): b.last_write", [](const BlockView& b, int64_t) { return b.last_write; }},
    {" victim(b): if b.last_write < {}00us then b.invalid else b.valid",
     [](const BlockView& b, int64_t k) { return b.last_write < k * 100'000 ? b.invalid : b.valid; }},
    {" victim(b): if b.last_write + b.age > {}ms then b.invalid else 0 - b.invalid",
     [](const BlockView& b, int64_t k) { return b.last_write + b.age > k * 1'000'000 ? b.invalid : -b.invalid; }},
    {" victim(b): if now - b.last_write > {}00us then b.invalid << 2 else b.number",
     [](const BlockView& b, int64_t k) {
       return static_cast<int64_t>(b.around.now) - b.last_write > k * 100'000 ? b.invalid << 2 : b.number;
     }},
    {" victim(b): b.invalid << {} | b.number & 3",
     [](const BlockView& b, int64_t k) { return b.invalid << k | (b.number & 3); }},
    {" victim(b): (b.erases xor b.number) & 7", [](const BlockView& b, int64_t) { return (b.erases ^ b.number) & 7; }},
    {" victim(b): (b.valid - b.number >> {}) xor b.erases << 1",
     [](const BlockView& b, int64_t k) { return ((b.valid - b.number) >> k) ^ (b.erases << 1); }},
};
constexpr Score kFree[] = {
    {" allocate(b): b.last_write", [](const BlockView& b, int64_t) { return b.last_write; }},
    {" allocate(b): 0us - b.last_write", [](const BlockView& b, int64_t) { return -b.last_write; }},
    {" allocate(b): b.erases xor b.number & {}",
     [](const BlockView& b, int64_t k) { return b.erases ^ (b.number & k); }},
    {" allocate(b): b.number & {} | b.erases << 2",
     [](const BlockView& b, int64_t k) { return (b.number & k) | b.erases << 2; }},
};
// Of a time in ns.
constexpr Score kErases[] = {
    {"erase(b): {}00us + b.last_write % 50us",
     [](const BlockView& b, int64_t k) { return k * 100'000 + b.last_write % 50'000; }},
    {"erase(b): {}ms + 1us * (b.erases << 3 & 24 | b.valid & 7)",
     [](const BlockView& b, int64_t k) { return k * 1'000'000 + 1000 * ((b.erases << 3 & 24) | (b.valid & 7)); }},
};

template <class Table>
std::string row_text(const Table& table, const Shape& shape) {
  return shape.given() ? fmt::format(fmt::runtime(table[shape.row].text), shape.number) : "";
}

template <class Table>
std::function<int64_t(const BlockView&)> score_of(const Table& table, const Shape& shape) {
  return [row = table[shape.row], k = shape.number](const BlockView& b) { return row.value(b, k); };
}

RandomCase base_case(std::uint64_t seed) {
  if (seed % 4 == 0) return iu_case(seed);
  return seed % 4 == 1 ? superblock_case(seed) : random_case(seed);
}

}  // namespace

void choose_fields(Random& random, Choices& c) {
  FieldChoices& f = c.fields;
  f.priority = pick_shape(random, kPriorities, {1, 2, 3, 5});
  f.victim = pick_shape(random, kVictims, {1, 2, 3, 5});
  f.allocate = pick_shape(random, kFree, {1, 2, 3, 5});
  f.erase = pick_shape(random, kErases, {1, 2, 3, 5});
  if (!chance(random, 70)) f.priority = {};
  if (!chance(random, 50)) f.victim = {};
  if (!chance(random, 30)) f.allocate = {};
  if (!chance(random, 30)) f.erase = {};
  if (chance(random, 30)) c.space.map = Map::kHashed;
}

RandomCase fields_case(std::uint64_t seed) {
  RandomCase c = base_case(seed);
  Random random(seed + 1'237);
  choose_fields(random, c.choices);
  if (!c.choices.fields.priority.given() && !c.choices.fields.victim.given())
    c.choices.fields.priority = pick_shape(random, kPriorities, {1, 2, 3, 5});
  fit_workload(c);
  return c;
}

std::string priority_by_fields(const Choices& c) {
  return c.fields.priority.given() ? " priority(op): " + row_text(kPriorities, c.fields.priority) : "";
}
std::string victim_by_fields(const Choices& c) { return row_text(kVictims, c.fields.victim); }
std::string allocate_by_fields(const Choices& c) { return row_text(kFree, c.fields.allocate); }
std::string erase_by_fields(const Choices& c) { return row_text(kErases, c.fields.erase); }

void set_fields(const Choices& c, oracle::Drive& d) {
  const FieldChoices& f = c.fields;
  if (f.priority.given()) {
    d.priority = [row = kPriorities[f.priority.row], k = f.priority.number](const OpView& o) {
      return row.value(o, k);
    };
  }
  if (f.victim.given()) d.victim = score_of(kVictims, f.victim);
  if (f.allocate.given()) d.allocate = score_of(kFree, f.allocate);
  if (!f.erase.given()) return;
  d.erase_time = [score = score_of(kErases, f.erase)](const BlockView& b) { return static_cast<Time>(score(b)); };
}

}  // namespace ssd::differential

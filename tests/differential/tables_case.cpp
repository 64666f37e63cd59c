// See tables_case.h. The tables hear of every event, one of them after another in the text's order, and there is one of
// each kind: ints of several widths, with negative values, and reals.
#include "tests/differential/tables_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tests/differential/iu_case.h"
#include "tests/differential/iu_superblock_case.h"
#include "tests/differential/reach.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/word_line_case.h"

namespace ssd::differential {
namespace {

using oracle::BlockView;
using oracle::MoveView;
using oracle::RequestView;
using oracle::Tables;
using oracle::TableSpec;

// The tables by their numbers.
enum Table : std::size_t { kWrites, kLast, kOpened, kHeat, kLimit };

double real(int64_t word) { return std::bit_cast<double>(word); }
int64_t word(double value) { return std::bit_cast<int64_t>(value); }

bool has_streams(const Choices& c) { return c.tables.given && c.space.streams > 1; }

// The policies, each written once as text and once as a function of the same meaning.
int64_t stream_of(const Tables& t, int64_t page, int64_t streams) {
  if (t[kWrites][0] - t[kLast][page] < t[kLimit][0]) return 0;
  return real(t[kHeat][1]) > real(t[kHeat][0]) ? 1 : streams - 1;
}

int64_t stream_of_move(const MoveView& m, int64_t streams) {
  const Tables& t = *m.tables;
  if (t[kLast][m.lpn] + t[kLimit][0] > t[kWrites][0]) return 0;
  return m.block % 2 == 0 ? m.stream : streams - 1;
}

int64_t victim_of(const BlockView& b) {
  return (b.pages - b.valid) * 3 + (*b.tables)[kOpened][b.number] % 4 + (b.stream == 0 ? 1 : 0);
}

void hear_write(const oracle::WriteEvent& w, Tables& t) {
  t[kWrites][0] += 1;
  t[kLast][w.lpn] = t[kWrites][0];
  if (w.index == 0) t[kOpened][w.block] = t[kWrites][0];
  t[kHeat][w.stream] = word(real(t[kHeat][w.stream]) * 0.5 + (w.is_new ? 1 : 2));
}

void hear_trim(const oracle::TrimEvent& e, Tables& t) {
  t[kLast][e.lpn] = 0;
  t[kLimit][0] = (t[kLimit][0] + e.lpn) % 1000;
}

void hear_move(const oracle::MoveEvent& m, Tables& t) {
  t[kLast][m.lpn] = std::min<int64_t>(t[kLast][m.lpn] + 1, 100'000);
  if (m.index == 0) t[kOpened][m.to] = t[kWrites][0] - m.block % 5;
  t[kHeat][m.to_stream] =
      word(real(t[kHeat][m.to_stream]) + static_cast<double>(m.index) / 4 + (m.stream == 0 ? 1 : 0));
}

void hear_erase(const oracle::EraseEvent& b, Tables& t, int64_t many) {
  t[kOpened][b.number] = b.erases * 3 - 5;
  t[kHeat][b.stream] = word(real(t[kHeat][b.stream]) * 0.75 + static_cast<double>(b.invalid));
  t[kLimit][0] = b.valid > many ? std::min<int64_t>(t[kLimit][0] + 2, 999) : std::max<int64_t>(t[kLimit][0] - 1, 0);
}

// Pages get their place at admission.
void place_at_admission(Random& random, Choices& c) {
  c.commands.preempt_page = false;
  c.commands.multiplane = pick(random, {oracle::Willing::kNo, oracle::Willing::kWise});
  c.copies = {};
  c.reach.same_die = c.reach.idle = c.reach.reads_idle = false;
  if (c.space.placement != oracle::Placement::kStatic && c.space.placement != oracle::Placement::kWriteOrder)
    c.space.placement = pick(random, {oracle::Placement::kStatic, oracle::Placement::kWriteOrder});
}

// `moves`: how probable it is that moved pages have streams of their own, in per cent.
void choose_tables(Random& random, Choices& c, int moves) {
  c.tables = {.given = true,
              .moves = chance(random, moves),
              .by_page = chance(random, 50),
              .scores = chance(random, 50),
              .allocates = chance(random, 30),
              .many = between(random, 0, 6)};
}

}  // namespace

bool asks_moves(const Choices& c) {
  return c.tables.moves && has_streams(c) && collects_by_stream(c) && c.commands.copyback == oracle::Willing::kNo &&
         c.nand.endurance == 0 && (c.geometry.blocks - 3 * c.space.streams + 1) * c.geometry.pages > 1;
}

RandomCase tables_case(std::uint64_t seed) {
  Random random(seed + 993);
  RandomCase c = seed % 3 == 0 ? superblock_case(seed) : random_case(seed);
  place_at_admission(random, c.choices);
  c.choices.geometry.blocks = between(random, 10, 16);
  c.choices.geometry.channels = std::min<int64_t>(c.choices.geometry.channels, 2);
  c.choices.space.streams = chance(random, 80) ? between(random, 2, 3) : 1;
  c.choices.space.by_handle = false;
  c.choices.space.share = between(random, 70, 100);  // much to collect
  if (chance(random, 60)) c.choices.host.slots = 0;
  if (chance(random, 70)) c.choices.commands.copyback = oracle::Willing::kNo;
  if (chance(random, 80)) c.choices.nand.endurance = 0;
  c.choices.reach.shared = false;
  c.choices.reach.by_stream = chance(random, 80);
  choose_tables(random, c.choices, 70);
  fit_workload(c);
  return c;
}

RandomCase unit_tables_case(std::uint64_t seed) {
  return iu_case(seed + 800'000, [](Random& random, Choices& c) {
    if (chance(random, 50))
      choose_superblocks_of_units(random, c);
    else if (chance(random, 40))
      choose_word_lines(random, c);
    place_at_admission(random, c);
    c.space.placement = oracle::Placement::kWriteOrder;
    c.space.by_handle = false;
    c.geometry.channels = c.geometry.chips = 1;
    choose_tables(random, c, 0);
  });
}

std::string tables_text(const Choices& c) {
  if (!c.tables.given) return "";
  const std::string move_of_first = c.space.streams > 1 ? "(if m.stream == s0 then 1 else 0)" : "1";
  return fmt::format(R"(  tables {{
    writes {{ values: 0 .. 100_000  on_write(w): writes + 1 }}
    last {{ of: lpn  values: 0 .. 100_000  on_write(w): writes  on_trim(t): 0  on_move(m): min(last[m.lpn] + 1, 100_000) }}
    opened {{
      of: block  values: -5 .. 200_000  initial: 7
      on_write(w): if w.index == 0 then writes else opened[w.block]
      on_move(m): if m.index == 0 then writes - m.block % 5 else opened[m.to]
      on_erase(b): b.erases * 3 - 5
    }}
    heat {{
      of: stream  values: real  initial: 0.5
      on_write(w): heat[w.stream] * 0.5 + (if w.is_new then 1 else 2)
      on_move(m): heat[m.to_stream] + m.index * 0.25 + {}
      on_erase(b): heat[b.stream] * 0.75 + b.invalid
    }}
    limit {{
      values: 0 .. 999  initial: 20
      on_trim(t): (limit + t.lpn) % 1000
      on_erase(b): if b.valid > {} then min(limit + 2, 999) else max(limit - 1, 0)
    }}
  }}
)",
                     move_of_first, c.tables.many);
}

std::string stream_by_tables(const Choices& c) {
  if (!has_streams(c)) return "";
  return fmt::format("if writes - last[{}] < limit then s0 else if heat[s1] > heat[s0] then s1 else s{}",
                     c.tables.by_page ? "r.page" : "r.lpn", c.space.streams - 1);
}

std::string moves_by_tables(const Choices& c) {
  if (!asks_moves(c)) return "";
  return fmt::format(
      " stream(m): if last[m.lpn] + limit > writes then s0 else if m.block % 2 == 0 then m.stream else s{}",
      c.space.streams - 1);
}

std::string victim_by_tables(const Choices& c) {
  if (!c.tables.given || !c.tables.scores) return "";
  return fmt::format(" victim(b): b.invalid * 3 + opened[b.number] % 4 + {}",
                     c.space.streams > 1 ? "(if b.stream == s0 then 1 else 0)" : "1");
}

std::string allocate_by_tables(const Choices& c) {
  return c.tables.given && c.tables.allocates ? " allocate(b): opened[b.number] % 3" : "";
}

void set_tables(const Choices& c, oracle::Drive& d) {
  if (!c.tables.given) return;
  d.tables = {{TableSpec::Of::kDrive, 0},
              {TableSpec::Of::kLpn, 0},
              {TableSpec::Of::kBlock, 7},
              {TableSpec::Of::kStream, word(0.5)},
              {TableSpec::Of::kDrive, 20}};
  d.on_write = hear_write;
  d.on_trim = hear_trim;
  d.on_move = hear_move;
  d.on_erase = [many = c.tables.many](const oracle::EraseEvent& b, Tables& t) { hear_erase(b, t, many); };
  if (has_streams(c)) {
    d.stream_reads_page = c.tables.by_page;
    d.stream = [by_page = c.tables.by_page, streams = c.space.streams](const RequestView& r) {
      return stream_of(*r.tables, by_page ? r.page : r.lpn, streams);
    };
  }
  if (asks_moves(c))
    d.move_stream = [streams = c.space.streams](const MoveView& m) { return stream_of_move(m, streams); };
  if (c.tables.scores) d.victim = victim_of;
  if (c.tables.allocates) d.allocate = [](const BlockView& b) { return (*b.tables)[kOpened][b.number] % 3; };
}

}  // namespace ssd::differential

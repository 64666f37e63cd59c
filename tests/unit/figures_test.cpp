// Figures by arithmetic, against numbers worked out by hand (figures.hu_fig19 in docs/model.md; Hu et al. 2013, Fig.
// 19), and the comparison of designs.
#include "compiler/design/figures.h"

#include <gtest/gtest.h>

#include "compiler/design/difference.h"
#include "tests/compile_text.h"

namespace ssd::design {
namespace {

// Hu et al.: 25 ns a byte, pages of 2048 + 64 bytes, which take 52.8 us; 20 us to read, 200 us to program; no command
// time.
Design hu(const std::string& geometry, const std::string& commands) {
  return compile_text("design D { geometry { " + geometry +
                      "  page: 2KiB  spare: 64B } nand { bus { cycle: 25ns  command_cycles: 0 } } " + "commands { " +
                      commands + " } host { transfer { read: page } } capacity { overprovision: 50% } }");
}

TEST(Figures, BusUseOfHu) {
  const Design plain = hu("chips: 1 dies: 1 planes: 1", "");
  EXPECT_NEAR(read_use(plain).share, 52.8 / 72.8, 1e-12);
  EXPECT_EQ(read_use(plain).chips_to_saturate, 2U);
  EXPECT_EQ(program_use(plain).chips_to_saturate, 5U);
  EXPECT_NEAR(program_use(hu("chips: 4 dies: 1 planes: 1", "")).share, 4 * 52.8 / 252.8, 1e-12);
  EXPECT_EQ(program_use(hu("chips: 5 dies: 1 planes: 1", "")).share, 1.0);
  const Design both = hu("chips: 1 dies: 2 planes: 2", "multiplane: blind");
  EXPECT_NEAR(program_use(both).share, 211.2 / 305.6, 1e-12);
  EXPECT_EQ(program_use(both).chips_to_saturate, 2U);
  EXPECT_NEAR(program_use(hu("chips: 1 dies: 2 planes: 2", "multiplane: blind  interleave: never")).share,
              105.6 / 305.6, 1e-12);
}

TEST(Figures, TwoChipsOfTwoDies) {
  const Design d = compile_text(
      "design D { geometry { chips: 2 dies: 2 planes: 1 page: 2KiB spare: 0B } nand { bus { cycle: 30ns  "
      "command_cycles: 0 } } capacity { overprovision: 50% } }");
  EXPECT_NEAR(program_use(d).share, 245.76 / 261.44, 1e-12);
}

TEST(Figures, CommandAndDummyBusyHoldTheBus) {
  const Design d = compile_text(
      "design D { geometry { chips: 1 dies: 1 planes: 2 page: 2KiB spare: 64B } nand { dummy_busy: 500ns } commands { "
      "multiplane: wise } "
      "capacity { overprovision: 50% } }");
  EXPECT_EQ(program_use(d).tenure, 2 * (175.0 + 52'800.0) + 500.0);
  EXPECT_EQ(read_use(d).tenure, 2 * (175.0 + 51'200.0) + 500.0);
}

TEST(Figures, RatesOfLevels) {
  const Design d = hu("channels: 2 chips: 1 dies: 2 planes: 2", "multiplane: blind");
  const LevelRates rates = program_rates(d);
  EXPECT_NEAR(rates.plane, 2048 / 252.8e-6, 1);
  EXPECT_NEAR(rates.die, 2 * 2048 / 305.6e-6, 1);
  EXPECT_NEAR(rates.chip, 4 * 2048 / 305.6e-6, 1);
  EXPECT_NEAR(rates.channel, rates.chip, 1);
  EXPECT_NEAR(rates.drive, 2 * rates.channel, 1);
  EXPECT_EQ(rates.link, 0);
  // Two dies could read faster than the bus can carry.
  EXPECT_NEAR(read_rates(d).chip, 2048 / 52.8e-6, 1);
}

TEST(Figures, CacheCommandsHideTheShorter) {
  const Design d = hu("chips: 1 dies: 1 planes: 1", "cache: always");
  EXPECT_NEAR(program_use(d).share, 52.8 / 200, 1e-12);
  EXPECT_EQ(read_use(d).share, 1.0);
}

// The TLC part of SimpleSSD (stdlib/nand.ssd), pages of 16 KiB: 52,513 ns on the bus for a page and 100 ns for a
// command.
Design three_kinds(const std::string& pages, const std::string& commands = {}) {
  return compile_text("design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 64 pages: " + pages +
                      " page: 16KiB spare: 0B } nand { cell: TLC " +
                      "program(p): if p.kind == lsb then 820.5us else if p.kind == csb then 2.225ms else 5.734ms  " +
                      "bus { rate: 312MB/s command: 100ns } } commands { " + commands + " } }");
}

TEST(Figures, TakeTheMeanOverThePagesOfABlock) {
  const Design d = three_kinds("384");
  EXPECT_NEAR(program_use(d).array, 2'926'500, 1e-6);
  EXPECT_NEAR(program_rates(d).plane, 16384 / 2979.113e-6, 1);  // 5.50 MB/s
  EXPECT_NEAR(program_use(d).per_chip, 52.613 / 2979.113, 1e-12);
  EXPECT_EQ(program_use(d).chips_to_saturate, 57U);
  EXPECT_NEAR(program_rates(d, Pages::kFastest).plane, 16384 / 873.113e-6, 1);
  EXPECT_EQ(program_use(d, Pages::kFastest).chips_to_saturate, 17U);
  // The last word line is cut off: 22 pages of the first kind, 21 of each other kind.
  EXPECT_NEAR(program_use(three_kinds("64")).array, (22 * 820'500.0 + 21 * 2'225'000.0 + 21 * 5'734'000.0) / 64, 1e-6);
}

// Each page hides the shorter of its own two times: 52.5 us of transfer behind programs of 20 us and of 100 us.
TEST(Figures, CacheCommandsHideTheShorterOfEachPage) {
  const Design d = compile_text(
      "design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 64 pages: 64 page: 2KiB spare: 0B } "
      "nand { cell: MLC  program(p): if p.kind == lsb then 20us else 100us  bus { cycle: 25ns command_cycles: 0 } } "
      "commands { cache: always } }");
  EXPECT_NEAR(program_rates(d).plane, 2048 / ((51.2e-6 + 100e-6) / 2), 1);
}

// 16 KiB cross the bus in 81.92 us, after a command of 35 ns; a saturated run of these reads gives 146.3 MB/s.
TEST(Figures, CacheBusyComesBeforeWhatOverlaps) {
  const auto design = [](const std::string& latencies) {
    return compile_text("design D { geometry { chips: 1 dies: 1 planes: 1 page: 16KiB spare: 0B } nand { " + latencies +
                        " cache_busy: 30us bus { cycle: 5ns command_cycles: 7 } } commands { cache: always } }");
  };
  EXPECT_NEAR(read_rates(design("read: 20us program: 200us")).plane, 16'384 / (35e-9 + 30e-6 + 81.92e-6), 1);
  EXPECT_NEAR(read_rates(design("read: 120us program: 200us")).plane, 16'384 / (35e-9 + 30e-6 + 120e-6), 1);
  EXPECT_NEAR(program_rates(design("read: 20us program: 100us")).plane, 16'384 / (30e-6 + 35e-9 + 81.92e-6), 1);
  EXPECT_NEAR(program_rates(design("read: 20us program: 200us")).plane, 16'384 / 200e-6, 1);
}

// Hu et al. 2013, section 5: two chips fill a channel with interleaved two-plane programs; each of four channels has 17
// pins, together 68.
TEST(Figures, PinsOfTheCalculator) {
  const Design d = hu("channels: 4 chips: 1 dies: 2 planes: 2", "multiplane: blind");
  const std::uint64_t chips = program_use(d).chips_to_saturate;
  EXPECT_EQ(chips, 2U);
  EXPECT_EQ(channel_pins(d, chips), 17U);
  EXPECT_EQ(channel_pins(d, chips) * d.geometry.channels, 68U);
  EXPECT_EQ(channel_pins(compile_text("design D { nand { bus { width: 16bit } } }"), 1), 23U);
}

TEST(Figures, ABusThatTakesNoTimeHasNoRate) {
  EXPECT_EQ(bus_rate(compile_text("design D { nand { bus { cycle: 0ns } } }")), 0);
  EXPECT_EQ(bus_rate(compile_text("design D { nand { bus { cycle: 25ns } } }")), 40e6);
}

TEST(Figures, Stripes) {
  EXPECT_EQ(stripe_pages(hu("channels: 2 chips: 3 dies: 1 planes: 2", "")), 12U);
  EXPECT_EQ(stripe_pages(
                compile_text("design D { geometry { channels: 2 chips: 1 dies: 1 planes: 1 } allocation: static map(n) "
                             "{ channel: n / 8 % 2  chip: 0  die: 0  plane: 0 } }")),
            16U);
}

const std::string kGeometry = "geometry { channels: 4 chips: 2 dies: 1 planes: 1 } ";

Difference between(const std::string& a, const std::string& b) {
  return compare(compile_text("design A { " + kGeometry + a + " }"),
                 compile_text("design B { " + kGeometry + b + " }"));
}

TEST(DesignsCompared, TheSameMeaning) {
  EXPECT_TRUE(between("", "").none());
  EXPECT_TRUE(between("capacity { overprovision: 15% }", "capacity { overprovision: 0.15 }").none());
  EXPECT_TRUE(between("schedule { priority(op): if op.is_read then 1 else 0 }",
                      "schedule { priority(x): if x.is_read then 1 else 0 }")
                  .none());
  EXPECT_TRUE(
      between("", "allocation: static map(p) { channel: p % 4  chip: p / 4 / dies / planes % 2  die: 0  plane: 0 }")
          .none());
}

TEST(DesignsCompared, FunctionsByTheirPrograms) {
  const Difference d = between("schedule { priority(op): if op.is_read then 1 else 0 }",
                               "schedule { priority(op): if op.is_write then 1 else 0 }");
  ASSERT_EQ(d.changes.size(), 1U);
  EXPECT_EQ(d.changes[0].key, "priority");
}

// The two of each pair mean the same, so a further difference is the only one that is reported.
TEST(DesignsCompared, EqualMeaningsAreNoDifference) {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"gc { trigger: free_pages < 5% }", "gc { trigger: free_pages < 5%  stop: free_pages >= 5% }"},
      {"gc { trigger: free_pages < 5% }",
       "gc { trigger: free_pages < 5%  stop: free_pages > 5% }"},  // of 131,072 pages no whole number is exactly 5 %
      {"gc { trigger: free_blocks < 4 }", "gc { trigger: free_blocks <= 3  stop: not (free_blocks < 4) }"},
      {"gc { victim: greedy }", "gc { victim(b): b.invalid }"},
      {"gc { victim(b): b.invalid * 2 }", "gc { victim(b): 0 - b.valid }"},
      {"gc { preempt: page }", "gc { preempt(g): true }"},
      {"gc { replicate { pages: 0 } }", ""},
      {"schedule { priority(op): 7 }", ""},
      {"schedule { priority(op): if op.is_read then 3 else 1 }",
       "schedule { priority(op): if not op.is_read then 0 else 1 }"},
      {"nand { bus { cycle: 25ns  width: 8bit } }", "nand { bus { rate: 40MB/s  command: 175ns } }"},
      {"nand { bus { width: 1B } }", ""},
      {"nand { read(p): 20us }", ""},
      {"nand { read(p): if p.index % 2 == 0 then 20us else 40us }",
       "nand { cell: SLC  read(p): 20us + p.index % 2 * 20us }"},
      {"nand { cell: SLC  page_kind(p): if p.index % 2 == 0 then lsb else msb }", ""},
      {"capacity { overprovision: 50% }", "capacity { logical: 1GiB }"},
      {"start { state: filled { valid: 50%  layout: sequential } }",
       "start { state: filled { valid: 50%  layout: sequential  seed: 7 } }"},
      {"start { state: filled { } }", ""},
      {"buffer { readahead { pages: 9 } }", ""},
      // By rank of the six kinds of operation, whatever the condition gives for kinds that do not occur.
      {"schedule { priority(op): if op.is_read and op.is_host then 5 else if op.is_host then 3 else 1 }",
       "schedule { priority(op): if op.is_gc then 0 else if op.is_read then 2 else 1 }"},
      {"buffer { policy(e): e.age }", "buffer { policy: fifo }"},  // there is no buffer
      {"buffer { size: 1MiB  policy(e): 3 }", "buffer { size: 1MiB  policy: fifo }"},
      {"buffer { size: 1MiB  policy(e): e.hits - e.age / 1us }",
       "buffer { size: 1MiB  policy(x): x.hits - x.age / 1us }"},
      {"allocation: static { order: channel > chip > die > plane  streams: [a, b]  stream(r): if r.pages > 1 then a "
       "else b }",
       "allocation: static { order: channel > chip > die > plane  streams: [hot, cold]  stream(w): if w.pages > 1 then "
       "hot else cold }"}};
  for (const auto& [one, other] : pairs) {
    EXPECT_TRUE(between(one, other).none()) << one << " | " << other;
    const Difference d = between(one + " host { ecc: 1us }", other);
    ASSERT_EQ(d.changes.size(), 1U) << one << " | " << other;
    EXPECT_EQ(d.changes[0].key, "ecc") << one << " | " << other;
  }
}

// The two of each pair mean nearly the same, and have exactly one difference.
TEST(DesignsCompared, NearMeaningsAreDifferences) {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"gc { trigger: free_pages < 5% }", "gc { trigger: free_pages < 5%  stop: free_pages > 6% }"},
      {"gc { victim: greedy }", "gc { victim(b): b.valid }"},
      {"gc { preempt: page }", "gc { preempt(g): g.left > 1 }"},
      {"schedule { priority(op): if op.is_read then 3 else 1 }",
       "schedule { priority(op): if op.is_read then 1 else 3 }"},
      {"nand { read(p): if p.index % 2 == 0 then 20us else 40us }",
       "nand { read(p): if p.index % 2 == 0 then 40us else 20us }"},
      {"schedule { priority(op): if op.is_gc then 1 else 0 }",
       "schedule { priority(op): if op.is_gc and not op.is_erase then 1 else 0 }"},
      {"buffer { size: 1MiB  policy(e): e.age }",
       "buffer { size: 1MiB  policy: lru }"},  // of equal ages the entry that came first is evicted
      {"buffer { size: 1MiB  policy(e): e.hits }", "buffer { size: 1MiB  policy(e): e.hits * e.hits }"},
      {"gc { replicate { pages: 4 } }", ""},
      {"buffer { size: 1MiB  readahead { trigger: 2  pages: 8 } }",
       "buffer { size: 1MiB  readahead { trigger: 3  pages: 8 } }"},
      {"commands { multiplane: wise }",
       "commands { multiplane(w): w.wasted == 0 }"},  // one is placed at admission, the other at issue
      {"start { state: filled { valid: 50%  layout: random } }",
       "start { state: filled { valid: 50%  layout: random  seed: 7 } }"}};
  for (const auto& [one, other] : pairs) EXPECT_EQ(between(one, other).changes.size(), 1U) << one << " | " << other;
}

// The texts are the same, the value of the param differs.
TEST(DesignsCompared, ParamsBehindTheSameWords) {
  const auto text = [](const std::string& least) {
    return "param least: int = " + least + "\ndesign D { " + kGeometry + "gc { trigger: free_blocks < least } }";
  };
  const Difference d = compare(compile_text(text("4")), compile_text(text("5")));
  ASSERT_EQ(d.changes.size(), 1U);  // `stop` follows from `trigger`
  EXPECT_EQ(d.changes[0].key, "trigger");
  EXPECT_FALSE(d.none());
}

TEST(DesignsCompared, PagesThatMove) {
  const Difference d =
      between("allocation: static channel > chip > die > plane", "allocation: static chip > channel > die > plane");
  ASSERT_TRUE(d.moves.has_value());
  EXPECT_EQ(d.moves->compared, 8U);
  EXPECT_EQ(d.moves->moved, 6U);  // all except the first and the last page of a round
  EXPECT_TRUE(d.moves->complete);
  ASSERT_EQ(d.moves->first.size(), 4U);
  EXPECT_EQ(d.moves->first[0].number, 1U);
  EXPECT_EQ(d.moves->first[0].before.channel, 1U);
  EXPECT_EQ(d.moves->first[0].after.chip, 1U);
  ASSERT_EQ(d.changes.size(), 1U);
  EXPECT_EQ(d.changes[0].key, "order");
}

}  // namespace
}  // namespace ssd::design

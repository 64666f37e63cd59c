// The sections of a design: defaults, merging, numbers, predicates, and the proof about maps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "tests/unit/sema_texts.h"

namespace ssd {
namespace {

design::Design one(const std::string& text) {
  const auto result = check_text(text);
  EXPECT_EQ(result->text(), "");
  return result->checked.designs.empty() ? design::Design{} : result->checked.designs.back();
}

TEST(Defaults, AreThePaperSTable) {
  const design::Design d = one("design D { }");
  EXPECT_EQ(d.geometry.physical_pages(), 8'388'608U);
  EXPECT_EQ(d.geometry.spare_bytes, 64U);
  EXPECT_EQ(d.config.logical_pages, 7'130'316U) << "floor(0.85 * 8388608)";
  EXPECT_EQ(d.config.program, 200'000U);
  EXPECT_EQ(d.config.command, 175U);
  EXPECT_EQ(d.config.bus_numerator, 25U);
  EXPECT_EQ(d.config.bus_denominator, 1U);
  EXPECT_EQ(property(d, "gc", "trigger"), "free_pages < 5%");
  EXPECT_EQ(property(d, "allocation", "order"), "channel > die > plane > chip");
  for (const design::Property& p : d.properties) {
    EXPECT_TRUE(p.origin.kind == design::OriginKind::kDefault || p.origin.kind == design::OriginKind::kDerived)
        << p.key;
  }
}

TEST(Nand, BusByRateIsAnExactFraction) {
  const design::Design d = one("design D { nand { bus { rate: 1200MB/s  command: 200ns } } }");
  EXPECT_EQ(d.config.bus_numerator, 5U);
  EXPECT_EQ(d.config.bus_denominator, 6U);
  EXPECT_EQ(d.config.command, 200U);
  EXPECT_EQ(one("design D { nand { bus { cycle: 12.5ns  width: 16bit  command_cycles: 5 } } }").config.command, 63U)
      << "rounded up, once";
  EXPECT_EQ(one("design D { nand { bus { cycle: 12.5ns  width: 16bit } } }").config.bus_denominator, 4U)
      << "6.25 ns a byte";
}

TEST(From, MergesKeyByKey) {
  const auto result = check_text(R"(
nand Slow { read: 50us  program: 500us  bus { cycle: 50ns } }
design A { geometry { channels: 8  pages: 128 }  nand: Slow  host { queue: 8  transfer { read: page } } }
design B from A { geometry { pages: 32 }  nand { read: 10us  bus { command_cycles: 2 } }  host { transfer { program: sectors } } }
design C from B { nand: Slow  host { queue: unlimited } }
)");
  ASSERT_EQ(result->text(), "");
  const design::Design &b = result->checked.designs[1], &c = result->checked.designs[2];
  EXPECT_EQ(b.geometry.channels, 8U);
  EXPECT_EQ(b.geometry.pages, 32U);
  EXPECT_EQ(b.config.read, 10'000U);
  EXPECT_EQ(b.config.program, 500'000U);
  EXPECT_EQ(b.config.command, 100U) << "two of the inherited 50 ns cycles";
  EXPECT_TRUE(b.config.read_moves_page);
  EXPECT_TRUE(b.config.program_moves_sectors);
  EXPECT_EQ(c.config.read, 50'000U) << "`key: value` replaces wholly";
  EXPECT_EQ(c.config.queue_depth, 0U);
  EXPECT_EQ(c.geometry.pages, 32U);
  const auto inherited =
      std::ranges::find_if(c.properties, [](const design::Property& p) { return p.key == "channels"; });
  EXPECT_EQ(inherited->origin.kind, design::OriginKind::kInherited);
  EXPECT_EQ(inherited->origin.detail, "A");
}

TEST(Capacity, IsAnExactFloor) {
  const std::string geometry =
      "geometry { channels: 1  chips: 1  dies: 1  planes: 1  blocks: 1000  pages: 10  page: 4KiB }";
  EXPECT_EQ(one("design D { " + geometry + " capacity { overprovision: 10% } }").config.logical_pages, 9000U)
      << "floating point would give 8999 or 9000";
  EXPECT_EQ(one("design D { " + geometry + " capacity { overprovision: 33.33% } }").config.logical_pages, 6667U);
  EXPECT_EQ(one("design D { " + geometry + " capacity { logical: 10MB } }").config.logical_pages, 2441U);
  EXPECT_EQ(check_text("design D { " + geometry + " capacity { logical: 1KiB } }")->codes(), "E0224");
}

// (blocks - 2) * pages = 80 pages of room: 79 is the most that is accepted.
TEST(Capacity, CollectionMustBeAbleToFinish) {
  const auto text = [](int kibibytes) {
    return "design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 10 pages: 10 page: 4KiB } capacity { "
           "logical: " +
           std::to_string(kibibytes) + "KiB } gc { trigger: free_blocks < 2 } }";
  };
  EXPECT_EQ(check_text(text(79 * 4))->codes(), "");
  EXPECT_EQ(check_text(text(80 * 4))->codes(), "E0225");
}

i64 triggered(const design::Design& d, i64 free_pages, i64 free_blocks) {
  const i64 inputs[2] = {free_pages, free_blocks};
  return evaluate(d.policies[Hook::kTrigger].program(), inputs);
}

TEST(Gc, RatiosAreComparedExactly) {
  // A plane of 7 * 13 = 91 pages, of which 10 % are 9.1 pages.
  const std::string head =
      "design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 7 pages: 13 page: 4KiB } capacity { "
      "overprovision: 60% } gc { "
      "trigger: ";
  const std::array<std::pair<const char*, bool (*)(i64)>, 6> cases{{
      {"free_pages < 10%", [](i64 n) { return n * 100 < 91 * 10; }},
      {"free_pages <= 10%", [](i64 n) { return n * 100 <= 91 * 10; }},
      {"not (free_pages > 10%)", [](i64 n) { return n * 100 <= 91 * 10; }},
      {"not (10% <= free_pages)", [](i64 n) { return n * 100 < 91 * 10; }},
      {"free_pages < 2 * 7.5%", [](i64 n) { return n * 100 < 91 * 15; }},
      {"free_pages - 3 < 10% and free_pages != 5", [](i64 n) { return (n - 3) * 100 < 91 * 10 && n != 5; }},
  }};
  for (const auto& [text, expected] : cases) {
    const auto result = check_text(head + text + " } }");
    EXPECT_FALSE(result->sink.has_errors())
        << result->text();  // with blocks of 13 pages some of these triggers never hold
    const design::Design& d = result->checked.designs.at(0);
    for (i64 n = 0; n <= 91; ++n) ASSERT_EQ(triggered(d, n, 0), expected(n) ? 1 : 0) << text << " at " << n;
  }
  const design::Design blocks =
      one(head + "free_blocks < 50%  stop: free_blocks * 2 > blocks and free_pages % 2 == 0 } }");
  for (i64 n = 0; n <= 7; ++n) EXPECT_EQ(triggered(blocks, 0, n), n < 4 ? 1 : 0);
  const i64 inputs[2] = {4, 4};
  EXPECT_EQ(evaluate(blocks.policies[Hook::kStop].program(), inputs), 1);
}

TEST(Gc, StopIsNotTriggerByDefault) {
  const design::Design d = one("design D { gc { trigger: free_blocks < 3 } }");
  for (i64 n = 0; n < 6; ++n) {
    const i64 inputs[2] = {100, n};
    EXPECT_NE(evaluate(d.policies[Hook::kStop].program(), inputs), triggered(d, 100, n));
  }
}

// ---- maps

TEST(Orders, MeanTheirPrintedFormulas) {
  std::array<std::string, 4> levels{"channel", "chip", "die", "plane"};
  std::ranges::sort(levels);
  const design::Geometry g{.channels = 3, .chips = 2, .dies = 4, .planes = 5, .blocks = 8, .pages = 4};
  do {
    const std::string order = levels[0] + " > " + levels[1] + " > " + levels[2] + " > " + levels[3];
    const design::Design d =
        one("design D { geometry { channels: 3 chips: 2 dies: 4 planes: 5 blocks: 8 pages: 4 page: 4KiB } capacity { "
            "overprovision: 30% } "
            "gc { trigger: free_blocks < 2 } allocation: static " +
            order + " }");
    EXPECT_EQ(d.allocation.period, 120U);
    EXPECT_EQ(property(d, "allocation", "order"), order);
    for (u64 lpn = 0; lpn < d.config.logical_pages; ++lpn) {
      u64 rest = lpn;
      std::map<std::string, u64> expected;
      for (const std::string& level : levels) {
        const u64 count = level == "channel" ? g.channels
                          : level == "chip"  ? g.chips
                          : level == "die"   ? g.dies
                                             : g.planes;
        expected[level] = rest % count;
        rest /= count;
      }
      const design::PlaneAddress a = place(d.policies, lpn);
      ASSERT_EQ(a, (design::PlaneAddress{expected["channel"], expected["chip"], expected["die"], expected["plane"]}))
          << order << " at " << lpn;
    }
  } while (std::ranges::next_permutation(levels).found);
}

TEST(Orders, ComeFromParams) {
  const std::string text =
      "param o: order = plane > die > way > channel\ndesign D { allocation: static o }\ndesign E { allocation: static "
      "{ order: o } }\n";
  const auto result = check_texts({{"main.ssd", text}}, {{"o", "chip > channel > die > plane"}});
  ASSERT_EQ(result->text(), "");
  EXPECT_EQ(property(result->checked.designs[0], "allocation", "order"), "chip > channel > die > plane");
  EXPECT_EQ(hash(result->checked.designs[0]), hash(result->checked.designs[1]));
}

// The result of the proof about a map, against counting every logical page with the program itself.
void expect_exact_counts(const design::Design& d) {
  std::vector<u64> counts(d.geometry.total_planes());
  for (u64 lpn = 0; lpn < d.config.logical_pages; ++lpn)
    ++counts.at(design::plane_id(d.geometry, place(d.policies, lpn)));
  EXPECT_EQ(d.allocation.most_pages, std::ranges::max(counts));
  EXPECT_EQ(d.allocation.fewest_pages, std::ranges::min(counts));
}

constexpr const char* kSmall =
    "geometry { channels: 4 chips: 2 dies: 2 planes: 2 blocks: 64 pages: 16 page: 4KiB } capacity { overprovision: 60% "
    "} allocation: "
    "static map(lpn) { ";

TEST(Maps, AreCountedExactlyOverTheLastPartialPeriodToo) {
  const auto result = check_text(
      std::string("const stripe = 7\ndesign D { ") + kSmall +
      "let unit = lpn / stripe  channel: unit % channels  chip: unit / channels % chips  die: unit / (channels "
      "* chips) % dies  plane: lpn % planes } }");
  // 112 = 7 * 4 * 2 * 2; two planes cannot share the seven pages of a stripe evenly.
  EXPECT_EQ(result->codes(), "W0232");
  ASSERT_EQ(result->checked.designs.size(), 1U);
  EXPECT_EQ(result->checked.designs[0].allocation.period, 112U);
  EXPECT_NE(result->checked.designs[0].config.logical_pages % 112, 0U);
  expect_exact_counts(result->checked.designs[0]);
}

TEST(Maps, WithoutAPeriodAreLookedAtPageByPage) {
  // 13107 logical pages in four runs, one a channel.
  const auto result =
      check_text(std::string("design D { ") + kSmall +
                 "channel: min(lpn / 3277, 3)  chip: lpn % chips  die: lpn / 2 % dies  plane: lpn / 4 % planes } }");
  ASSERT_EQ(result->text(), "");
  EXPECT_EQ(result->checked.designs[0].allocation.period, 0U);
  expect_exact_counts(result->checked.designs[0]);
}

TEST(Maps, ConditionsRuleOutZero) {
  const std::array<const char*, 5> guarded{
      "if lpn % 5 != 0 then lpn / (lpn % 5) % 4 else 0", "if lpn % 5 == 0 then 0 else lpn / (lpn % 5) % 4",
      "if lpn % 5 > 0 and 12 / (lpn % 5) > 3 then 1 else 0", "if not (lpn % 5 < 1) then 8 % (lpn % 5) % 4 else 0",
      "if planes == 1 then lpn / (planes - 2) else 0"};
  for (const char* formula : guarded) {
    const auto result = check_text(std::string("design D { ") + kSmall + "channel: " + formula +
                                   "  chip: lpn % 2  die: lpn / 2 % 2  plane: lpn / 4 % 2 } }");
    EXPECT_EQ(result->codes().find("E0108"), std::string::npos) << result->text();
    EXPECT_EQ(result->codes().find("E0208"), std::string::npos) << result->text();
  }
  const auto bare = check_text(std::string("design D { ") + kSmall +
                               "channel: if lpn % 5 != 1 then 8 / (lpn % 5) % 4 else 0  chip: 0  die: 0  plane: 0 } }");
  EXPECT_TRUE(bare->codes().starts_with("E0208")) << "excluding 1 does not exclude 0";
}

TEST(Maps, FirstBadPageIsTheFirst) {
  const auto result =
      check_text(std::string("design D { ") + kSmall +
                 "channel: (lpn / 100 % 5) * (if lpn % 7 == 3 then 1 else 0)  chip: 0  die: 0  plane: 0 } }");
  EXPECT_NE(result->text().find("is 4 at lpn = 402"), std::string::npos)
      << result->text();  // 402 = 57 * 7 + 3, and 402 / 100 = 4
}

// Random maps: accepted ones must stay in range and have the exact counts, rejected ones must really leave the range.
TEST(Maps, RandomOnesAreJudgedRightly) {
  u64 state = 99;
  const auto random = [&](u64 n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % n;
  };
  const auto number = [&] { return std::to_string(1 + random(12)); };
  const auto expression = [&](const auto& self, int depth) -> std::string {
    if (depth == 0) return random(3) == 0 ? number() : "lpn";
    const std::string a = "(" + self(self, depth - 1) + ")", b = "(" + self(self, depth - 1) + ")";
    switch (random(7)) {
      case 0: return a + " + " + b;
      case 1: return a + " - " + b;
      case 2: return a + " / " + number();
      case 3: return a + " % " + number();
      case 4: return "if " + a + " < " + b + " then " + a + " else " + number();
      case 5: return "min(" + a + ", " + b + ")";
      default: return a + " * " + number();
    }
  };
  int accepted = 0, refused = 0;
  for (int round = 0; round < 300; ++round) {
    const std::string channel =
        random(2) == 0 ? expression(expression, 2) : "(" + expression(expression, 3) + ") % channels";
    const auto result = check_text(std::string("design D { ") + kSmall + "channel: " + channel +
                                   "  chip: lpn / 3 % chips  die: lpn / 6 % dies  plane: lpn / 12 % planes } }");
    if (!result->checked.designs.empty()) {
      ++accepted;
      expect_exact_counts(result->checked.designs[0]);
      continue;
    }
    ++refused;
    EXPECT_TRUE(result->text().find("error[E0207]") != std::string::npos ||
                result->text().find("error[E0225]") != std::string::npos)
        << channel << "\n"
        << result->text();
  }
  EXPECT_GT(accepted, 15);
  EXPECT_GT(refused, 15);
}

TEST(Maps, LargestPeriodsAreProvedQuickly) {
  const design::Design d =
      one("design D { geometry { channels: 64 chips: 64 dies: 16 planes: 2 blocks: 8 pages: 16 page: 4KiB } capacity { "
          "overprovision: 50% "
          "} gc { trigger: free_blocks < 2 } }");
  EXPECT_EQ(d.allocation.period, 131072U);
  EXPECT_EQ(d.allocation.most_pages, 64U);
}

}  // namespace
}  // namespace ssd

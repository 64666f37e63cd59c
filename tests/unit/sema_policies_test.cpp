// Policies: what the check makes of `key(x): EXPRESSION`, run as the engine runs it, and the sections that have
// policies.
#include "tests/unit/sema_policies.h"

namespace ssd {
namespace {

// ---- latencies

TEST(Latencies, KindsFollowTheCell) {
  // Twelve pages; lsb 10 ns, csb 20 ns, msb 30 ns, tsb 40 ns.
  const std::string read =
      "read(p): if p.kind == lsb then 10ns else if p.kind == csb then 20ns else if p.kind != msb then 40ns else 30ns";
  const std::map<std::string, std::vector<i64>> expected{
      {"MLC", {10, 30}}, {"TLC", {10, 20, 30}}, {"QLC", {10, 20, 30, 40}}};
  for (const auto& [cell, times] : expected) {
    const design::Design d = one("design D { geometry { pages: 12 } nand { cell: " + cell + "  " + read +
                                 " } gc { trigger: free_blocks < 3 } }");
    for (i64 page = 0; page < 12; ++page)
      EXPECT_EQ(run(d.policies[Hook::kReadTime], {page, 0, 0}), times[static_cast<u64>(page) % times.size()]) << cell;
    EXPECT_EQ(d.config.read, static_cast<Time>(std::ranges::max(times))) << "the longest";
  }
  const design::Design slc = one("design D { nand { " + read + " } }");
  EXPECT_FALSE(slc.policies[Hook::kReadTime].given()) << "all pages are alike";
  EXPECT_EQ(slc.config.read, 10U);
}

TEST(Latencies, ThePartMayNumberItsKinds) {
  const design::Design d =
      one("fn kinds(p: page) = if p.index < pages / 2 then lsb else tsb\n"
          "nand N { page_kind: kinds  program(p): if p.kind == tsb then 2ms else 1ms  erase(b): 3ms + min(b.erases, "
          "1000) * 1us }\n"
          "design D { geometry { pages: 8 } nand: N  gc { trigger: free_blocks < 3 } }");
  for (i64 page = 0; page < 8; ++page)
    EXPECT_EQ(run(d.policies[Hook::kProgramTime], {page, 0, 0}), page < 4 ? 1'000'000 : 2'000'000);
  EXPECT_EQ(run(d.policies[Hook::kEraseTime], {0, 8, 7}), 3'007'000);
  EXPECT_EQ(run(d.policies[Hook::kEraseTime], {0, 8, 5000}), 4'000'000);
  EXPECT_EQ(d.config.erase, 4'000'000U);
  EXPECT_EQ(d.config.program, 2'000'000U);
}

TEST(Latencies, RoundHalfUp) {
  const design::Design d =
      one("design D { nand { read(p): p.index * 0.5ns + p.block * 1ns  program(p): 10us + p.index / 3 * 1us } }");
  for (i64 page = 0; page < 64; ++page) {
    EXPECT_EQ(run(d.policies[Hook::kReadTime], {page, 5, 0}), 5 + (page + 1) / 2) << page;
    EXPECT_EQ(run(d.policies[Hook::kProgramTime], {page, 0, 0}), 10'000 + page / 3 * 1000) << "`/` on ints truncates";
  }
}

TEST(Latencies, StayWithinAnHour) {
  EXPECT_EQ(one("design D { nand { read(p): 10us + p.erases * 1us } }").policies[Hook::kReadTime].checks.size(), 1U)
      << "more than an hour only after many erases";
  EXPECT_EQ(checked("design D { nand { read(p): 10us - p.index * 1us } }")->codes(), "E0204");
  EXPECT_EQ(checked("design D { nand { read(p): 100us - p.index * 1us } }")->codes(), "");
  EXPECT_EQ(checked("design D { nand { read(p): if p.index % 2 == 0 then 5us * (p.index % 2) else 1us } }")->codes(),
            "");
}

TEST(Latencies, OfAPartAloneAreCheckedForTypesOnly) {
  EXPECT_EQ(
      checked("nand N { read(p): 100us - p.index * 1us  program(p): 1ms / (1 + p.index / (pages - 1)) }")->codes(), "");
  EXPECT_EQ(checked("nand N { read(p): 1us * (p.index / (pages - 1) + p.erases) * 1000000 }")->codes(), "");
  EXPECT_EQ(checked("nand N { read(p): p.index }")->codes(), "E0105");
}

TEST(Nand, EnergyIsInFemtojoules) {
  const design::Design d =
      one("design D { nand { endurance: 3_000  energy { read: 6uJ  program: 48uJ  erase: 190uJ  transfer_per_byte: "
          "12.5pJ  idle: 8mW } } }");
  EXPECT_EQ(d.energy, (design::Energy{6'000'000'000, 48'000'000'000, 190'000'000'000, 12'500, 8'000}));
  EXPECT_EQ(d.config.endurance, 3000U);
}

// ---- commands

TEST(Commands, WordsAndPredicates) {
  const design::Design d =
      one("design D { commands { multiplane(w): w.wasted <= 2 and w.pending >= 2  copyback: blind  cache: always  "
          "suspend: always  "
          "suspend_limit: 4  multiplane_address: block_and_page } }");
  EXPECT_EQ(d.config.multiplane, Willing::kPredicate);
  EXPECT_EQ(run(d.policies[Hook::kMultiplane], {2, 2, 2}), 1);
  EXPECT_EQ(run(d.policies[Hook::kMultiplane], {3, 2, 2}), 0);
  EXPECT_EQ(d.config.copyback, Willing::kBlind);
  EXPECT_TRUE(d.config.cache && d.config.suspend_on && d.config.block_and_page);
  EXPECT_EQ(d.config.suspend_limit, 4U);
  EXPECT_EQ(one("design D { commands { multiplane: wise } }").config.multiplane, Willing::kWise);
}

TEST(Commands, AStandardNameMayBeGivenAnotherMeaning) {
  const auto result =
      checked("fn wise(w: command) = w.wasted <= 1\ndesign D { commands { multiplane: wise  copyback: blind } }");
  EXPECT_EQ(result->codes(), "W0119");
  const design::Design& d = result->checked.designs.at(0);
  EXPECT_EQ(d.config.multiplane, Willing::kPredicate);
  EXPECT_EQ(run(d.policies[Hook::kMultiplane], {1, 1, 2}), 1);
  EXPECT_EQ(d.config.copyback, Willing::kBlind);
  const design::Design mine =
      one("fn mine(w: command) = wise(w) or w.planes > 1\ndesign D { commands { multiplane: mine } }");
  EXPECT_EQ(run(mine.policies[Hook::kMultiplane], {1, 2, 1}), 0);
}

// ---- placement

TEST(Placement, AllKindsHaveFormulas) {
  for (const auto& [text, kind] : std::map<std::string, Placement>{{"static", Placement::kStatic},
                                                                   {"write_order", Placement::kWriteOrder},
                                                                   {"dynamic", Placement::kDynamicOrder}}) {
    const design::Design d =
        one(std::string("design D { ") + kSmall + "allocation: " + text + " die > channel > plane > chip }");
    EXPECT_EQ(d.config.placement, kind);
    for (u64 n = 0; n < 100; ++n) {
      EXPECT_EQ(place(d.policies, n), (design::PlaneAddress{n / 2 % 4, n / 16 % 2, n % 2, n / 8 % 2})) << text << n;
    }
    if (kind == Placement::kStatic) continue;
    const u64 far = (u64{1} << 40) + 5;  // beyond the logical pages: the number of writes is not bounded
    EXPECT_EQ(place(d.policies, far), (design::PlaneAddress{far / 2 % 4, far / 16 % 2, far % 2, far / 8 % 2}));
  }
}

TEST(Placement, CostAndStreams) {
  const design::Design d = one(
      std::string("design D { ") + kSmall +
      "allocation: dynamic { order: channel > die > plane > chip  cost(u): u.busy_for + u.queued * 50us  streams: "
      "[small, large, rest]  stream(r): if r.pages <= 2 then small else if r.size > 64KiB then rest else large } }");
  EXPECT_EQ(d.config.placement, Placement::kDynamicCost);
  EXPECT_EQ(run(d.policies[Hook::kCost], {0, 0, 0, 0, 1000, 2, 9}), 101'000);
  EXPECT_EQ(d.allocation.streams, (std::vector<std::string>{"small", "large", "rest"}));
  EXPECT_EQ(run(d.policies[Hook::kStream], {0, 2, 1}), 0);
  EXPECT_EQ(run(d.policies[Hook::kStream], {0, 3, 65'536}), 1);
  EXPECT_EQ(run(d.policies[Hook::kStream], {0, 3, 65'537}), 2);
  EXPECT_EQ(property(d, "allocation", "streams"), "[small, large, rest]");
}

// 4 planes of 10 blocks of 10 pages. With s streams the fullest plane must have fewer than (9 - s) * 10 pages with
// static placement; otherwise all planes together fewer than 4 * (9 - s) * 10.
TEST(Placement, CollectionMustBeAbleToFinish) {
  const auto codes = [](const std::string& placement, int pages) {
    const std::string geometry = "geometry { channels: 4 chips: 1 dies: 1 planes: 1 blocks: 10 pages: 10 page: 4KiB } ";
    return checked("design D { " + geometry + "capacity { logical: " + std::to_string(pages * 4) +
                   "KiB } gc { trigger: free_blocks < 2 } allocation: " + placement + " }")
        ->codes();
  };
  const std::string order = "channel > chip > die > plane";
  const std::string two = " { order: " + order + "  streams: [a, b]  stream(r): if r.pages > 1 then a else b }";
  EXPECT_EQ(codes("static " + order, 316), "");
  EXPECT_EQ(codes("static " + order, 317), "E0225") << "79.25: one plane gets 80";
  EXPECT_EQ(codes("dynamic " + order, 319), "W0283") << "the collection may be slow";
  EXPECT_EQ(codes("dynamic " + order, 320), "E0225");
  EXPECT_EQ(codes("write_order " + order, 320), "E0225");
  EXPECT_EQ(codes("static" + two, 276), "");
  EXPECT_EQ(codes("static" + two, 277), "E0225");
  EXPECT_EQ(codes("dynamic" + two, 279), "W0283");
  EXPECT_EQ(codes("dynamic" + two, 280), "E0225");
}

// ---- buffer, host, start

TEST(Buffer, SlotsAreWholePages) {
  const design::Design d =
      one("design D { buffer { size: 10000B  policy(e): if e.dirty then e.age else e.age + e.hits * 1ms  latency: 3us  "
          "readahead { trigger: "
          "4 } } }");
  EXPECT_EQ(d.config.buffer_slots, 4U);
  EXPECT_EQ(d.config.evict, Evict::kScore);
  EXPECT_EQ(run(d.policies[Hook::kEvict], {7, 0, 2, 1}), 2'000'007);
  EXPECT_EQ(run(d.policies[Hook::kEvict], {7, 1, 2, 1}), 7);
  EXPECT_EQ(d.config.readahead_trigger, 4U);
  EXPECT_EQ(d.config.readahead_pages, 8U);
  EXPECT_EQ(d.config.complete_write, CompleteWrite::kBuffered);
  EXPECT_EQ(one("design D { buffer { size: 1MiB  policy: fifo  write_back: false } }").config.complete_write,
            CompleteWrite::kProgrammed);
}

TEST(Host, LinkIsAnExactFraction) {
  const design::Design d = one("design D { host { link: 7GB/s  command: 2us  ecc: 3us  queue: 8  queues: 4 } }");
  EXPECT_EQ(d.config.link_numerator, 1U);
  EXPECT_EQ(d.config.link_denominator, 7U);
  EXPECT_EQ(d.config.host_command, 2000U);
  EXPECT_EQ(d.config.ecc, 3000U);
  EXPECT_EQ(d.config.queues, 4U);
  EXPECT_EQ(one("design D { host { link: unlimited } }").config.link_numerator, 0U);
}

TEST(Start, FilledLeavesRoom) {
  const auto codes = [](const std::string& filled) {
    const std::string geometry = "geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 10 pages: 10 page: 4KiB } ";
    return checked("design D { " + geometry +
                   "capacity { overprovision: 40% } gc { trigger: free_blocks < 2 } start { state: filled { " + filled +
                   " } } }")
        ->codes();
  };
  EXPECT_EQ(codes("valid: 60%  invalid: 10%"), "") << "7 of 10 blocks, 3 are free";
  EXPECT_EQ(codes("valid: 60%  invalid: 11%"), "E0250") << "71 pages begin an eighth block";
  EXPECT_EQ(codes("valid: 61%"), "E0251") << "60 logical pages";
  EXPECT_EQ(codes("valid: 60%  invalid: 41%"), "E0249");
  EXPECT_EQ(codes("valid: 0.00001%"), "E0245");
  const design::Design d = one("design D { start: filled { valid: 12.5%  layout: sequential } }");
  EXPECT_EQ(one("design D { start: filled { valid: 12.5%  layout: random  seed: 7 } }").start.seed, 7U);
  EXPECT_TRUE(d.start.filled);
  EXPECT_FALSE(d.start.random);
  EXPECT_EQ(d.start.valid_parts, 125'000U);
}

// ---- keys without effect

TEST(Effects, AreToldOfWhatTheDesignSaysItself) {
  const std::map<std::string, std::string> expected{
      {"geometry { planes: 1 } commands { multiplane: wise }", "W0252"},
      {"geometry { planes: 1 } commands { multiplane: never }", ""},
      {"geometry { dies: 1 } commands { interleave: always }", "W0253"},
      {"geometry { dies: 1 }", ""},
      {"commands { cache: always } allocation: dynamic channel > chip > die > plane", "W0254"},
      {"commands { cache: always } allocation: dynamic { order: channel > chip > die > plane  cost(u): u.queued }", ""},
      {"geometry { pages: 1 } gc { trigger: free_blocks < 4 } commands { copyback: blind }", "W0255"},
      {"geometry { pages: 63 } commands { copyback: wise }", "W0256"},
      {"commands { suspend: always } schedule { priority: 1 }", "W0257"},
      {"commands { suspend: always } schedule { priority(op): if op.is_read then op.pages else 1 }", ""},
      {"nand { suspend: 3us }", "W0258"},
      {"nand { suspend: 3us } commands { suspend: always }", ""},
      {"buffer { readahead { trigger: 3 } }", "W0259"},
      {"host { queues: 2 }", "W0260"},
      {"host { queues: 2  queue: 8 }", ""},
      {"allocation: static { order: channel > chip > die > plane  streams: [a]  stream(r): a }", "W0261"},
  };
  for (const auto& [text, codes] : expected) EXPECT_EQ(checked("design D { " + text + " }")->codes(), codes) << text;
  const auto heir = checked("design A { host { queues: 2  queue: 8 } }\ndesign B from A { host { queue: unlimited } }");
  EXPECT_EQ(heir->codes(), "") << "inherited";
}

}  // namespace
}  // namespace ssd

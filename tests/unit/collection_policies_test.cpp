// Victims, free blocks, ages and wear (collection.victim, space.free_block, space.time, wear.static,
// collection.cost_zero), in states small enough to be worked out by hand. Random cases are in tests/differential.
#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/engine/ftl/collection.h"
#include "runtime/run/arena.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"

namespace ssd {
namespace {

using run::Arena;

// One plane of 6 blocks of 4 pages.
design::Design small(const std::string& policies) {
  return compile_text(
      "design A { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 6 pages: 4 page: 2KiB } capacity { "
      "logical: 20KiB }\n" +
      policies + " }");
}
design::Design with_victim(const std::string& victim) { return small("gc { " + victim + " }"); }

VictimClass class_of(const std::string& victim) { return with_victim(victim).config.victim_class; }

TEST(VictimClass, IsFoundFromWhatTheScoreReads) {
  EXPECT_EQ(class_of(""), VictimClass::kGreedy);
  EXPECT_EQ(class_of("victim: greedy"), VictimClass::kGreedy);
  EXPECT_EQ(class_of("victim(b): b.invalid"), VictimClass::kGreedy);
  EXPECT_EQ(class_of("victim(b): pages - b.valid"), VictimClass::kGreedy);
  EXPECT_EQ(class_of("victim(b): 1.0 - b.utilisation"), VictimClass::kGreedy);
  EXPECT_EQ(class_of("victim(b): if b.kind == SLC then b.invalid else b.erases"), VictimClass::kGreedy);
  EXPECT_EQ(class_of("victim(b): b.valid"), VictimClass::kByValid);
  EXPECT_EQ(class_of("victim(b): if b.utilisation > 50% then 0 else 1"), VictimClass::kByValid);
  EXPECT_EQ(class_of("victim(b): b.age"), VictimClass::kOldest);
  EXPECT_EQ(class_of("victim(b): b.age * 3 - 5us"), VictimClass::kOldest);
  EXPECT_EQ(class_of("victim(b): 0us - b.age"), VictimClass::kGeneral);
  EXPECT_EQ(class_of("victim(b): min(b.age, 1s)"), VictimClass::kGeneral);
  EXPECT_EQ(class_of("victim(b): b.invalid - b.erases"), VictimClass::kGeneral);
}

// A design leaves the plain loops only if a policy needs the clock, and only fields that policies read take memory.
TEST(VictimClass, CostsNothingThatIsNotRead) {
  for (const char* victim : {"victim(b): b.valid", "victim(b): b.invalid - b.erases", "victim: greedy"}) {
    const design::Design design = with_victim(victim);
    EXPECT_EQ(design::config(design).whole, 0) << victim;
    const Plan arena_plan = design::plan_of(design);
    Arena arena(arena_plan, {});
    EXPECT_EQ(arena.state().full_at, nullptr) << victim;
    EXPECT_EQ(arena.state().full_list, nullptr) << victim;
    EXPECT_EQ(arena.state().victim_rank != nullptr, design.config.victim_class == VictimClass::kByValid) << victim;
  }
  const design::Design aged = with_victim("victim(b): b.age");
  EXPECT_EQ(design::config(aged).whole, 1);
  const Plan arena_plan = design::plan_of(aged);
  Arena arena(arena_plan, {});
  EXPECT_NE(arena.state().full_at, nullptr);
  EXPECT_EQ(design::config(small("wear { allocate(b): b.erases }")).keeps_ages, 0);
  EXPECT_EQ(design::config(small("wear { allocate(b): b.age }")).keeps_ages, 1);
}

// A drive at time 0, with the design whose programs it runs.
struct Drive {
  explicit Drive(const std::string& policies) : design(small(policies)), arena(design, {}) {}
  Plan design;
  Arena arena;
};
Drive drive_with_victim(const std::string& victim) { return Drive("gc { " + victim + " }"); }

// Blocks 0, 1, 3 and 4 are full; the others are not eligible.
void set_blocks(State& s) {
  const u16 valid[] = {4, 3, kNotEligible + 1, 1, 1, kNotEligible};
  const u32 erases[] = {0, 5, 0, 2, 7, 0};
  for (u32 b = 0; b < 6; ++b) {
    s.valid[b] = valid[b];
    s.life[b] = erases[b] << 1;
  }
}

u32 victim_by(const std::string& victim) {
  Drive drive = drive_with_victim(victim);
  set_blocks(drive.arena.state());
  return choose_victim(drive.arena.state(), drive.arena.config(), PlaneId(0));
}

TEST(Victim, HasTheHighestScoreAndTheLowerNumberAmongEquals) {
  EXPECT_EQ(victim_by("victim: greedy"), 3U);
  EXPECT_EQ(victim_by("victim(b): b.valid"), 1U);      // block 0 has no invalid page
  EXPECT_EQ(victim_by("victim(b): b.valid % 2"), 1U);  // 3, 1, 1: all odd
  EXPECT_EQ(victim_by("victim(b): b.erases"), 4U);
  EXPECT_EQ(victim_by("victim(b): 0 - b.erases"), 3U);
  EXPECT_EQ(victim_by("victim(b): b.invalid * 2 + b.erases"), 4U);  // 2 + 5, 6 + 2, 6 + 7
  Drive drive = drive_with_victim("victim(b): b.valid");
  const u16 none[] = {4, 4, kNotEligible, 4, 4, 4};
  std::copy_n(none, 6, drive.arena.state().valid);
  EXPECT_EQ(choose_victim(drive.arena.state(), drive.arena.config(), PlaneId(0)), kNone);
}

TEST(Victim, IsTheOldestByTheTimeAtWhichBlocksBecameFull) {
  Drive drive = drive_with_victim("victim(b): b.age");
  State& s = drive.arena.state();
  const Config& c = drive.arena.config();
  set_blocks(s);
  const auto full = [&](u32 block, Time time) {
    s.map_time = time;
    note_full(s, c, PlaneId(0), block);
  };
  full(0, 10);
  full(4, 30);
  full(1, 20);  // with several queues, a request that arrived earlier may come later
  full(3, 30);
  s.map_time = 100;
  EXPECT_EQ(choose_victim(s, c, PlaneId(0)), 1U);  // 0 is older, but has no invalid page
  leave_list_of_full(s, c, PlaneId(0), 1);
  s.valid[1] = kNotEligible;
  EXPECT_EQ(choose_victim(s, c, PlaneId(0)), 3U);  // as old as 4
  EXPECT_EQ(block_age(s, c, 3), 70);
  s.map_time = 25;
  EXPECT_EQ(block_age(s, c, 3), 0);  // never below 0
}

TEST(FreeBlock, IsTheLongestFreeUnlessWearSaysOtherwise) {
  const auto opened = [](const std::string& wear) {
    Drive drive(wear);
    State& s = drive.arena.state();
    const u32 erases[] = {4, 2, 2, 9, 7, 9};
    for (u32 b = 0; b < 6; ++b) s.life[b] = erases[b] << 1;
    return block_of(drive.arena.config(), take_host_page(s, drive.arena.config(), PlaneId(0), 0));
  };
  EXPECT_EQ(opened(""), 0U);
  EXPECT_EQ(opened("wear { level: static { threshold: 3 } }"), 0U);
  EXPECT_EQ(opened("wear { level: dynamic }"), 1U);
  EXPECT_EQ(opened("wear { allocate(b): b.erases }"), 3U);
  EXPECT_EQ(opened("wear { allocate(b): 0 }"), 0U);
  EXPECT_EQ(opened("wear { level: static { threshold: 3 } allocate(b): b.erases % 4 }"), 4U);
}

TEST(FreeBlock, TakenFromTheMiddleLeavesTheOrderOfTheOthers) {
  Drive drive("");
  State& s = drive.arena.state();
  const Config& c = drive.arena.config();
  EXPECT_EQ(take_free_at(s, c, PlaneId(0), 2, false), 2U);
  std::vector<u32> order;
  for (u32 i = 0; i < 5; ++i) order.push_back(take_free_block(s, c, PlaneId(0), false));
  EXPECT_EQ(order, (std::vector<u32>{0, 1, 3, 4, 5}));
}

// Logical pages 0 to 7 fill blocks 0 and 1; page 2 is written once more, into block 2. Blocks 3 and 5 were erased most.
TEST(Wear, MovesTheLaggardIntoTheMostWornFreeBlock) {
  Drive drive("wear { level: static { threshold: 4 } }");
  State& s = drive.arena.state();
  const Config& c = drive.arena.config();
  for (Lpn lpn{0}; lpn < Lpn(8); ++lpn) bind(s, lpn, take_host_page(s, c, PlaneId(0), 0));
  invalidate(s, c, s.l2p[Lpn(2)]);
  bind(s, Lpn(2), take_host_page(s, c, PlaneId(0), 0));
  const u32 erases[] = {1, 1, 0, 5, 3, 5};
  for (u32 b = 0; b < 6; ++b) s.life[b] = erases[b] << 1;
  EXPECT_EQ(find_levelling(s, c, PlaneId(0)).laggard, kNone);  // 5 - 1 does not exceed 4, and block 2 is not full
  s.life[3] = s.life[5] = 6 << 1;
  const u32 free_pages = s.space[PlaneId(0)].free_pages;
  level_wear(s, c, PlaneId(0), 0);
  EXPECT_EQ(s.l2p[Lpn(0)], Ppn(12));  // block 3, in ascending order
  EXPECT_EQ(s.l2p[Lpn(1)], Ppn(13));
  EXPECT_EQ(s.l2p[Lpn(3)], Ppn(14));
  EXPECT_EQ(s.valid[3], 3U);  // full, with one page skipped
  EXPECT_EQ(s.life[0] >> 1, 2U);
  EXPECT_EQ(s.valid[0], kNotEligible);
  EXPECT_EQ(s.space[PlaneId(0)].free_pages, free_pages);
  EXPECT_EQ(s.flash.wear_collections, 1U);
  EXPECT_EQ(s.flash.collections, 1U);
  EXPECT_EQ(s.flash.wasted_wear, 1U);
  EXPECT_EQ(find_levelling(s, c, PlaneId(0)).laggard, 1U);  // 6 - 1: the next laggard, for the next collection
}

// Overwrites of one page: every fourth write fills a block, and only the newest page of all is valid.
run::Outcome overwrite(const std::string& policies, u64 count) {
  const design::Design design = small(policies);
  std::vector<Request> requests;
  for (u64 i = 0; i < count; ++i) requests.push_back({i * 10'000'000, 0, 4, Direction::kWrite});
  run::Options options;
  options.keep_times = options.check = true;
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = requests}, options);
  EXPECT_TRUE(outcome.violations.empty()) << outcome.violations.front();
  return outcome;
}

// Blocks 0 to 4 take 20 writes; then every four writes need another block, that is, a collection of a block without
// valid pages.
TEST(CostZero, CountsCollectionsAndTakesNoTime) {
  const std::string gc = "gc { trigger: free_blocks < 1";
  const run::Outcome normal = overwrite(gc + " }", 29), zero = overwrite(gc + " cost: zero }", 29);
  for (const run::Outcome* o : {&normal, &zero}) {
    EXPECT_EQ(o->results.flash.collections, 3U);
    EXPECT_EQ(o->results.flash.forced_collections, 3U);
    EXPECT_EQ(o->results.flash.erases, 3U);
    EXPECT_EQ(o->results.flash.collection_programs, 0U);
  }
  EXPECT_EQ(normal.completions[20] - zero.completions[20], 1'500'175U);  // an erase and its command
  EXPECT_EQ(normal.completions[19], zero.completions[19]);
  EXPECT_EQ(normal.results.flash.conflicts, 3U);
  EXPECT_EQ(zero.results.flash.conflicts, 0U);
  EXPECT_EQ(zero.results.planes[0].collection, 0.0);
  EXPECT_EQ(zero.results.flash.idle_collections, 0U);
}

// The 20th write fills block 4 and leaves one free block, so a collection is forced as its page is taken. It leaves 8
// free pages, where the series would go on if the unit were idle; but the write is being granted
// (collection.background).
TEST(CostZero, TheHostIsNotIdleWhileAPageIsTaken) {
  EXPECT_EQ(
      overwrite("gc { trigger: idle and free_pages <= 8 or free_pages < 1  cost: zero }", 20).results.flash.erases, 1U);
}

// Two dies of one plane of 4 blocks of 2 pages; each pair of writes is one command of the chip. The third pair leaves 5
// free pages in each plane: page 4 in die 0, where no page is invalid yet, and then page 0 in die 1, which makes one
// invalid in die 0. A scope of both planes is looked at only then, but a scope of one plane as its page is taken,
// whatever its name (map.write_issue).
TEST(CostZero, WaitsForTheWholeCommandOnlyWithAScopeOfSeveralPlanes) {
  const auto collections = [](const std::string& trigger) {
    const design::Design design = compile_text(
        "design A { geometry { channels: 1 chips: 1 dies: 2 planes: 1 blocks: 4 pages: 2 page: 2KiB } capacity { "
        "logical: 12KiB } allocation: dynamic die > plane > chip > channel  commands { interleave: command }\n"
        "gc { cost: zero " +
        trigger + " } }");
    std::vector<Request> requests;
    for (const u64 page : {0, 1, 2, 3, 4, 0})
      requests.push_back({requests.size() / 2 * 1'000'000, page * 4, 4, Direction::kWrite});
    return run::run(design, generic_engine(), {.requests = requests}, {}).results.flash.collections;
  };
  EXPECT_EQ(collections("scope: chip trigger: free_pages <= 10"), 1U);
  EXPECT_EQ(collections("scope: die trigger: free_pages <= 5"), 0U);
  EXPECT_EQ(collections("scope: plane trigger: free_pages <= 5"), 0U);
}

// collection.cost_zero, placed at issue: the write that fills block 0 triggers the collection of that block, and its
// page is moved while its program runs. Then a host read takes the data from the flash, and the read of a
// read-modify-write still from the controller.
TEST(CostZero, MovesAPageWhileItsProgramRuns) {
  const design::Design design =
      small("allocation: dynamic channel > chip > die > plane  gc { trigger: free_pages <= 20 cost: zero }");
  constexpr Time kWrite = 252'975, kRead = 71'375, kWhileItRuns = 3 * kWrite + 100'000;
  std::vector<Request> requests;
  for (const u64 page : {0, 0, 2, 1}) requests.push_back({0, page * 4, 4, Direction::kWrite});
  requests.push_back({kWhileItRuns, 4, 4, Direction::kRead});
  requests.push_back({kWhileItRuns, 4, 1, Direction::kWrite});
  run::Options options;
  options.keep_times = options.check = true;
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = requests}, options);
  EXPECT_TRUE(outcome.violations.empty());
  EXPECT_EQ(outcome.results.flash.collections, 1U);
  EXPECT_EQ(outcome.results.flash.buffer_reads, 1U);
  EXPECT_EQ(outcome.results.flash.read_modify_write_reads, 0U);
  EXPECT_EQ(outcome.results.flash.host_reads, 1U);
  EXPECT_EQ(outcome.completions[3], 4 * kWrite);
  EXPECT_EQ(outcome.completions[4], 4 * kWrite + kRead);
  EXPECT_EQ(outcome.completions[5], 5 * kWrite + kRead);
}

}  // namespace
}  // namespace ssd

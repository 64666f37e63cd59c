// The drive's state outside the engine (start.snapshot): what is copied out of one engine's memory goes into another
// one unchanged, and impossible states are detected.
#include "runtime/run/drive_state.h"

#include <gtest/gtest.h>

#include <functional>

#include "runtime/abi/random.h"
#include "runtime/run/arena.h"
#include "runtime/run/check.h"
#include "tests/unit/drive_states.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

struct Restored {
  Restored(const design::Design& design, const DriveState& state)
      : plan(design), arena(plan, {.sector_states = !state.written.empty()}) {
    restore(arena.state(), arena.config(), state);
  }
  DriveState again() { return capture(arena.state(), arena.config(), 0); }
  std::vector<std::string> violations() {
    return check_conservation(arena.state(), arena.config(), results::Results{}, 0, Ending::kCutShort);
  }
  Plan plan;
  Arena arena;
};

TEST(DriveState, GoesIntoMemoryAndOutOfItUnchanged) {
  const design::Design d = hand_made_design(2);
  for (u64 seed = 1; seed <= 20; ++seed) {
    const Outcome outcome = run(d, generic_engine(), {.requests = some_requests(d, seed, seed % 2 == 0)}, kept());
    ASSERT_EQ(outcome.status, Status::kDone);
    EXPECT_EQ(outcome.state.written.empty(), seed % 2 == 0)
        << "the state lists no sectors if every write covers whole pages";
    EXPECT_EQ(defect(outcome.state), "");
    Restored restored(d, outcome.state);
    EXPECT_TRUE(restored.again() == outcome.state);
    EXPECT_EQ(restored.violations(), std::vector<std::string>{});
  }
}

// A run from the state "filled" equals a run from the state that an empty run on it leaves.
TEST(DriveState, OfAnEmptyRunIsTheStart) {
  design::Design d = hand_made_design(2);
  d.start.filled = d.start.random = true;
  d.start.valid_parts = 300'000;
  d.start.invalid_parts = 130'000;
  const DriveState left = run(d, generic_engine(), {}, kept()).state;
  const std::vector<Request> requests = some_requests(d, 3, false);
  Options options;
  options.keep_times = true;
  const Outcome direct = run(d, generic_engine(), {.requests = requests}, options);
  options.start = &left;
  d.start = {};
  const Outcome begun = run(d, generic_engine(), {.requests = requests}, options);
  EXPECT_EQ(begun.completions, direct.completions);
  EXPECT_EQ(begun.map, direct.map);
  EXPECT_EQ(begun.block_erases, direct.block_erases);
  EXPECT_GT(begun.results.erases.total, 0U);
}

// The measured run's counts begin at 0; only the wear of blocks continues.
TEST(DriveState, CountsBeginAtZero) {
  const design::Design d = hand_made_design(2);
  const Outcome first = run(d, generic_engine(), {.requests = some_requests(d, 1, true)}, kept());
  ASSERT_GT(first.results.erases.total, 0U);
  const std::vector<Request> one{{.arrival = 0, .sector = 0, .sectors = 4, .direction = Direction::kRead}};
  Options options;
  options.check = true;
  options.start = &first.state;
  const Outcome second = run(d, generic_engine(), {.requests = one}, options);
  EXPECT_EQ(second.results.flash.erases, 0U);
  EXPECT_EQ(second.results.erases.total, 0U);
  EXPECT_EQ(second.results.erases.max, first.results.erases.max);
  EXPECT_EQ(second.results.flash.host_reads, 1U);
  EXPECT_EQ(second.violations, std::vector<std::string>{});
}

// A retired block is in no list and is never a victim.
TEST(DriveState, KeepsBlocksThatWoreOut) {
  const design::Design d = hand_made_design(1);
  design::Design worn = d;
  worn.config.endurance = 100;
  DriveState state = run(d, generic_engine(), {}, kept()).state;
  state.free_blocks.pop_back();
  --state.free_counts[0];
  state.retired.back() = 1;
  EXPECT_EQ(defect(state), "");
  EXPECT_EQ(misfit(state, d).kind, Misfit::Kind::kRetired);
  EXPECT_EQ(misfit(state, d).blocks, 1U);
  EXPECT_EQ(misfit(state, worn).kind, Misfit::Kind::kRetired) << "the block was erased less often than the endurance";
  state.erases.back() = 100;
  EXPECT_EQ(misfit(state, worn).kind, Misfit::Kind::kNone);
  Restored restored(worn, state);
  EXPECT_TRUE(restored.again() == state);
  EXPECT_EQ(restored.arena.state().space[PlaneId(0)].free_pages, 5U * 4);
  state.erases.front() = 100;
  EXPECT_EQ(misfit(state, worn).kind, Misfit::Kind::kRetired) << "a block in use is worn out by this endurance";
}

// The turns of write-backs and replicas are units. Each goes into the engine and out of it by itself.
TEST(DriveState, KeepsTheTurnsOfCopies) {
  const design::Design d = hand_made_design(3);
  Plan plan(d);
  plan.config.whole = 1;
  DriveState state = run(d, generic_engine(), {}, kept()).state;
  ASSERT_EQ(state.units, 3U);
  for (u32 unit = 0; unit < 3; ++unit) {
    state.write_back_turn = unit;
    state.replica_turn = 2 - unit;
    EXPECT_EQ(defect(state), "") << unit;
    Arena arena(plan, {.whole = true});
    restore(arena.state(), arena.config(), state);
    const DriveState again = capture(arena.state(), arena.config(), 0);
    EXPECT_EQ(again.write_back_turn, unit);
    EXPECT_EQ(again.replica_turn, 2 - unit);
  }
  DriveState beyond = state;
  beyond.replica_turn = 3;
  EXPECT_NE(defect(beyond), "") << "the first unit that is not there";
  beyond = state;
  beyond.write_back_turn = 3;
  EXPECT_NE(defect(beyond), "");
}

TEST(DriveState, WhatCannotBeIsFound) {
  const design::Design d = hand_made_design(2);
  DriveState sound = run(d, generic_engine(), {.requests = some_requests(d, 2, false)}, kept()).state;
  ASSERT_EQ(defect(sound), "");
  ASSERT_FALSE(sound.written.empty());
  const auto mapped = static_cast<std::size_t>(
      std::ranges::find_if(sound.map, [](u32 page) { return page != kNoPage; }) - sound.map.begin());
  const auto other = static_cast<std::size_t>(std::find_if(sound.map.begin() + static_cast<std::ptrdiff_t>(mapped) + 1,
                                                           sound.map.end(), [](u32 page) { return page != kNoPage; }) -
                                              sound.map.begin());
  ASSERT_LT(other, sound.map.size());
  const auto open = static_cast<std::size_t>(
      std::ranges::find_if(sound.active, [](const auto& active) { return active.block != kNone; }) -
      sound.active.begin());
  ASSERT_LT(open, sound.active.size());
  const std::function<void(DriveState&)> spoil[] = {
      [&](DriveState& s) { s.map[mapped] = s.map[other]; },
      [&](DriveState& s) { s.map[mapped] = 1'000'000; },
      [&](DriveState& s) { s.map[mapped] = s.free_blocks[0] * 4U; },
      [&](DriveState& s) { s.map[mapped] = kNoPage; },
      [&](DriveState& s) { s.free_blocks[0] = 6; },
      [&](DriveState& s) { s.free_blocks[1] = s.free_blocks[0]; },
      [&](DriveState& s) { s.active[0] = {s.free_blocks[0], 1}; },
      [&](DriveState& s) { s.active[0] = {99, 1}; },
      [&](DriveState& s) { s.active[1].page = 4; },
      [&](DriveState& s) { s.active[open].page = static_cast<u32>(s.shape.pages); },
      [&](DriveState& s) { s.erases[3] = ~u32{0}; },
      [&](DriveState& s) { s.ages.assign(12, kLongestAge + 1); },
      [&](DriveState& s) { s.write_back_turn = 2; },
      [&](DriveState& s) { s.replica_turn = 2; },
      [&](DriveState& s) { s.written.assign(s.written.size(), 0); },
      [&](DriveState& s) {
        s.free_blocks.erase(s.free_blocks.begin(), s.free_blocks.begin() + s.free_counts[0]), s.free_counts[0] = 0;
      },
  };
  std::size_t number = 0;
  for (const auto& spoils : spoil) {
    DriveState state = sound;
    spoils(state);
    if (state == sound) continue;
    EXPECT_NE(defect(state), "") << "damaged in way " << number;
    ++number;
  }
  EXPECT_GE(number, 15U);
}

// With a static map the place of every page is known.
TEST(DriveState, OfAnotherMapDoesNotFit) {
  const design::Design d = hand_made_design(2);
  DriveState state = run(d, generic_engine(), {.requests = some_requests(d, 1, true)}, kept()).state;
  EXPECT_EQ(misfit(state, d).kind, Misfit::Kind::kNone);
  u64 even = 0, odd = 1;
  while (state.map[even] == kNoPage) even += 2;
  while (state.map[odd] == kNoPage) odd += 2;
  std::swap(state.map[even], state.map[odd]);
  EXPECT_EQ(defect(state), "");
  const Misfit found = misfit(state, d);
  EXPECT_EQ(found.kind, Misfit::Kind::kMisplaced);
  EXPECT_EQ(found.lpn, std::min(even, odd));
  EXPECT_EQ(found.plane + found.expected, 1U);
  design::Design dynamic = d;
  dynamic.config.placement = Placement::kDynamicOrder;
  EXPECT_EQ(misfit(state, dynamic).kind, Misfit::Kind::kNone);
}

TEST(DriveState, WithoutAgesIsNotForPoliciesThatReadThem) {
  design::Design d = hand_made_design(1);
  const DriveState state = run(d, generic_engine(), {}, kept()).state;
  d.policies[Hook::kVictim] = {
      .nodes = {{.op = Op::kInput,
                 .value = std::ranges::find(info(Hook::kVictim).names, std::string_view("age")) -
                          info(Hook::kVictim).names.begin()}},
      .result = 0,
      .text = "b.age",
      .span = {}};
  EXPECT_EQ(misfit(state, d).kind, Misfit::Kind::kAges);
}

// The difference names every number of a shape in words.
TEST(DriveState, TellsWhatTwoDrivesDifferIn) {
  const DriveShape shape = shape_of(design::config(hand_made_design(2)));
  EXPECT_EQ(difference(shape, shape).here, "");
  for (u64 DriveShape::* field : {&DriveShape::channels, &DriveShape::chips, &DriveShape::dies, &DriveShape::planes,
                                  &DriveShape::blocks, &DriveShape::pages, &DriveShape::page_bytes,
                                  &DriveShape::sector_bytes, &DriveShape::logical_pages, &DriveShape::streams}) {
    DriveShape other = shape;
    other.*field = 77;
    const ShapeDifference found = difference(shape, other);
    EXPECT_NE(found.here.find(std::to_string(shape.*field)), std::string::npos) << found.here;
    EXPECT_NE(found.there.find("77"), std::string::npos) << found.there;
  }
  DriveShape shared = shape;
  shared.shared_stream = 0;
  EXPECT_EQ(difference(shape, shared).there, "active blocks shared by collection and stream 0");
  DriveShape grouped = shape;
  grouped.planes_of_superblock = 2;
  EXPECT_EQ(difference(shape, grouped).here, "no superblocks");
  EXPECT_EQ(difference(shape, grouped).there, "superblocks of 2 planes");
}

}  // namespace
}  // namespace ssd::run

// What surrounds the engine: what is written before time 0, memory, the conservation checks, and the message about a
// run that went wrong.
#include "runtime/run/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/engine/ftl/holders.h"
#include "runtime/run/arena.h"
#include "runtime/run/check.h"
#include "runtime/run/fault.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

Request request(Direction direction, u64 sector, u32 sectors) {
  return {.arrival = 0, .sector = sector, .sectors = sectors, .direction = direction};
}

// Pages of 4 sectors.
TEST(ReadBeforeWritten, ATrimCountsForThePagesItCovers) {
  const std::vector<Request> requests{request(Direction::kTrim, 2, 8),    // page 1 wholly, 0 and 2 in part
                                      request(Direction::kRead, 0, 12),   // pages 0 to 2
                                      request(Direction::kWrite, 13, 1),  // page 3 in part
                                      request(Direction::kRead, 12, 8)};  // pages 3 and 4
  EXPECT_EQ(read_before_written(requests, 10, 4), (std::vector<u64>{0, 2, 4}));
}

TEST(ReadBeforeWritten, ATrimWithinAPageCountsForNone) {
  EXPECT_EQ(read_before_written(std::vector{request(Direction::kTrim, 1, 2), request(Direction::kRead, 0, 4)}, 10, 4),
            (std::vector<u64>{0}));
}

Status some_unknown_status(State* s, const Request*, u64, u64, bool) {
  s->next_number = 3;
  s->channels[ChannelId(0)].end = 5000;
  return static_cast<Status>(99);
}

TEST(Fault, AnUnknownStatusOfTheEngineEndsTheRunAndIsTold) {
  const design::Design d = hand_made_design();
  const std::vector<Request> requests(8, request(Direction::kWrite, 0, 4));
  const Outcome outcome =
      run(d, {.run = &some_unknown_status, .preload = generic_engine().preload}, {.requests = requests}, {});
  EXPECT_TRUE(outcome.results.partial);
  EXPECT_FALSE(outcome.out_of_memory);
  const std::string told = fault(outcome, d, 42);
  for (const std::string& part :
       {std::string("status 99"), std::string("request 3"), std::string("5000 ns"), std::string("seed 42"), hash(d)}) {
    EXPECT_NE(told.find(part), std::string::npos) << part << "\n" << told;
  }
}

TEST(Fault, NothingIsSaidOfASoundRun) {
  const design::Design d = hand_made_design();
  EXPECT_EQ(fault(Outcome{}, d, 1), "");
  Outcome broken;
  broken.violations = {"this law", "that law"};
  EXPECT_NE(fault(broken, d, 1).find("this law"), std::string::npos);
  Outcome full;
  full.status = Status::kDriveFull;
  full.full_plane = 5;
  EXPECT_NE(fault(full, d, 1).find("plane 5"), std::string::npos);
}

TEST(Memory, OfWhatWaitsStaysWithinTheLimit) {
  const design::Design open = hand_made_design();
  design::Design coupled = open;
  coupled.config.queue_depth = 32;
  const std::vector<Request> requests(1'000'000, request(Direction::kRead, 0, 4));
  const std::pair<const design::Design&, bool> cases[] = {
      {open, false}, {open, true}, {coupled, true}};  // in the plain coupled loop nothing waits inside
  for (const auto& [design, whole] : cases) {
    Options options;
    options.whole = whole;
    options.memory_limit = u64{50} << 20;
    const Outcome outcome = run(design, generic_engine(), {.requests = requests}, options);
    EXPECT_TRUE(outcome.out_of_memory) << whole << design.config.queue_depth;
    EXPECT_TRUE(outcome.results.partial);
    EXPECT_GT(outcome.stopped_at, 100'000U);
    EXPECT_LE(outcome.results.memory_bytes, options.memory_limit);
    EXPECT_GT(outcome.results.memory_bytes, options.memory_limit / 8 * 7) << "the pools grow up to the limit";
  }
}

TEST(Memory, IsWhatTheRunSaysThatItNeeds) {
  design::Design d = hand_made_design();
  const std::vector<Request> requests(10, request(Direction::kRead, 0, 4));
  const auto taken = [&] { return run(d, generic_engine(), {.requests = requests}, {}).results.memory_bytes; };
  EXPECT_EQ(memory_needed(d, {.requests = requests}), taken());
  d.config.buffer_slots = 100'000;
  EXPECT_EQ(memory_needed(d, {.requests = requests}), taken());
}

// Requests for whole pages that count how often they are visited. Like those of a trace they know without a visit that
// none is a flush.
struct Watched final : RequestSource {
  const std::vector<Request> requests = std::vector<Request>(3, request(Direction::kWrite, 0, 4));
  HeldRequests held{std::span(requests)};
  mutable int ways = 0;
  u64 size() const override { return held.size(); }
  Time last_arrival() const override { return held.last_arrival(); }
  u64 bytes_held() const override { return held.bytes_held(); }
  bool has_syncs() const override { return false; }
  std::unique_ptr<RequestReader> reader() const override {
    ++ways;
    return held.reader();
  }
};

TEST(PassOf, LooksAtTheRequestsOnlyWithWriteOrder) {
  const auto watched = std::make_shared<Watched>();
  const Load load{.requests = RequestList(watched)};
  design::Design d = hand_made_design();
  EXPECT_EQ(pass_of(d, load), Pass::kAllIndependent);
  d.config.queue_depth = 32;
  EXPECT_EQ(pass_of(d, load), Pass::kAllCoupled);
  EXPECT_EQ(watched->ways, 0);
  d.config.queue_depth = 0;
  d.config.placement = Placement::kWriteOrder;
  EXPECT_EQ(pass_of(d, load), Pass::kAllIndependent);
  EXPECT_EQ(watched->ways, 1);
}

// A run whose state is then damaged in one place.
struct Spoilt {
  Plan design = hand_made_design();
  Arena arena{design, {.whole = true}};
  State& s = arena.state();
  results::Results r;

  std::string first_finding() {
    const auto found = check_conservation(s, arena.config(), r, 0, Ending::kComplete);
    return found.empty() ? "" : found.front();
  }
};

TEST(Check, FindsNothingInAnUntouchedDrive) { EXPECT_EQ(Spoilt{}.first_finding(), ""); }

TEST(Check, FindsTimeThatIsNotAccountedFor) {
  Spoilt a;
  a.s.response[1].add(100);
  a.s.host.parts[1][0] = 99;
  EXPECT_NE(a.first_finding().find("their parts to 99"), std::string::npos) << a.first_finding();
  Spoilt b;
  b.r.clock = 10;
  b.r.units = {{.array = 5, .bus = 4, .contention = 2}};
  EXPECT_NE(b.first_finding().find("unit 0"), std::string::npos) << b.first_finding();
}

TEST(Check, FindsPagesInTwoPlacesOrNone) {
  Spoilt a;
  a.s.l2p[Lpn(3)] = Ppn(0);  // a page of a free block
  note_holder(a.s, Ppn(0), Lpn(3));
  EXPECT_NE(a.first_finding().find("not programmed"), std::string::npos) << a.first_finding();
  Spoilt b;
  b.s.host_heads[0] = {2, 1};  // free and active
  EXPECT_NE(b.first_finding().find("free or active twice"), std::string::npos) << b.first_finding();
  Spoilt c;
  --c.s.space[PlaneId(0)].free_pages;
  EXPECT_NE(c.first_finding().find("free pages"), std::string::npos) << c.first_finding();
}

TEST(Check, FindsCommandsThatAreNotCounted) {
  Spoilt a;
  a.r.flash.host_reads = 5;
  a.r.commands.count[0][0][0] = 4;
  EXPECT_NE(a.first_finding().find("page reads"), std::string::npos) << a.first_finding();
  Spoilt b;
  b.r.flash.collection_programs = b.r.flash.copybacks = 2;
  b.r.commands.count[static_cast<u32>(CommandType::kCopyback)][1][0] = 1;  // one command of two planes
  EXPECT_EQ(b.first_finding(), "");
}

// Two pages of four places each, of which six hold units and one is padding (iu.account).
TEST(Check, FindsPlacesThatAreNotCounted) {
  const auto finds = [](u64 padding) {
    Spoilt a;
    Config config = a.arena.config();
    config.subpages = config.program_places = 4;
    a.r.flash.host_programs = 2;
    a.r.flash.units = 6;
    a.r.flash.padding = padding;
    const auto found = check_conservation(a.s, config, a.r, 0, Ending::kComplete);
    return std::ranges::any_of(
        found, [](const std::string& text) { return text.find("places of padding") != std::string::npos; });
  };
  EXPECT_TRUE(finds(1));
  EXPECT_FALSE(finds(2));
}

TEST(Check, TellsOfManyOnlyTheFirst) {
  Spoilt a;
  a.r.units.assign(1000, {.array = 1, .bus = 0, .contention = 0});
  EXPECT_LT(check_conservation(a.s, a.arena.config(), a.r, 0, Ending::kCutShort).size(), 30U);
}

}  // namespace
}  // namespace ssd::run

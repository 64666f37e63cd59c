// Short timelines worked out by hand from docs/model.md, through text, check and engine. The differential test shows
// that engine and oracle agree; this one shows that they agree on what is meant. The arithmetic stands beside each
// timeline; the times of the drive are in timelines.h.
#include <sstream>

#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

// Two commands with a dummy_busy of 2 between them: 4; array 20; the data outs are one bus transfer, planes ascending:
// 24 + 50, 24 + 100.
TEST(Timeline, MultiPlaneRead) {
  const auto outcome = run({.planes = 2, .part = "dummy_busy: 2us", .sections = "commands { multiplane: wise }"},
                           {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{74, 124}));
  EXPECT_EQ(commands(outcome, CommandType::kRead, 2), 1U);
}

// Three two-plane programs, each 2 (c + x) + 3 + P = 305. The third opens a second block in each plane, and both planes
// collect block 0, which holds one valid page. They go together (collection.together): the moves plane by plane, 2 *
// 322, then one erase of 2c + 3 + 1000. 915 + 644 + 1005 = 2564.
TEST(Timeline, CollectionsOfTwoPlanesEraseTogether) {
  const Shape shape{.planes = 2,
                    .blocks = 4,
                    .pages = 2,
                    .logical = "8KiB",
                    .part = "dummy_busy: 3us",
                    .sections = "commands { multiplane: wise } gc { trigger: free_blocks < 3 }"};
  const auto outcome = run(shape, {write(0, 0, 2), write(0, 2, 2), write(0, 0, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{305, 610, 915}));
  EXPECT_EQ(outcome.results.clock, 2564 * kUs);
  EXPECT_EQ(outcome.results.flash.collections, 2U);
  EXPECT_EQ(commands(outcome, CommandType::kErase, 2), 1U);
}

// The same drive with predicates. If they hold for collections, the time is that of `wise`. Otherwise the collections
// come one after another, each 322 + 1 + 1000: 915 + 2 * 1323 = 3561.
TEST(Timeline, APredicateSaysWhetherCollectionsGoTogether) {
  const auto clock = [](const std::string& predicate) {
    const Shape shape{.planes = 2,
                      .blocks = 4,
                      .pages = 2,
                      .logical = "8KiB",
                      .part = "dummy_busy: 3us",
                      .sections = "commands { multiplane(w): " + predicate + " } gc { trigger: free_blocks < 3 }"};
    const auto outcome = run(shape, {write(0, 0, 2), write(0, 2, 2), write(0, 0, 2)});
    EXPECT_EQ(in_us(outcome.completions), (Times{305, 610, 915})) << predicate;
    return outcome.results.clock / kUs;
  };
  EXPECT_EQ(clock("w.wasted == 0"), 2564U);
  EXPECT_EQ(clock("w.pending == 2 and w.planes == 2 and not w.is_read"), 2564U);
  EXPECT_EQ(clock("not w.is_gc"), 3561U);
}

// Reads join as with `wise`; programs do not: 200 + 251, and 251 more.
TEST(Timeline, APredicateMayLetReadsAloneJoin) {
  const auto outcome =
      run({.planes = 2, .part = "dummy_busy: 2us", .sections = "commands { multiplane(w): w.is_read }"},
          {read(0, 0), read(0, 1), write(200, 0), write(200, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{74, 124, 451, 702}));
}

// Three writes, 753. With the third the plane collects block 0 (of two pages), of which one page is valid; then the
// erase, 1001. The move's destination is page 0 of a new block.
run::Outcome one_move(const std::string& copyback, u64 third_write) {
  const std::string sections = "commands { copyback: " + copyback + " } gc { trigger: free_blocks < 3 }";
  return run({.blocks = 4, .pages = 2, .logical = "4KiB", .sections = sections},
             {write(0, 0), write(0, 1), write(0, third_write)});
}

// From page 0: the parity agrees, so one command and 20 + P without the bus: 753 + 221 + 1001.
TEST(Timeline, WiseCopybackOfAPageOfTheSameParity) {
  const auto outcome = one_move("wise", 1);
  EXPECT_EQ(outcome.results.clock, 1975 * kUs);
  EXPECT_EQ(outcome.results.flash.copybacks, 1U);
  EXPECT_EQ(outcome.map[0], 4U);  // block 2, page 0
}

// From page 1: over the bus, 753 + 322 + 1001.
TEST(Timeline, WiseMovesAPageOfTheOtherParityOverTheBus) {
  const auto outcome = one_move("wise", 0);
  EXPECT_EQ(outcome.results.clock, 2076 * kUs);
  EXPECT_EQ(outcome.results.flash.copybacks, 0U);
  EXPECT_EQ(outcome.map[1], 4U);
}

// Page 0 of the new block is skipped, so page 1 goes to page 1. Then that block is full and has an invalid page, but
// another collection would gain nothing.
TEST(Timeline, BlindCopybackSkipsAPage) {
  const auto outcome = one_move("blind", 0);
  EXPECT_EQ(outcome.results.clock, 1975 * kUs);
  EXPECT_EQ(outcome.results.flash.wasted_copyback, 1U);
  EXPECT_EQ(outcome.results.flash.collections, 1U);
  EXPECT_EQ(outcome.map[1], 5U);
}

// The data in of the next page begins 5 after the begin of the array phase, and the program waits for the end of that
// phase: 51 + 200 (n + 1).
TEST(Timeline, CacheProgramHidesTheTransfer) {
  const auto outcome = run({.part = "cache_busy: 5us", .sections = "commands { cache: always }"},
                           {write(0, 0), write(0, 1), write(0, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{251, 451, 651}));
  EXPECT_EQ(outcome.results.channels[0].host, 153.0 / 651.0);
}

// Pages 0 and 1 are one command of both planes, to 302, and each fills its block of one page. Pages 2 and 3 could
// follow it from 107 on if their planes opened blocks of the same number. From 100 to 200 they would not, because the
// blocks are drawn. At 210 nothing but a read of no data happens, and they would: data in to 312, array to 512
// (command.cache_program, time.instant).
TEST(Timeline, WhatIsChainedMayDependOnTheTimeAtWhichBlocksAreOpened) {
  const Shape shape{.planes = 2,
                    .pages = 1,
                    .logical = "10KiB",
                    .part = "dummy_busy: 0ns cache_busy: 5us",
                    .sections =
                        "commands { multiplane: blind multiplane_address: block_and_page cache: always }\n"
                        "wear { allocate(b): if now > 100us and now < 200us then b.random else 0.0 }\n"
                        "host { read_unwritten: none }"};
  const auto outcome = run(shape, {write(0, 0, 4), read(210, 4)});
  EXPECT_EQ(in_us(outcome.completions), (Times{512, 210}));
}

// Die 0: data in to 51, array to 251. Die 1 joins: data in 51 to 102, array to 302. The write at 100 is for die 0,
// which is idle at 251 but closed until die 1 ends: 302 + 251.
TEST(Timeline, AChipTakesOneCommandForItsDies) {
  const Shape shape{.dies = 2, .order = "die > chip > channel > plane", .sections = "commands { interleave: command }"};
  const auto outcome = run(shape, {write(0, 0), write(0, 1), write(100, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{251, 302, 553}));
}

// Both dies: commands 0 to 1 and 1 to 2, arrays to 21 and 22, data out to 71 and 121. The program of die 1 is of
// another kind than the read of die 0 that waits beside it, and older: at 121 it goes alone, to 372; the read follows,
// to 443.
TEST(Timeline, AChipsReadsShareACommandButNotTheirDataOut) {
  const Shape shape{.dies = 2, .order = "die > chip > channel > plane", .sections = "commands { interleave: command }"};
  const auto outcome = run(shape, {read(0, 0), read(0, 1), write(5, 3), read(10, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 121, 372, 443}));
}

// Pages 0, 4 and 5 are on channel 0, in planes 0, 0 and 1, pages 3 and 2 on channel 1, in planes 1 and 0. Page 5 joins
// the command of page 0 although the second request, which has not left, needs channel 0 too: two data ins to 102,
// array to 302. Then that request begins: page 4 to 553, page 3 with page 2 to 604. With `any` all begin at 0: pages 0
// and 5 and pages 3 and 2 to 302, page 4 to 553.
TEST(Timeline, RequestsWaitForThoseThatNeedTheirChannels) {
  const auto completions = [](const std::string& sections, const std::vector<Request>& requests) {
    return in_us(
        run({.channels = 2, .planes = 2, .order = "plane > channel > chip > die", .sections = sections}, requests)
            .completions);
  };
  const std::vector<Request> meeting{write(0, 0), write(0, 3, 2), write(0, 5), write(0, 2)};
  EXPECT_EQ(completions("commands { multiplane: wise } schedule { reorder: requests }", meeting),
            (Times{302, 604, 302, 604}));
  EXPECT_EQ(completions("commands { multiplane: wise } schedule { reorder: any }", meeting),
            (Times{302, 553, 302, 302}));
  // The read of pages 1 and 2 needs both channels, so it holds back the read of page 3 though channel 1 is idle.
  const std::vector<Request> both{write(0, 0), pages(Direction::kRead, 0, 1, 2), read(0, 3)};
  EXPECT_EQ(completions("schedule { reorder: requests }", both), (Times{251, 322, 393}));
  // A trim needs no channel: page 2 is written while page 0 is.
  const std::vector<Request> trimmed{write(0, 0), pages(Direction::kTrim, 10, 6), write(20, 2)};
  EXPECT_EQ(completions("schedule { reorder: requests }", trimmed), (Times{251, 10, 271}));
}

// The array phase of the program begins at 51. It is suspended at 100 with 151 left: suspend 10, the read 71; at 181 no
// read is ready: resume 20, and 151 more: 352. The read at 250 may not suspend it again: 352 + 71.
TEST(Timeline, SuspendsAProgramOnce) {
  const Shape shape{.part = "suspend: 10us resume: 20us", .sections = "commands { suspend: always suspend_limit: 1 }"};
  const auto outcome = run(shape, {write(0, 0), read(100, 1), read(250, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{352, 181, 423}));
  EXPECT_EQ(outcome.results.flash.suspends, 1U);
}

// Requests reach the engine in pieces. A round in which a piece ends goes on where it was: what is due at once is due
// in the next round, even if the rest of this one comes with the next piece. Otherwise request 53 of this load, which
// random tests found, ends one transfer earlier where a piece has six requests.
TEST(Timeline, PiecesOfTheWorkloadChangeNothing) {
  const design::Design d = compile_text(
      "design T { geometry { channels: 1 chips: 2 dies: 2 planes: 1 blocks: 12 pages: 4 page: 512B spare: 64B }\n"
      "nand { read: 0ns program: 200us erase: 400us bus { cycle: 10ns width: 8bit command_cycles: 9 } }\n"
      "allocation: write_order channel > chip > plane > die\ncapacity { logical: 30KiB }\n"
      "commands { suspend: always } gc { trigger: free_pages < 4% } host { read_unwritten: none }\n"
      "buffer { size: 6KiB write_back: false latency: 0ns readahead { trigger: 3 pages: 6 } } }\n");
  std::istringstream load(
      "R49 W50 W17 R16 W17 W0 W23 R5 R6 W28 W29 R0 R10 W2 W33 R43 R1 W43 R5 W55 R4 R51 R3 R4 D2 R4 W4 R38 "
      "R46 R47 W13 W5 R23 W24 R18 R24 D25 R38 R39 D12 W14 R15 R16 R10 R23 R2 W23 R1 R3 R1 R48 R39 R39 W3 R4 "
      "R5 R24 R25 R26 R11 R14");
  std::vector<Request> requests;
  char kind = 0;
  for (u64 page = 0; load >> kind >> page;) {
    requests.push_back({.arrival = 0,
                        .sector = page,
                        .sectors = 1,
                        .direction = kind == 'R'   ? Direction::kRead
                                     : kind == 'W' ? Direction::kWrite
                                                   : Direction::kTrim});
  }
  run::Options options;
  options.keep_times = true;
  const run::Load all{.requests = requests, .closed_depth = 3};
  const auto whole = run::run(d, generic_engine(), all, options).completions;
  for (options.piece = 1; options.piece < 9; ++options.piece)
    EXPECT_EQ(run::run(d, generic_engine(), all, options).completions, whole) << options.piece;
}

// Two dies of a chip. Die 0: data in to 51, suspended at 100 with 151 left, read 110 to 181, resume to 221, array to
// 372. Die 1: data in 185 to 236, suspended at 300 with 136 left, read 310 to 381, resume to 421, array to 557. Nothing
// is decided at 221 and at 236. Some array phase of the chip runs 51 to 100, 111 to 131, 221 to 372 and 421 to 557.
TEST(Timeline, AChipCountsArrayPhasesInTheOrderOfTheirBegins) {
  const Shape shape{.dies = 2,
                    .order = "die > chip > channel > plane",
                    .part = "suspend: 10us resume: 40us",
                    .sections = "commands { suspend: always }"};
  const auto outcome = run(shape, {write(0, 0), read(100, 2), write(185, 1), read(300, 3)});
  EXPECT_EQ(in_us(outcome.completions), (Times{372, 181, 557, 381}));
  EXPECT_EQ(outcome.results.clock, 557 * kUs);
  EXPECT_EQ(outcome.results.chips[0].host, 356.0 / 557.0);
}

// Without the limit it is suspended again: at 250 the array phase has run 49 of the 151 since 201; suspend 10, the read
// 71, at 331 resume 20, and 102 more: 453.
TEST(Timeline, SuspendsAProgramTwice) {
  const Shape shape{.part = "suspend: 10us resume: 20us", .sections = "commands { suspend: always }"};
  const auto outcome = run(shape, {write(0, 0), read(100, 1), read(250, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{453, 181, 331}));
  EXPECT_EQ(outcome.results.flash.suspends, 2U);
}

// Page 1 lies on channel 1 (it is read before it is written). The write at 5 goes to channel 0, and channel 1 is next.
// But at 260 channel 1 reads (250 to 321), and channel 0 is idle since 256. The write at 300 finds both busy; channel 1
// is idle first, at 321.
TEST(Timeline, DynamicOrderTakesTheIdleChannel) {
  const auto outcome = run({.channels = 2, .order = "channel > chip > die > plane", .placement = "dynamic"},
                           {write(5, 0), read(250, 1), write(260, 2), write(300, 4)});
  EXPECT_EQ(in_us(outcome.completions), (Times{256, 321, 511, 572}));
  EXPECT_EQ(outcome.map[0], 0U);
  EXPECT_EQ(outcome.map[2], 1U);
  EXPECT_EQ(outcome.map[4], 33U);  // the plane of channel 1 begins at 32; page 1 lies at 32
}

// The n-th write goes to channel n mod 2, whatever its page.
TEST(Timeline, WriteOrderTakesTheChannelsInTurn) {
  const auto outcome = run({.channels = 2, .order = "channel > chip > die > plane", .placement = "write_order"},
                           {write(0, 5), write(0, 3), write(0, 5)});
  EXPECT_EQ(in_us(outcome.completions), (Times{251, 251, 502}));
  EXPECT_EQ(outcome.map[3], 32U);
  EXPECT_EQ(outcome.map[5], 1U);
}

// Command 3, a page on the link 20, ECC 4. The write of chip 0 crosses the link from 3 to 23, takes the bus until 74
// and ends at 274. The first read of chip 1: command 3 to 4, array to 24, data out when the bus is free: 74 to 124, ECC
// to 128, link to 148. The second one begins at 124: 125, 145, 195, ECC 199, link 219.
TEST(Timeline, LinkCommandAndEcc) {
  const std::string host = "host { command: 3us ecc: 4us link: 102.4MB/s }";
  const auto outcome = run({.chips = 2, .order = "chip > plane > channel > die", .sections = host},
                           {write(0, 0), read(0, 1), read(0, 3)});
  EXPECT_EQ(in_us(outcome.completions), (Times{274, 148, 219}));
  // queue, firmware, link, buffer, unit, collection, channel (24 to 74), transfer, array, controller (3 + 4)
  EXPECT_EQ(outcome.splits[1],
            (std::array<Time, kParts>{0, 0, 20 * kUs, 0, 0, 0, 50 * kUs, 51 * kUs, 20 * kUs, 7 * kUs}));
}

// A page takes 20 on the link, each request 5 more in its direction, before its first page. The two-page write crosses
// at 0 to 25 and 25 to 45, the next write at 45 to 70; their programs follow each other: 25 + 251, 251, 251. The
// two-page read: data at 871 and 942, which cross at 871 to 896 and 942 to 962.
TEST(Timeline, ARequestHoldsTheLinkBesideItsData) {
  const auto outcome = run({.sections = "host { link_request: 5us link: 102.4MB/s }"},
                           {write(0, 0, 2), write(0, 2), pages(Direction::kRead, 800, 4, 2), read(1000, 4)});
  EXPECT_EQ(in_us(outcome.completions), (Times{527, 778, 962, 1096}));
}

// Without a rate the pages themselves take no time: 5 + 251, the second page 251 more. The trim does not use the link.
TEST(Timeline, ARequestHoldsALinkOfUnlimitedRate) {
  const auto outcome =
      run({.sections = "host { link_request: 5us }"}, {write(0, 0, 2), pages(Direction::kTrim, 600, 1), read(700, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{507, 600, 776}));
}

// Two slots, latency 1. The second write of page 0 merges, so page 1 is the least recent when page 2 needs a slot at
// 20. The program of page 1 ends at 271, and page 2 is written at 272. Reads: page 2 while it waits, page 1 from the
// data of its program, page 0 from its slot, page 1 from flash.
TEST(Timeline, BufferHitsEvictionAndWaitForASlot) {
  const Shape shape{.sections = "buffer { size: 4KiB policy: lru write_back: true latency: 1us flush: full }"};
  const auto outcome = run(shape, {write(0, 0), write(0, 1), write(10, 0), write(20, 2),  //
                                   read(100, 2), read(150, 1), read(200, 0), read(300, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 11, 272, 101, 151, 201, 371}));
  EXPECT_EQ(outcome.results.flash.evictions, 1U);
  EXPECT_EQ(outcome.results.flash.host_programs, 1U);
  EXPECT_EQ(outcome.results.flash.buffer_hits, 3U);
}

// Two slots, whole writes of pages 0 and 1 at 0, of page 2 at 600. `eager` programs page 0 from 0 to 251 and page 1
// from 251 to 502, so at 600 a clean entry leaves at once, and page 2 ends at 600 + 251. With `full` page 0 is evicted
// at 600, and page 2 has its slot at 851.
TEST(Timeline, FlushesWhatIsDirtyBeforeASlotIsNeeded) {
  const auto with = [](const std::string& flush) {
    const Shape shape{.sections = "buffer { size: 4KiB latency: 1us flush: " + flush + " }"};
    return run(shape, {write(0, 0), write(0, 1), write(600, 2)});
  };
  const auto eager = with("eager"), full = with("full");
  EXPECT_EQ(in_us(eager.completions), (Times{1, 1, 601}));
  EXPECT_EQ(eager.results.clock, 851 * kUs);
  EXPECT_EQ(eager.results.flash.flushes, 3U);
  EXPECT_EQ(eager.results.flash.evictions, 0U);
  EXPECT_EQ(in_us(full.completions), (Times{1, 1, 852}));
  EXPECT_EQ(full.results.clock, 851 * kUs);
  EXPECT_EQ(full.results.flash.flushes, 0U);
  EXPECT_EQ(full.results.flash.evictions, 1U);
}

// Page 0 is being flushed from 300 to 551, page 1 waits for that, and page 2 is clean. So page 3 waits at 330: page 1
// is the least recent entry, and dirty. The read of page 1 at 340 makes page 2 the least recent one, whose slot is
// free.
TEST(Timeline, AReadThatHitsMayMakeACleanEntryTheVictim) {
  const Shape shape{.sections = "buffer { size: 6KiB latency: 1us flush: eager }"};
  const auto outcome =
      run(shape, {write(0, 2), write(300, 0), write(310, 1), read(320, 2), write(330, 3), read(340, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 301, 311, 321, 341, 341}));
}

// With the second read in a row page 2 is read ahead behind it, 171 to 242. The read of page 2 at 200 waits for that
// and takes 1 more; the one at 400 hits.
TEST(Timeline, ReadaheadServesTheNextRead) {
  const Shape shape{.sections = "buffer { size: 16KiB latency: 1us readahead { trigger: 2 pages: 2 } }"};
  const auto outcome = run(shape, {read(0, 0), read(100, 1), read(200, 2), read(400, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 171, 243, 401}));
  EXPECT_EQ(outcome.results.flash.readaheads, 1U);
}

// A trimmed page is read without flash; a trim of half a page changes nothing.
TEST(Timeline, TrimThenRead) {
  const Request half{.arrival = 700 * kUs, .sector = 4, .sectors = 2, .direction = Direction::kTrim};
  const auto outcome =
      run({.sections = "host { read_unwritten: none }"},
          {write(0, 0), pages(Direction::kTrim, 300, 0), read(400, 0), write(410, 1), half, read(800, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{251, 300, 400, 661, 700, 871}));
  EXPECT_EQ(outcome.results.flash.trimmed, 1U);
  EXPECT_EQ(outcome.results.flash.unwritten_reads, 1U);
  EXPECT_EQ(outcome.map[0], kNoPage);
  EXPECT_EQ(outcome.map[1], 1U);
}

// The write of page 0 crosses the link from 0 to 10 us, and comes into the write-through buffer after the first trim of
// the page: so the second trim finds nothing that was not trimmed before (map.trim 6). The page itself is nowhere.
TEST(Timeline, APageThatCrossedTheLinkAfterItsTrimIsTrimmedOnce) {
  const auto outcome = run({.sections = "host { link: 204.8MB/s }  buffer { size: 4KiB  write_back: false }"},
                           {write(0, 0), pages(Direction::kTrim, 5, 0), pages(Direction::kTrim, 600, 0)});
  EXPECT_EQ(outcome.results.flash.trimmed, 1U);
  EXPECT_EQ(outcome.map[0], kNoPage);
}

// A program of no time is granted only after everything that arrives with it was looked at, so the read of its page
// that is ready at the same instant still finds it not ended and is served after 1 (map.not_yet_programmed). A read 2
// later goes to flash.
TEST(Timeline, AReadReadyWithAProgramOfNoTimeIsServed) {
  const design::Design design = compile_text(
      "design T { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 8 pages: 4 page: 2KiB spare: 0B }\n"
      "capacity { logical: 16KiB }\n"
      "nand { read: 20us program: 0ns erase: 1ms bus { cycle: 0ns command_cycles: 0 } }\n"
      "allocation: static plane > chip > channel > die }");
  run::Options options;
  options.keep_times = true;
  const std::vector<Request> requests = {write(10, 0), read(10, 0), read(12, 0)};
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = requests}, options);
  EXPECT_EQ(in_us(outcome.completions), (Times{10, 11, 32}));
  EXPECT_EQ(outcome.results.flash.buffer_reads, 1U);
}

// While the unit programs page 1 alone, pages 0, 2 and 4 come, for planes 0, 2 and 1. Plane 1 is at page 1 of its
// block, the others at page 0. Page 2 joins page 0 first, because it is older; page 4 would then waste two pages. The
// two: 251
// + 2 (c + x) + P = 553, and page 4 alone 251 more.
TEST(Timeline, TheOlderPageJoinsAMultiPlaneProgramFirst) {
  const Shape shape{.planes = 3, .logical = "24KiB", .sections = "commands { multiplane(w): w.wasted < 2 }"};
  const auto outcome = run(shape, {write(0, 1), write(100, 0), write(110, 2), write(120, 4)});
  EXPECT_EQ(in_us(outcome.completions), (Times{251, 553, 553, 804}));
  EXPECT_EQ(commands(outcome, CommandType::kProgram, 2), 1U);
  EXPECT_EQ(outcome.results.flash.wasted_multiplane, 0U);
}

// Channel 0 collects from 753 to 753 + 322 + 1001 = 2076. A write takes the only place of the queue until 1251. Then 63
// reads of page 0 and one of page 3, on channel 1, wait: the last one is looked at and is served from 1251 to 1322.
// Behind 64 reads it is not: the first of them begins at 2076, and page 3 is read after all of them.
TEST(Timeline, AvoidLooksAtSixtyFourRequests) {
  const Shape shape{.channels = 2,
                    .blocks = 4,
                    .pages = 2,
                    .logical = "12KiB",
                    .sections = "host { queue: 1 }  gc { trigger: free_blocks < 3  avoid: on }"};
  const auto last = [&](std::size_t reads) {
    std::vector<Request> requests{write(0, 0), write(0, 2), write(0, 0), write(1000, 1)};
    requests.insert(requests.end(), reads, read(1100, 0));
    requests.push_back(read(1200, 3));
    return run(shape, requests).completions.back() / kUs;
  };
  EXPECT_EQ(last(63), 1322U);
  EXPECT_EQ(last(64), 2076U + 65 * 71);
}

// Page 2 is read ahead from 371 to 442 into the only slot, and is written at 380 without one (buffer.write_through). So
// the read at 800 takes the new data from the flash.
TEST(Timeline, WhatWasReadAheadBeforeAWriteServesNoLaterRead) {
  const std::string buffer = "buffer { size: 2KiB write_back: false latency: 1us readahead { trigger: 2 pages: 1 } }";
  const auto outcome = run({.sections = buffer}, {read(0, 2), read(200, 0), read(300, 1), write(380, 2), read(800, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 271, 371, 693, 871}));
  EXPECT_EQ(outcome.results.flash.readaheads, 1U);
  EXPECT_EQ(outcome.results.flash.buffer_hits, 0U);
}

// As above. At 1251 pages 3 and 4 are to be written together, page 4 on channel 0. The read of page 3 may not pass
// them: it begins when page 4 is written, at 2076 + 251.
TEST(Timeline, AvoidLetsNoReadPassAWriteThatBeginsAtItsPage) {
  const Shape shape{.channels = 2,
                    .blocks = 4,
                    .pages = 2,
                    .logical = "12KiB",
                    .sections = "host { queue: 1 }  gc { trigger: free_blocks < 3  avoid: on }"};
  const auto outcome =
      run(shape, {write(0, 0), write(0, 2), write(0, 0), write(1000, 1), write(1100, 3, 2), read(1200, 3)});
  EXPECT_EQ(in_us(outcome.completions), (Times{251, 502, 753, 1251, 2327, 2398}));
}

// Pages 0 and 1 are equally old when page 2 needs a slot at 20: page 0 goes, because it came first.
TEST(Timeline, OfEquallyOldEntriesTheFirstIsEvicted) {
  const Shape shape{.sections = "buffer { size: 4KiB policy(e): e.age write_back: true latency: 1us flush: full }"};
  const auto outcome = run(shape, {write(0, 0), write(0, 1), write(20, 2), read(300, 1), read(310, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 272, 301, 381}));
}

// A page takes 50 on the link. The fifth write of chip 0 ends at 1305, and a collection in the background waits for the
// bus until 1341, when page 1 is in chip 1. Page 4 has come at 1280, so it goes first. It takes the last page that the
// host may have, so that collection is a forced one: after 1341 + 251 it takes 1 + 1000.
TEST(Timeline, ABackgroundCollectionThatWaitsCanBeForced) {
  const Shape shape{.chips = 2,
                    .blocks = 4,
                    .pages = 2,
                    .logical = "12KiB",
                    .sections =
                        "host { link: 40.96MB/s }\n"
                        "gc { trigger: free_pages < 2  stop: free_pages >= 4  idle: on }"};
  const auto outcome =
      run(shape, {write(0, 0), write(0, 2), write(0, 4), write(0, 0), write(0, 2), write(1240, 1), write(1280, 4)});
  EXPECT_EQ(in_us(outcome.completions), (Times{301, 552, 803, 1054, 1305, 1541, 1592}));
  EXPECT_EQ(outcome.results.clock, 2593 * kUs);
  EXPECT_EQ(outcome.results.flash.forced_collections, 1U);
  EXPECT_EQ(outcome.results.flash.background_collections, 0U);
}

}  // namespace
}  // namespace ssd::timeline

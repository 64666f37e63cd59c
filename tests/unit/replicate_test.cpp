// replicate, rule by rule (copies.replicate, copies.replica_read), with times worked out by hand.
//
// The drive has three channels (or two) of one plane each. A read takes 1 (command) + 20 + 1 (data out) = 22 us, a
// program 1 + 1
// + 200 = 202 us, an erase 1 + 1000 us. Rounds of three writes come 10 ms apart: the first goes to plane 0, the others,
// of pages that are written once, to planes 1 and 2. Plane 0 is collected where a program leaves it fewer than four of
// its six free blocks and some full block has an invalid page: with the ninth round at the earliest.
#include "tests/unit/copies.h"

namespace ssd {
namespace {

using namespace copies;

// `pages`: the most replicas; empty: none.
std::string wide(const std::string& pages, u64 channels = 3) {
  const std::string replicate = pages.empty() ? "" : " replicate { pages: " + pages + " }";
  return "design D {\n geometry { channels: " + std::to_string(channels) +
         " chips: 1 dies: 1 planes: 1 blocks: 6 pages: 4 page: 2KiB spare: 0B "
         "sector: 512B }\n"
         " nand { read: 20us program: 200us erase: 1ms bus { rate: 2048MB/s command: 1us } }\n capacity { logical: " +
         std::to_string(20 * (channels + 1)) +
         "KiB }\n"
         " host { read_unwritten: none }\n allocation: dynamic channel > chip > die > plane\n buffer { latency: 3us "
         "}\n gc { trigger: free_blocks < "
         "4" +
         replicate + " }\n}\n";
}

constexpr u64 kFillers = 10;  // logical pages from here on are written once, in planes 1 and 2

// The rounds whose first writes are of `pages`, and the added requests, in order of arrival.
std::vector<Request> rounds(const std::vector<u64>& pages, const std::vector<Request>& more, u64 channels = 3) {
  std::vector<Request> list = more;
  for (u64 i = 0; i < pages.size(); ++i) {
    list.push_back(write(pages[i], 10 * i * kMs));
    for (u64 k = 0; k + 1 < channels; ++k)
      list.push_back(write(kFillers + (channels - 1) * i + k, (10 * i + 5 + k) * kMs));
  }
  std::ranges::stable_sort(list, {}, &Request::arrival);
  return list;
}

// The ninth round triggers the collection of block 0, which holds pages 2 and 3. Page 6, which is not in it, is read
// meanwhile.
const std::vector<u64> kNine{0, 1, 2, 3, 0, 1, 4, 5, 6};
constexpr Time kFirst = 80 * kMs + kProgram, kDuring = kFirst + 300 * kUs;
constexpr Time kFirstEnd = kFirst + 2 * (kRead + kProgram) + kErase;
constexpr Time kIdle = kFirstEnd + kRead;  // the read is complete, and its replica is begun
// The tenth write overwrites page 0, so that block 1 is collected next, with pages 1, 4 and 5.
const std::vector<u64> kTen{0, 1, 2, 3, 0, 1, 4, 5, 6, 0};
constexpr Time kAgain = 90 * kMs + kProgram + 300 * kUs;

Ran ran_with(const std::string& pages, const std::vector<u64>& writes, const std::vector<Request>& more) {
  return simulated(wide(pages), rounds(writes, more));
}

// The second read during a collection goes to the replica (copies.replica_read). Without one it waits.
TEST(Replicate, ReadsGoToTheReplicaWhileTheUnitIsCollected) {
  const std::vector<Request> reads{read(6, kDuring), read(6, kAgain), read(4, kAgain + 1)};
  const Ran ran = ran_with("1", kTen, reads), without = ran_with("", kTen, reads);
  EXPECT_EQ(ran.response(kDuring), kIdle - kDuring);
  EXPECT_EQ(ran.response(kAgain), kRead);
  EXPECT_GT(ran.response(kAgain + 1), kMs);
  EXPECT_GT(without.response(kAgain), kMs);
  EXPECT_EQ(ran.flash().replica_programs, 2U);  // page 4 gets one in the end
  EXPECT_EQ(ran.flash().replica_reads, 1U);
  // Its programs count neither as the host's nor as collection's.
  EXPECT_EQ(ran.flash().host_programs, without.flash().host_programs);
  EXPECT_EQ(ran.flash().collection_programs, without.flash().collection_programs);
}

// copies.replicate, 6: it may be read from the end of its program on. The third round wrote page 4 twice, so block 1 is
// collected right behind the read, while the replica is made.
TEST(Replicate, IsReadableWhenItIsProgrammed) {
  const std::vector<u64> writes{0, 1, 2, 3, 0, 1, 4, 4, 6};
  constexpr Time made = kIdle + kProgram;
  const auto response = [&](Time second) {
    return ran_with("1", writes, {read(6, kDuring), read(6, second)}).response(second);
  };
  EXPECT_GT(response(made - 1), kMs);
  EXPECT_EQ(response(made), kRead);
}

// copies.replicate, 1 and 2: one replica of a page; none of pages that are read while no collection holds their unit,
// are read by a read-modify-write, or are overwritten or trimmed before the host is idle.
TEST(Replicate, CopiesOnlyWhatMetACollection) {
  const auto programs = [](const std::vector<Request>& more) {
    return ran_with("4", kNine, more).flash().replica_programs;
  };
  EXPECT_EQ(programs({read(6, kDuring)}), 1U);
  EXPECT_EQ(programs({read(6, kDuring), read(6, kDuring + 1), read(6, kIdle + 2 * kMs)}), 1U);
  EXPECT_EQ(programs({read(6, kFirst - kProgram + 1), read(6, kFirstEnd), read(6, kFirstEnd + kMs)}), 0U);
  EXPECT_EQ(programs({read(10, kDuring), read(11, kDuring + 1)}), 0U) << "pages of other units";
  EXPECT_EQ(programs({read(2, kDuring)}), 1U) << "it is read where the collection has moved it";
  Request part = write(6, kDuring);
  part.sectors = 1;
  EXPECT_EQ(programs({part}), 0U);
  EXPECT_EQ(programs({read(6, kDuring), write(6, kIdle - 1)}), 0U) << "it lies elsewhere when the data out ends";
  const Request other = write(38, kIdle - 1);  // keeps the host from being idle when the read ends
  EXPECT_EQ(programs({read(6, kDuring), other}), 1U);
  EXPECT_EQ(programs({read(6, kDuring), other, write(6, kIdle + 1)}), 0U) << "its mark goes";
  EXPECT_EQ(programs({read(6, kDuring), other, trim(6, kIdle + 1)}), 0U);
}

// copies.replicate, 2: at most n pages are marked; the oldest mark goes. Page 4 is read first.
TEST(Replicate, KeepsTheLatestMarks) {
  const std::vector<Request> reads{read(4, kDuring), read(6, kDuring + 1)};
  EXPECT_EQ(ran_with("2", kNine, reads).flash().replica_programs, 2U);
  std::vector<Request> again = reads;
  again.push_back(read(6, kAgain));
  const Ran one = ran_with("1", kTen, again);
  EXPECT_EQ(one.flash().replica_programs, 1U);
  EXPECT_EQ(one.response(kAgain), kRead);
}

// copies.replicate, 7: whatever the request is, it finds the drive as if no replica had been under way, in its transfer
// and in its array phase.
TEST(Replicate, IsBrokenOffByAnyRequest) {
  struct Row {
    Request request;
    Time bus, array;  // that the replica took of its unit
  };
  const Time late = kIdle + 100 * kUs, early = kIdle + 1 * kUs;
  for (const auto& [request, bus, array] :
       {Row{read(10, late), 2 * kUs, 98 * kUs}, Row{read(39, late), 2 * kUs, 98 * kUs},
        Row{write(38, late), 2 * kUs, 98 * kUs}, Row{trim(39, late), 2 * kUs, 98 * kUs},
        Row{read(10, early), 1 * kUs, 0}, Row{write(38, early), 1 * kUs, 0}, Row{read(10, kIdle), 0, 0}}) {
    const Ran with = ran_with("1", kNine, {read(6, kDuring), request}),
              without = ran_with("", kNine, {read(6, kDuring), request});
    EXPECT_EQ(with.response(request.arrival), without.response(request.arrival));
    const bool begun = bus != 0;
    EXPECT_EQ(with.flash().replicas_broken_off, begun ? 1U : 0U);
    EXPECT_EQ(with.flash().replica_programs, 1U);
    if (!begun) continue;
    EXPECT_EQ(with.outcome.completions, without.outcome.completions);
    const UnitTimes& a = with.outcome.results.units[1];
    const UnitTimes& b = without.outcome.results.units[1];
    EXPECT_EQ(a.array - b.array, array);
    EXPECT_EQ(a.bus - b.bus, bus);
    const Time clock = with.outcome.results.clock;
    EXPECT_EQ(clock, without.outcome.results.clock);
    const double busy = with.outcome.results.planes[1].total() - without.outcome.results.planes[1].total();
    EXPECT_NEAR(busy * static_cast<double>(clock), static_cast<double>(array), 1);
  }
}

// It gives no replica, and its mark is gone.
TEST(Replicate, IsOfNoUseOnceBrokenOff) {
  const Ran ran = ran_with("1", kTen, {read(6, kDuring), read(10, kIdle + 100 * kUs), read(6, kAgain)});
  EXPECT_EQ(ran.flash().replica_reads, 0U);
  EXPECT_GT(ran.response(kAgain), kMs);
  EXPECT_EQ(ran.flash().replica_programs, 2U);  // the read during the second collection marks it again
}

// The eleventh write overwrites page 1, which the second collection moved: a third collection follows.
const std::vector<u64> kEleven{0, 1, 2, 3, 0, 1, 4, 5, 6, 0, 1};
constexpr Time kThird = 100 * kMs + kProgram + 300 * kUs;

// copies.replicate, 4: one more replica drops the one used longest ago.
TEST(Replicate, DropsTheLeastRecentlyUsed) {
  const std::vector<Request> reads{read(6, kDuring), read(0, kAgain), read(0, kThird), read(6, kThird + 1)};
  const Ran one = ran_with("1", kEleven, reads), both = ran_with("2", kEleven, reads);
  EXPECT_EQ(one.response(kThird), kRead);
  EXPECT_GT(one.response(kThird + 1), kMs);
  EXPECT_EQ(both.response(kThird), kRead);
  EXPECT_EQ(both.response(kThird + 1), kRead);
}

// copies.replicate, 4: of two replicas that are made at the same time, neither drops the other.
TEST(Replicate, NeverDropsOneUnderWay) {
  const Ran ran = ran_with("2", kEleven,
                           {read(6, kDuring), read(0, kAgain), read(2, kAgain + 1), read(0, kThird),
                            read(2, kThird + 1), read(6, kThird + 2)});
  EXPECT_EQ(ran.response(kThird), kRead);
  EXPECT_EQ(ran.response(kThird + 1), kRead);
  EXPECT_GT(ran.response(kThird + 2), kMs);
}

// copies.replicate, 8: a write or a trim of the page drops the replica.
TEST(Replicate, AWriteDropsTheReplica) {
  const Time between = 88 * kMs;
  const Ran written = ran_with(
      "1", kTen,
      {read(6, kDuring), write(6, between), write(38, between + kMs / 2), write(39, between + kMs), read(6, kAgain)});
  EXPECT_GT(written.response(kAgain), kMs);
  EXPECT_EQ(written.flash().replica_reads, 0U);
  const Ran trimmed = ran_with("1", kTen, {read(6, kDuring), trim(6, between), read(6, kAgain)});
  EXPECT_EQ(trimmed.response(kAgain), 0U);
  EXPECT_EQ(trimmed.flash().replica_reads, 0U);
}

// copies.replicate, 8: its block is collected. With two channels four replicas fill the block of copies in unit 1,
// which then is the victim without a valid page.
TEST(Replicate, ItsBlockMayBeCollected) {
  std::vector<Request> reads;
  for (const u64 page : {0, 1, 4, 5}) reads.push_back(read(page, kDuring + page));
  reads.push_back(read(4, kAgain));
  const std::vector<Request> requests = rounds(kTen, reads, 2);
  const Ran ran = simulated(wide("4", 2), requests), without = simulated(wide("", 2), requests);
  EXPECT_EQ(ran.flash().collections, without.flash().collections + 1);
  EXPECT_EQ(ran.flash().collection_programs, without.flash().collection_programs);
  EXPECT_EQ(ran.flash().replica_programs, 5U);  // page 4, which is read once more, gets another
  EXPECT_EQ(ran.flash().replica_reads, 0U);
  EXPECT_GT(ran.response(kAgain), kMs);
}

// The read of a read-modify-write uses the replica too.
TEST(Replicate, ServesReadModifyWrites) {
  Request part = write(6, kAgain);
  part.sectors = 1;
  const Ran ran = ran_with("1", kTen, {read(6, kDuring), part});
  EXPECT_EQ(ran.response(kAgain), kRead - 250 + kProgram);  // three of four sectors cross the bus
  EXPECT_EQ(ran.flash().replica_reads, 1U);
}

TEST(Replicate, IsTheSameInTheSpecialisedEngine) {
  expect_same_by_jit(wide("2"), rounds(kEleven, {read(6, kDuring), read(10, kIdle + 100 * kUs), read(0, kAgain),
                                                 read(2, kAgain + 1), read(0, kThird), read(6, kThird + 1)}));
}

}  // namespace
}  // namespace ssd

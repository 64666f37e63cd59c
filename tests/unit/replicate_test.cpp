// replicate, rule by rule (copies.replicate, copies.replica_read), with times worked out by hand. copies.h has the
// drive and its nine writes.
#include "tests/unit/copies.h"

namespace ssd {
namespace {

using namespace copies;

constexpr Time kHot = 7 * kMs + 500 * kUs;    // page 2 has been read twice, so it is copied to unit 1
constexpr Time kDuring = kBegin + 300 * kUs;  // while the collection holds unit 0

Ran hot(const std::string& pages, std::vector<Request> more) {
  more.push_back(read(2, 7 * kMs + 300 * kUs));
  more.push_back(read(2, kHot));
  return simulated(drive("replicate { pages: " + pages + " }"), nine_writes_and(more));
}

// Two of the last four reads make the page hot (copies.replicate), and the read during the collection goes to the
// replica (copies.replica_read). Without a replica it waits.
TEST(Replicate, ReadsGoToTheReplicaWhileTheUnitIsCollected) {
  const Ran ran = hot("1", {read(2, kDuring), read(4, kDuring + 1)});
  EXPECT_EQ(ran.response(kDuring), kRead);
  const Time end = kBegin + 3 * (kRead + kProgram) + kErase;
  EXPECT_EQ(ran.response(kDuring + 1), end + kRead - kDuring - 1);
  EXPECT_EQ(ran.flash().replica_programs, 1U);
  EXPECT_EQ(ran.flash().replica_reads, 1U);
  // Its programs count neither as the host's nor as collection's, and its page is not in the map.
  EXPECT_EQ(ran.flash().host_programs, 9U);
  EXPECT_EQ(ran.flash().collection_programs, 3U);
}

// copies.replicate, step 6: it may be read from the end of its program on.
TEST(Replicate, IsReadableWhenItIsProgrammed) {
  const Time made = kBegin + 5 * kUs;
  const auto with = [&](Time second) {
    return simulated(drive("replicate { pages: 1 }"),
                     nine_writes_and({read(2, 7 * kMs + 300 * kUs), read(2, made), read(2, second)}));
  };
  EXPECT_GT(with(made + kProgram - 1).response(made + kProgram - 1), kMs);
  EXPECT_EQ(with(made + kProgram).response(made + kProgram), kRead);
}

// copies.replicate: no second replica, none on the page's own channel, none for a page read once, and none for pages
// that left the window.
TEST(Replicate, CopiesOnlyWhatIsHot) {
  EXPECT_EQ(hot("1", {read(2, kHot + 1), read(2, kDuring)}).flash().replica_programs, 1U);
  EXPECT_EQ(simulated(drive("replicate { pages: 1 }"), nine_writes_and({read(2, kHot)})).flash().replica_programs, 0U);
  const Ran ran = simulated(
      drive("replicate { pages: 1 }"),
      nine_writes_and({read(2, 7 * kMs + 300 * kUs), read(1, 7 * kMs + 400 * kUs), read(3, 7 * kMs + 500 * kUs),
                       read(5, 7 * kMs + 600 * kUs), read(4, 7 * kMs + 700 * kUs), read(2, 7 * kMs + 800 * kUs)}));
  EXPECT_EQ(ran.flash().replica_programs, 0U);
}

// copies.replicate, step 4: one more replica drops the one used longest ago. A page that lost its replica gets another
// only when it is read again.
TEST(Replicate, DropsTheLeastRecentlyUsed) {
  const std::vector<Request> two{read(4, 8 * kMs - 100 * kUs), read(4, 8 * kMs - 50 * kUs), read(4, kDuring),
                                 read(2, kDuring + 1)};
  const Ran one = hot("1", two);
  EXPECT_EQ(one.flash().replica_programs, 2U);
  EXPECT_EQ(one.response(kDuring), kRead);
  EXPECT_GT(one.response(kDuring + 1), kMs);
  const Ran both = hot("2", two);
  EXPECT_EQ(both.response(kDuring), kRead);
  EXPECT_EQ(both.response(kDuring + 1), 2 * kRead - 1);  // behind the other read in unit 1
}

// copies.replicate, step 4: while all replicas are under way, none is made. Pages 2 and 4 become hot at nearly the same
// time.
TEST(Replicate, NeverDropsOneUnderWay) {
  std::vector<Request> reads{read(2, kHot), read(4, kHot + 30 * kUs), read(2, kHot + 60 * kUs),
                             read(4, kHot + 90 * kUs)};
  EXPECT_EQ(simulated(drive("replicate { pages: 1 }"), nine_writes_and(reads)).flash().replica_programs, 2U);
  // The replica of page 2 begins at kHot + 60 us; that of page 4 when it has ended, before the ninth write goes to unit
  // 0.
  reads.insert(reads.end(), {read(4, kDuring), read(2, kDuring + 1)});
  const Ran during = simulated(drive("replicate { pages: 1 }"), nine_writes_and(reads));
  EXPECT_EQ(during.response(kDuring), kRead);
  EXPECT_GT(during.response(kDuring + 1), kMs);
}

// copies.replicate, step 7: a write or a trim of the page drops the replica.
TEST(Replicate, AWriteDropsTheReplica) {
  EXPECT_EQ(hot("1", {write(2, kHot + 300 * kUs), read(2, kDuring)}).flash().replica_reads, 0U);
  const Ran trimmed = hot("1", {trim(2, kHot + 300 * kUs), read(2, kDuring)});
  EXPECT_EQ(trimmed.response(kDuring), 0U);
  EXPECT_EQ(trimmed.flash().replica_reads, 0U);
  // A replica that was dropped under way is not used when it ends.
  EXPECT_EQ(hot("1", {write(2, kHot + 50 * kUs), read(2, kDuring)}).flash().replica_reads, 0U);
}

// copies.replicate, step 7: its block is collected. Four replicas fill the block of copies in unit 1, which then is the
// victim without a valid page.
TEST(Replicate, ItsBlockMayBeCollected) {
  std::vector<Request> more;
  for (u64 i = 0; i < 4; ++i) {
    for (u64 k = 0; k < 2; ++k) more.push_back(read(2 * i, 20 * kMs + (2 * i + k) * 300 * kUs));
  }
  more.push_back(read(0, 30 * kMs));
  const Ran ran = simulated(drive("replicate { pages: 4 }"), nine_writes_and(more));
  EXPECT_EQ(ran.flash().collections, 2U);
  EXPECT_EQ(ran.flash().collection_programs, 3U);
  EXPECT_EQ(ran.flash().replica_programs, 5U);  // page 0, read once more, gets another
}

// The read of a read-modify-write uses the replica too, but does not make its page hot.
TEST(Replicate, ServesReadModifyWrites) {
  Request part = write(2, kDuring);
  part.sectors = 1;
  const Ran ran = hot("1", {part});
  EXPECT_EQ(ran.response(kDuring), kRead - 250 + kProgram);  // three of four sectors cross the bus
  EXPECT_EQ(ran.flash().replica_reads, 1U);
}

TEST(Replicate, IsTheSameInTheSpecialisedEngine) {
  expect_same_by_jit(drive("replicate { pages: 1 }"), nine_writes_and({read(2, kHot), read(4, kHot + 30 * kUs),
                                                                       read(2, kHot + 60 * kUs), read(2, kDuring)}));
}

}  // namespace
}  // namespace ssd

// Random small drives with copies (copies.any_idle, copies.replicate) and every policy of collection and wear: the
// oracle's own checks (which throw) hold, the runs end, and the reported numbers add up. Times are in ns.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>

#include "tests/unit/oracle_holding.h"

namespace ssd::oracle {
namespace {

TEST(OracleCopies, ReportsWhatAddsUpWithEveryPolicy) {
  std::int64_t wear = 0, held = 0, absorbed = 0, replicas = 0, replica_reads = 0, broken_off = 0, preempted = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
    Drive drive = two_channels(6);
    drive.chips = 1 + below(2), drive.planes = 1 + below(2), drive.pages = 1 + below(4), drive.interleave = below(2);
    drive.place = [drive](std::int64_t lpn) {
      return Place{lpn % 2, lpn / 2 % drive.chips, 0, lpn / 2 / drive.chips % drive.planes};
    };
    drive.logical_pages = 2 * drive.chips * drive.planes * drive.pages * 2;
    drive.placement = std::array{Placement::kStatic, Placement::kDynamicOrder, Placement::kDynamicCost}[below(3)];
    drive.cost = [](const UnitView& u) { return u.queued; };
    const bool dynamic = drive.placement != Placement::kStatic;
    drive.multiplane = std::array{Willing::kNo, Willing::kWise, Willing::kBlind}[below(3)];
    drive.copyback = std::array{Willing::kNo, Willing::kWise, Willing::kBlind}[below(3)];
    drive.any_idle_slots = dynamic && below(2) ? 1 + below(5) : 0;
    drive.replicas = below(2) ? 1 + below(4) : 0;
    drive.wear = std::array{Wear::kNone, Wear::kStatic, Wear::kDynamic}[below(3)];
    drive.wear_threshold = below(3), drive.cost_zero = below(5) == 0, drive.read_modify_write = below(4) > 0;
    if (below(2)) drive.victim = [](const BlockView& b) { return b.age * b.invalid; };
    if (below(3) == 0) drive.allocate = [](const BlockView& b) { return b.age - b.erases; };
    if (below(2)) drive.preempt = [](const CollectionView& g) { return g.waiting_host > 1 || g.left % 2 == 0; };
    if (below(2)) drive.hard = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages % 3 == 0; };
    if (below(3) == 0) drive.buffer_slots = 1 + below(3);
    drive.flush = std::array{Flush::kEager, Flush::kIdle, Flush::kFull}[below(3)];
    drive.any_idle_always = below(3) == 0;
    const std::int64_t low = below(3);
    drive.trigger = [low](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low; };
    Workload workload{{}, below(3)};
    for (int i = 0; i < 500; ++i) {
      const std::int64_t sector = below(2) ? below(drive.logical_pages * 4 - 6) : below(8);
      const Time pauses = i / 25 * 5 * kMillisecond;  // time for replicas
      workload.requests.push_back(
          {workload.closed > 0 ? 500 : i * 60'000 + pauses, sector, 1 + below(6), below(2) == 0, below(20) == 0});
    }
    SCOPED_TRACE(seed);
    const Outcome outcome = simulate(drive, workload);
    if (outcome.drive_full) continue;
    const auto sum = [&](int cause) {
      return std::accumulate(outcome.plane_array.begin(), outcome.plane_array.end(), Time{0},
                             [&](Time total, const ByCause& part) { return total + part[cause]; });
    };
    if (!drive.cost_zero && drive.multiplane == Willing::kNo) {
      EXPECT_EQ(sum(0), outcome.host_programs * kProgram + outcome.flash_reads * kRead);
      const Time others = outcome.collection_programs * kProgram +
                          (outcome.collection_reads + outcome.copybacks) * kRead + outcome.erases * kErase;
      EXPECT_GE(sum(1), others + (outcome.replica_programs - outcome.replicas_broken_off) * kProgram);
      EXPECT_LE(sum(1), others + outcome.replica_programs * kProgram);
    }
    EXPECT_EQ(std::accumulate(outcome.block_erases.begin(), outcome.block_erases.end(), std::int64_t{0}),
              outcome.erases);
    EXPECT_LE(outcome.write_backs, outcome.buffered_moves);
    EXPECT_LE(outcome.begun_in_idle_drive, outcome.idle_collections);
    EXPECT_LE(outcome.idle_beside, outcome.time_beside * 2 * static_cast<Time>(drive.chips));
    EXPECT_LE(outcome.conflicting_collections + outcome.idle_collections, outcome.collections);
    wear += outcome.wear_collections, held += outcome.write_backs, absorbed += outcome.absorbed_writes;
    replicas += outcome.replica_programs, replica_reads += outcome.replica_reads;
    broken_off += outcome.replicas_broken_off;
    preempted += drive.preempt && !drive.cost_zero && outcome.conflicts > 0;
  }
  for (const std::int64_t count : {wear, held, absorbed, replicas, replica_reads, broken_off, preempted})
    EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace ssd::oracle

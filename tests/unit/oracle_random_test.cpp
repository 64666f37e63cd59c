// Random small drives with all that collection can do at once (collection.scope to collection.background, host.avoid,
// wear.retirement) and with what stands before the flash (host.firmware, host.link): the oracle's own checks (which
// throw) hold, the runs end, and the reported numbers add up.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/unit/oracle_random_drives.h"

namespace ssd::oracle {
namespace {

void expect_sums(const Drive& drive, const Outcome& outcome) {
  const auto sum = [&](int cause) {
    return std::accumulate(outcome.plane_array.begin(), outcome.plane_array.end(), Time{0},
                           [&](Time total, const std::array<Time, 2>& part) { return total + part[cause]; });
  };
  if (!drive.cost_zero && drive.multiplane == Willing::kNo && !drive.suspend_on) {
    EXPECT_EQ(sum(0), outcome.host_programs * drive.program + outcome.flash_reads * drive.read);
    const Time others = outcome.collection_programs * drive.program +
                        (outcome.collection_reads + outcome.copybacks) * drive.read + outcome.erases * drive.erase;
    EXPECT_GE(sum(1), others + (outcome.replica_programs - outcome.replicas_broken_off) * drive.program);
    EXPECT_LE(sum(1), others + outcome.replica_programs * drive.program);
  }
  EXPECT_EQ(std::accumulate(outcome.block_erases.begin(), outcome.block_erases.end(), std::int64_t{0}), outcome.erases);
  const auto& retired = outcome.snapshot.retired;
  EXPECT_EQ(std::count(retired.begin(), retired.end(), true), outcome.retired_blocks);
  for (std::size_t block = 0; block < retired.size(); ++block) {
    EXPECT_EQ(retired[block], drive.endurance > 0 && outcome.block_erases[block] == drive.endurance);
  }
  EXPECT_LE(outcome.background_collections + outcome.forced_collections + outcome.wear_collections,
            outcome.collections);
  EXPECT_TRUE(outcome.end_of_life ||
              std::count(outcome.completion.begin(), outcome.completion.end(), kNotComplete) == 0);
}

TEST(OracleRandom, ReportsWhatAddsUpWithAllThatCollectionCanDo) {
  std::int64_t background = 0, retired = 0, ends = 0, full = 0, elsewhere = 0, wear = 0, even = 0, firmware = 0,
               ahead = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    Drive drive = random_drive(dice);
    choose_collection(dice, drive);
    Dice for_start(1000 + seed);
    choose_start(for_start, drive);
    Dice for_host(2000 + seed);
    choose_host(for_host, drive);
    const Workload workload = random_workload(dice, drive);
    const Outcome outcome = simulate(drive, workload);
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    expect_sums(drive, outcome);
    background += outcome.background_collections, retired += outcome.retired_blocks, ends += outcome.end_of_life;
    elsewhere += drive.migrate_same_die && outcome.collection_programs > 0;
    wear += outcome.wear_collections, even += drive.filled && drive.filled_even;
    firmware += drive.firmware.cores, ahead += outcome.readaheads;
  }
  for (const std::int64_t count : {background, retired, ends, elsewhere, wear, even, firmware, ahead})
    EXPECT_GT(count, 0);
  EXPECT_LT(full, 40);
}

}  // namespace
}  // namespace ssd::oracle

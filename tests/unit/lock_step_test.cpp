// A unit that is larger than a page (iu.lock_step): the drive is the one that has pages of its size.
#include <algorithm>
#include <random>

#include "runtime/results/report.h"
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

// What the key changes: the size of a page, its spare bytes, the planes of a die, the command time, the energies.
struct Part {
  u64 page, spare, planes, command, read_energy, program_energy, erase_energy;
};

Part in_lock_step(const Part& part, u64 planes, u64 dummy_busy) {
  return {part.page * planes,        part.spare * planes,
          part.planes / planes,      part.command * planes + dummy_busy * (planes - 1),
          part.read_energy * planes, part.program_energy * planes,
          part.erase_energy * planes};
}

constexpr u64 kDummyBusy = 300;

design::Design with(const Part& part, const std::string& nand, const std::string& sections) {
  return compile_text(fmt::format(
      "design D {{ geometry {{ channels: 2 chips: 1 dies: 2 planes: {} blocks: 12 pages: 8 page: {}B spare: {}B }}\n"
      "capacity {{ overprovision: 50% }}\n"
      "nand {{ read: 40us program: 300us erase: 2ms bus {{ rate: 100MB/s command: {}ns }} dummy_busy: {}ns {}\n"
      "energy {{ read: {}pJ program: {}pJ erase: {}pJ transfer_per_byte: 3pJ idle: 5uW }} }}\n{} }}",
      part.planes, part.page, part.spare, part.command, kDummyBusy, nand, part.read_energy, part.program_energy,
      part.erase_energy, sections));
}

// Reads, writes and trims of any sectors. Half of them lie in the first eighth, so that drives collect.
std::vector<Request> requests_of(const design::Design& design, u64 seed) {
  std::mt19937_64 draw(seed);
  const u64 sectors = design.config.logical_pages * design.geometry.unit_bytes() / design.geometry.sector_bytes;
  std::vector<Request> requests;
  Time arrival = 0;
  for (u32 i = 0; i < 1500; ++i) {
    const u64 kind = draw() % 16, count = 1 + draw() % 40, within = draw() % 2 == 0 ? sectors : sectors / 8;
    requests.push_back({.arrival = arrival,
                        .sector = draw() % (within - count),
                        .sectors = static_cast<u32>(count),
                        .direction = kind < 5    ? Direction::kRead
                                     : kind < 15 ? Direction::kWrite
                                                 : Direction::kTrim});
    arrival += draw() % 300'000;
  }
  return requests;
}

run::Outcome run_of(const design::Design& design, const std::vector<Request>& requests) {
  const run::Load load{.requests = requests};
  run::Options options;
  options.keep_times = options.check = true;
  options.pass = run::pass_of(design, load) == Pass::kWhole ? Pass::kWhole : Pass::kAll;
  run::Outcome outcome = run::run(design, generic_engine(), load, options);
  EXPECT_EQ(outcome.violations, std::vector<std::string>{});
  EXPECT_EQ(outcome.status, Status::kDone);
  return outcome;
}

// Without the line of the hash, which tells both texts apart.
std::string report_of(const design::Design& design, const run::Outcome& outcome) {
  const Plan plan(design);
  results::Report report;
  report.plan = &plan;
  report.results = outcome.results;
  std::string json = results::json(report);
  const std::size_t hash = json.find("\"hash\"");
  return json.erase(hash, json.find('\n', hash) - hash);
}

// With the key, and written out.
struct Pair {
  design::Design key, written_out;
};

void expect_equal(const Pair& drives, u64 seed) {
  const auto requests = requests_of(drives.key, seed);
  const auto x = run_of(drives.key, requests), y = run_of(drives.written_out, requests);
  EXPECT_GT(x.results.flash.collections, 0U);
  EXPECT_EQ(x.completions, y.completions);
  EXPECT_EQ(x.splits, y.splits);
  EXPECT_EQ(x.map, y.map);
  EXPECT_EQ(x.block_erases, y.block_erases);
  EXPECT_EQ(report_of(drives.key, x), report_of(drives.written_out, y));
}

Pair pair_of(u64 planes, u64 of_die, const std::string& nand, const std::string& sections) {
  const Part part{2048, 64, of_die, 200, 1000, 20'000, 300'000};
  return {with(part, nand, fmt::format("ftl {{ unit: {}B }} {}", planes * part.page, sections)),
          with(in_lock_step(part, planes, kDummyBusy), nand, sections)};
}

// The example of the rule: four planes in lock step, a command of 4 and a page of 200. The write of a sector reads the
// 15 others, 4 + 20 + 187.5, and programs all of them. A read of two sectors takes 4 + 20 + 25.
TEST(LockStep, ReadsTheRestOfTheUnit) {
  const Shape shape{.planes = 4, .sections = "ftl { unit: 8KiB }"};
  const Request part{.arrival = 0, .sector = 5, .sectors = 2, .direction = Direction::kRead};
  const Request sector{.arrival = 1000 * kUs, .sector = 0, .sectors = 1, .direction = Direction::kWrite};
  const auto outcome = run(shape, {part, sector});
  EXPECT_EQ(outcome.completions, (Times{49'000, 1000 * kUs + 211'500 + 404'000}));
  EXPECT_EQ(outcome.results.flash.host_programs, 1U);
}

const std::array<std::string, 7> kDrives{
    "allocation: static plane > channel > chip > die",
    "allocation: dynamic plane > die > channel > chip  commands { multiplane: wise }",
    "allocation: write_order channel > die > plane > chip  gc { superblock: device }",
    "allocation: dynamic channel > die > plane > chip  buffer { size: 256KiB  latency: 1us  flush: eager }",
    "allocation: write_order channel > die > plane > chip  commands { multiplane: blind }  gc { preempt: page }",
    "allocation: static channel > plane > die > chip  commands { copyback: wise  suspend: always }",
    "allocation: write_order channel > plane > die > chip  gc { trigger: free_pages < 20% }  host { link: 1GB/s }"};

TEST(LockStep, IsADriveOfLargePages) {
  u64 seed = 0;
  for (const auto& [planes, of_die] : {std::pair<u64, u64>{2, 2}, {2, 4}, {4, 4}, {2, 8}, {3, 6}}) {
    for (const std::string& sections : kDrives) {
      SCOPED_TRACE(fmt::format("{} of {} planes, {}", planes, of_die, sections));
      expect_equal(pair_of(planes, of_die, "", sections), ++seed);
    }
  }
}

TEST(LockStep, IsADriveOfLargePagesWithWordLines) {
  const std::string buffer = "buffer { size: 512KiB  latency: 1us  flush: eager }";
  u64 seed = 100;
  for (const std::string& sections :
       {"allocation: dynamic plane > die > channel > chip  " + buffer,
        "allocation: write_order channel > die > plane > chip  " + buffer,
        "allocation: write_order channel > die > plane > chip  gc { superblock: die }  " + buffer}) {
    for (const u64 of_die : {2, 4}) {
      for (const std::string nand : {"program_unit: 2", "program_unit: 4"}) {
        SCOPED_TRACE(fmt::format("{} planes, {}, {}", of_die, nand, sections));
        expect_equal(pair_of(2, of_die, nand, sections), ++seed);
      }
    }
  }
}

// An operation costs as much energy as in each of its planes by itself.
TEST(LockStep, TakesTheEnergyOfEachPlane) {
  const Pair drives = pair_of(4, 4, "", kDrives[0]);
  const auto outcome = run_of(drives.key, requests_of(drives.key, 7));
  const auto& flash = outcome.results.flash;
  EXPECT_DOUBLE_EQ(outcome.results.energy.erase, static_cast<double>(flash.erases) * 4 * 300'000e-12);
  EXPECT_DOUBLE_EQ(outcome.results.energy.program,
                   static_cast<double>(flash.host_programs + flash.collection_programs) * 4 * 20'000e-12);
}

}  // namespace
}  // namespace ssd::timeline

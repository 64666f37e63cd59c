// Where the runs of an experiment are kept: the lines of a journal are read as they were written, wherever they lie,
// and Plans are unpacked as they were packed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "runtime/abi/metrics.h"
#include "tests/unit/sema_texts.h"
#include "tools/study/run/journal.h"
#include "tools/study/run/packed.h"

namespace ssd::study {
namespace {

namespace fs = std::filesystem;

// A new folder, which ends with this object.
class JournalFolder {
 public:
  JournalFolder() : path_(fs::temp_directory_path() / ("ssd_experiment_journal_" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::create_directory(path_);
  }
  JournalFolder(const JournalFolder&) = delete;
  JournalFolder& operator=(const JournalFolder&) = delete;
  ~JournalFolder() { fs::remove_all(path_); }
  std::string file() const { return path_ / "e.journal"; }

 private:
  fs::path path_;
};

JournalEntry entry_of(double value) {
  JournalEntry entry;
  entry.seconds = value / 8;
  entry.run.state = RunState::kDone;
  entry.run.values.assign(metrics::metric_rows().size(), value);
  entry.run.responses[1] = {{1000, 2}, {4000, 1}};
  entry.run.notes = {"the trace was folded"};
  return entry;
}

void expect_read_back(const Journal& journal, std::uint64_t runs) {
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto kept = journal.find({7, run});
    ASSERT_TRUE(kept) << run;
    EXPECT_EQ(kept->seconds, static_cast<double>(run) / 8);
    const JournalEntry entry = journal.read({7, run});
    EXPECT_EQ(entry.run.values, entry_of(static_cast<double>(run)).run.values);
    EXPECT_EQ(entry.run.responses[1].at(1).time, 4000U);
    EXPECT_EQ(entry.run.notes, entry_of(0).run.notes);
  }
}

// Few lines stay in memory, many go to a file without a name.
TEST(Journals, WithoutAPlaceLinesAreReadAsTheyWereWritten) {
  for (const std::uint64_t runs : {3U, 5000U}) {
    Journal journal = Journal::nowhere();
    for (std::uint64_t run = 0; run < runs; ++run)
      ASSERT_EQ(journal.append({7, run}, entry_of(static_cast<double>(run))), 0);
    expect_read_back(journal, runs);
    journal.release();
    expect_read_back(journal, runs);
  }
}

TEST(Journals, AReleasedJournalIsReadBesideTheNextOne) {
  for (const std::uint64_t runs : {3U, 5000U}) {
    const JournalFolder folder;
    const JournalPlace place = JournalPlace::alone(folder.file());
    diag::Sink sink;
    auto journal = Journal::open(place, "`E` of `x.ssd`", sink);
    ASSERT_TRUE(journal);
    for (std::uint64_t run = 0; run < runs; ++run)
      ASSERT_EQ(journal->append({7, run}, entry_of(static_cast<double>(run))), 0);
    EXPECT_FALSE(Journal::open(place, "`E` of `x.ssd`", sink)) << "it is locked";
    journal->release();
    auto next = Journal::open(place, "`E` of `x.ssd`", sink);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->runs().size(), runs);
    ASSERT_EQ(next->append({8, 0}, entry_of(5)), 0);
    expect_read_back(*journal, runs);
    expect_read_back(*next, runs);
    EXPECT_EQ(next->read({8, 0}).run.values.front(), 5);
  }
}

TEST(Journals, ALineThatChangedIsLost) {
  const JournalFolder folder;
  const std::string file = folder.file();
  diag::Sink sink;
  auto journal = Journal::open(JournalPlace::alone(file), "`E` of `x.ssd`", sink);
  ASSERT_TRUE(journal);
  ASSERT_EQ(journal->append({7, 0}, entry_of(1)), 0);
  ASSERT_EQ(journal->append({7, 1}, entry_of(2)), 0);
  const auto altered = static_cast<std::streamoff>(journal->find({7, 0})->begin + 60);
  std::fstream(file, std::ios::in | std::ios::out).seekp(altered).put('#');
  EXPECT_THROW(journal->read({7, 0}), JournalLost);
  EXPECT_EQ(journal->read({7, 1}).run.values.front(), 2);
  fs::resize_file(file, journal->find({7, 1})->begin);
  EXPECT_THROW(journal->read({7, 1}), JournalLost);
}

// More runs than fit in memory; those that failed are forgotten and may come again.
TEST(Journals, KeptRunsAreFoundAsTheyWerePut) {
  constexpr std::uint64_t kMany = 60'000;
  const auto run_of = [](std::uint64_t number) {
    return KeptRun{.begin = number * 3, .size = 5, .done = number % 4 != 0, .seconds = static_cast<double>(number)};
  };
  KeptRuns runs;
  for (std::uint64_t number = 0; number < kMany; ++number) runs.put({number % 7, number}, run_of(number));
  runs.put({3, 3}, {.begin = 1, .size = 1, .done = true, .seconds = 1});
  EXPECT_EQ(runs.size(), kMany);
  for (std::uint64_t number = 4; number < kMany; ++number)
    ASSERT_EQ(runs.find({number % 7, number}).value().begin, number * 3);
  EXPECT_EQ(runs.find({3, 3}).value().begin, 1U);
  EXPECT_FALSE(runs.find({4, 3}));
  EXPECT_FALSE(runs.find({0, kMany}));
  runs.forget_failed();
  EXPECT_EQ(runs.size(), kMany / 4 * 3);
  EXPECT_FALSE(runs.find({4, 4}));
  EXPECT_TRUE(runs.find({5, 5}));
  runs.put({4, 4}, run_of(4));
  EXPECT_FALSE(runs.find({4, 4}).value().done);
  std::uint64_t count = 0;
  runs.each([&](const cache::Key&, const KeptRun&) { ++count; });
  EXPECT_EQ(count, runs.size());
}

TEST(Packing, PlansAndWorkloadsAreUnpackedAsTheyWere) {
  const auto texts = check_text(
      "design A { geometry { channels: 2  chips: 3  blocks: 64  pages: 16 }  gc { victim(b): b.invalid - b.erases } }\n"
      "design B from A { geometry { chips: 5 }  start { run: Other } }\n"
      "workload W { requests: 1000  write: 50%  size: 4KiB  interval: 1ms  address: zipf(0.9) }\n"
      "workload Other { flow a { requests: 5 }  flow b { requests: 5  closed: 4 } }\n");
  ASSERT_EQ(texts->codes(), "");
  Packer packer;
  for (const design::Design& design : texts->checked.designs) {
    const Plan plan = design::plan_of(design);
    const Plan back = unpacked_plan(packer.pack(plan));
    EXPECT_TRUE(back == plan) << design.name;
    EXPECT_EQ(back.span, plan.span);
    EXPECT_EQ(back.start.run_span, plan.start.run_span);
  }
  for (const design::Workload& workload : texts->checked.workloads) {
    const workload::Workload back = unpacked_workload(packer.pack(workload));
    EXPECT_EQ(identity(back), identity(workload));
    EXPECT_EQ(back.name, workload.name);
    EXPECT_EQ(back.span, workload.span);
  }
}

}  // namespace
}  // namespace ssd::study

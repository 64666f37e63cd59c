// How much memory a run may take, on simulated machines that consist of files.
#include "runtime/run/memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace ssd::run {
namespace {

namespace fs = std::filesystem;

class Machine : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root_);
    has("proc/meminfo", "MemTotal:  4096 kB\nMemAvailable:    1600 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void has(const fs::path& path, std::string_view text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  u64 available() const { return available_memory(root_); }

 private:
  fs::path root_;
};

constexpr u64 kKib = 1024;

TEST_F(Machine, HasWhatIsAvailableLessASixteenth) { EXPECT_EQ(available(), 1500 * kKib); }

TEST_F(Machine, IsBoundByItsGroupAndThoseAbove) {
  has("proc/self/cgroup", "0::/batch/job\n");
  has("sys/fs/cgroup/batch/memory.max", "819200\n");
  has("sys/fs/cgroup/batch/memory.current", "81920\n");
  EXPECT_EQ(available(), 675 * kKib);
  has("sys/fs/cgroup/batch/memory.stat", "anon 1024\ninactive_file 81920\n");
  EXPECT_EQ(available(), 750 * kKib) << "the file cache counts as free";
  has("sys/fs/cgroup/batch/job/memory.max", "max\n");
  EXPECT_EQ(available(), 750 * kKib);
  has("sys/fs/cgroup/batch/job/memory.max", "163840\n");
  EXPECT_EQ(available(), 150 * kKib);
}

TEST_F(Machine, KnowsTheOlderGroups) {
  has("proc/self/cgroup", "9:name=systemd:/\n4:memory:/outside/not/seen\n3:cpuset:/\n0::/\n");
  has("sys/fs/cgroup/memory/memory.limit_in_bytes", "327680\n");
  has("sys/fs/cgroup/memory/memory.usage_in_bytes", "163840\n");
  has("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 81920\n");
  EXPECT_EQ(available(), 225 * kKib);
}

TEST_F(Machine, HasNothingLeftInAFullGroup) {
  has("proc/self/cgroup", "0::/\n");
  has("sys/fs/cgroup/memory.max", "1000\n");
  has("sys/fs/cgroup/memory.current", "2000\n");
  EXPECT_EQ(available(), 0U);
}

TEST_F(Machine, IsNotBoundByWhatItDoesNotTell) {
  has("proc/meminfo", "");
  EXPECT_GT(available(), u64{1} << 30);
}

}  // namespace
}  // namespace ssd::run

// Files that are replaced whole or not at all (runtime/base/replaced_file.h).
#include "runtime/base/replaced_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace ssd {
namespace {

namespace fs = std::filesystem;

class ReplacedFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(folder_), {}); }

 private:
  fs::path folder_;
};

// Where a process ends while another thread writes, the destructor of that thread's file is never called.
TEST_F(ReplacedFiles, NothingIsLeftOfThoseThatAreBeingWritten) {
  std::ofstream(path("result.json")) << "old";
  const ReplacedFile one(path("result.json")), other(path("other.json"));
  EXPECT_EQ(count(), 3);
  remove_unfinished_files();
  EXPECT_EQ(count(), 1);
  EXPECT_TRUE(fs::exists(path("result.json")));
}

TEST_F(ReplacedFiles, WhatHasItsNameStays) {
  ReplacedFile file(path("result.json"));
  ASSERT_EQ(file.put_in_place(), 0);
  remove_unfinished_files();
  EXPECT_TRUE(fs::exists(path("result.json")));
}

}  // namespace
}  // namespace ssd

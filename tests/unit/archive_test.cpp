// The archive of prebuilt engines: it holds what was written, and a damaged one has no entries or loses the damaged
// ones, whichever byte is wrong.
#include "runtime/cache/archive.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace ssd::cache {
namespace {

namespace fs = std::filesystem;

class Archives : public testing::Test {
 protected:
  Archives() : path_((fs::temp_directory_path() / ("ssdc-archive-" + std::to_string(::getpid()))).string()) {
    EXPECT_EQ(write_archive(path_, kEntries), 0);
    std::ifstream in(path_, std::ios::binary);
    bytes_ = {std::istreambuf_iterator<char>(in), {}};
  }
  ~Archives() override { fs::remove(path_); }

  // How many entries are found, each of them as it was written.
  std::size_t found(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    const Archive archive(path_);
    std::size_t count = 0;
    for (const auto& [key, content] : kEntries) {
      const auto found = archive.find(key);
      EXPECT_TRUE(!found || *found == content);
      count += found ? 1 : 0;
    }
    return count;
  }

  const std::map<Key, std::string> kEntries{
      {key_of({"a"}), "first"}, {key_of({"b"}), ""}, {key_of({"c"}), std::string(300, 'x')}};
  std::string path_, bytes_;
};

TEST_F(Archives, HoldWhatWasWritten) {
  const Archive archive(path_);
  EXPECT_EQ(archive.entries(), kEntries.size());
  EXPECT_EQ(found(bytes_), kEntries.size());
  EXPECT_FALSE(archive.find(key_of({"d"})));
  EXPECT_EQ(archive.all().size(), kEntries.size());
  for (const auto& [key, content] : archive.all()) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(content.data()) % 64, 0U);
}

TEST_F(Archives, NeverGiveWhatIsDamaged) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    std::string damaged = bytes_;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    EXPECT_GE(kEntries.size(), found(damaged)) << i;  // found() compares
  }
  const std::size_t content = bytes_.find("first");
  std::string damaged = bytes_;
  damaged[content] = 'F';
  EXPECT_EQ(found(damaged), kEntries.size() - 1);
}

TEST_F(Archives, OfAnotherLengthHaveNoEntries) {
  for (std::size_t size = 0; size < bytes_.size(); size += 7) EXPECT_EQ(found(bytes_.substr(0, size)), 0U) << size;
  EXPECT_EQ(found(bytes_ + "x"), 0U);
}

TEST_F(Archives, ThatCannotBeReadHaveNoEntries) {
  EXPECT_EQ(Archive("/nowhere/at/all").entries(), 0U);
  EXPECT_EQ(Archive(fs::temp_directory_path().string()).entries(), 0U);
  EXPECT_EQ(Archive("").entries(), 0U);
  EXPECT_FALSE(Archive("").find(key_of({"a"})));
  EXPECT_NE(write_archive("/nowhere/at/all", kEntries), 0);
}

}  // namespace
}  // namespace ssd::cache

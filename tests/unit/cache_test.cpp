// The cache folder: what is stored can be read back whole, in any process; damaged or foreign files and files beyond
// the size limit are removed; nothing else is touched.
#include "runtime/cache/cache.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ssd::cache {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
 protected:
  Cache()
      : place_(fs::temp_directory_path() / ("ssdc-cache-" + std::to_string(::getpid()))),
        folder_((place_ / "deep/cache").string()) {}
  ~Cache() override { fs::remove_all(place_); }

  static Key key(int number) { return key_of({"test", std::to_string(number)}); }
  static std::string text_of(const std::optional<Entry>& entry) {
    return entry ? std::string(entry->bytes()) : "(none)";
  }
  std::string read(int number, Kind kind = Kind::kObject) const { return text_of(folder_.open(kind, key(number))); }
  fs::path file(int number) const { return fs::path(folder_.path()) / (key(number).text() + ".object"); }
  std::string bytes(int number) const {
    std::ifstream in(file(number), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(const fs::path& path, const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
  static void age(const fs::path& path, std::chrono::minutes by) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - by);
  }

  fs::path place_;
  Folder folder_;
};

TEST_F(Cache, WhatIsStoredComesBack) {
  EXPECT_EQ(read(1), "(none)");
  EXPECT_EQ(folder_.store(Kind::kObject, key(1), "first"), 0);
  EXPECT_EQ(folder_.store(Kind::kTrace, key(1), ""), 0);
  EXPECT_EQ(read(1), "first");
  EXPECT_EQ(read(1, Kind::kTrace), "");
  EXPECT_EQ(read(2), "(none)");
  EXPECT_EQ(folder_.store(Kind::kObject, key(1), "second"), 0);
  EXPECT_EQ(read(1), "second");
  EXPECT_EQ(fs::status(folder_.path()).permissions(), fs::perms::owner_all) << "files in the folder are executed";
}

TEST_F(Cache, ADraftIsWhatWasAppendedAndNothingUntilItIsKept) {
  std::string all;
  {
    Draft draft = folder_.begin(Kind::kTrace, key(1));
    for (int i = 0; i < 1000; ++i) {
      const std::string part = std::to_string(i) + ";";
      draft.append(part);
      all += part;
    }
    EXPECT_EQ(read(1, Kind::kTrace), "(none)");
    EXPECT_EQ(draft.keep(), 0);
  }
  EXPECT_EQ(read(1, Kind::kTrace), all);
  {
    folder_.begin(Kind::kTrace, key(2)).append("given up");
  }
  EXPECT_EQ(read(2, Kind::kTrace), "(none)");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1) << "no other file is left";
}

TEST_F(Cache, BytesBeginAtAMultipleOf64AndOutliveTheFile) {
  folder_.store(Kind::kObject, key(1), std::string(10'000, 'x'));
  const auto entry = folder_.open(Kind::kObject, key(1));
  ASSERT_TRUE(entry);
  folder_.clear();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(entry->bytes().data()) % 64, 0U);
  EXPECT_EQ(entry->bytes(), std::string(10'000, 'x'));
}

TEST_F(Cache, KeysAreOfAllPartsAndOfTheirLengths) {
  EXPECT_EQ(key_of({"a", "bc"}), key_of({"a", "bc"}));
  EXPECT_NE(key_of({"a", "bc"}), key_of({"ab", "c"}));
  EXPECT_NE(key_of({"a"}), key_of({"a", ""}));
  EXPECT_EQ(key_of({"a"}).text().size(), 32U);
}

TEST_F(Cache, EveryDamagedByteIsFoundAndTheFileGoes) {
  folder_.store(Kind::kObject, key(1), "some bytes to be damaged");
  const std::string whole = bytes(1);
  constexpr std::size_t kReserved = 56;  // eight bytes of the header without meaning
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i >= kReserved && i < 64) continue;
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    put(file(1), damaged);
    EXPECT_EQ(read(1), "(none)") << "byte " << i;
    EXPECT_FALSE(fs::exists(file(1))) << "byte " << i;
  }
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(file(1), whole.substr(0, length));
    EXPECT_EQ(read(1), "(none)") << "cut at " << length;
  }
  put(file(1), whole + "x");
  EXPECT_EQ(read(1), "(none)");
  EXPECT_EQ(folder_.store(Kind::kObject, key(1), "made again"), 0);
  EXPECT_EQ(read(1), "made again");
}

TEST_F(Cache, AnEntryUnderAnotherNameIsNone) {
  folder_.store(Kind::kObject, key(1), "of key 1");
  fs::rename(file(1), file(2));
  EXPECT_EQ(read(2), "(none)");
}

TEST_F(Cache, ALinkIsNotFollowed) {
  folder_.store(Kind::kObject, key(1), "elsewhere");
  fs::rename(file(1), place_ / "elsewhere");
  fs::create_symlink(place_ / "elsewhere", file(1));
  EXPECT_EQ(read(1), "(none)");
}

TEST_F(Cache, WhatWasNotUsedForLongestGoesFirst) {
  const Folder small(folder_.path(), 1000);
  for (int i = 1; i <= 3; ++i) {
    EXPECT_EQ(small.store(Kind::kObject, key(i), std::string(200, 'x')), 0);  // 264 bytes each
    age(file(i), std::chrono::minutes(10 - i));
  }
  EXPECT_NE(read(1), "(none)");  // used now, so 2 is the oldest
  EXPECT_EQ(small.store(Kind::kTrace, key(4), std::string(200, 'x')), 0);
  EXPECT_NE(read(1), "(none)");
  EXPECT_EQ(read(2), "(none)");
  EXPECT_NE(read(3), "(none)");
  EXPECT_NE(read(4, Kind::kTrace), "(none)");
  EXPECT_EQ(small.store(Kind::kObject, key(5), std::string(2000, 'x')), EFBIG);
  EXPECT_NE(read(3), "(none)") << "an entry that is too large displaces no other";
  Draft draft = small.begin(Kind::kTrace, key(6));
  for (int i = 0; i < 20; ++i) draft.append(std::string(100, 'x'));
  EXPECT_EQ(draft.keep(), EFBIG);
}

TEST_F(Cache, TracesGoBeforeObjects) {
  const Folder small(folder_.path(), 1000);
  EXPECT_EQ(small.store(Kind::kObject, key(1), std::string(200, 'x')), 0);
  age(file(1), std::chrono::minutes(10));
  EXPECT_EQ(small.store(Kind::kTrace, key(2), std::string(500, 'x')), 0);
  EXPECT_EQ(small.store(Kind::kTrace, key(3), std::string(500, 'x')), 0);
  EXPECT_EQ(read(2, Kind::kTrace), "(none)");
  EXPECT_NE(read(3, Kind::kTrace), "(none)");
  EXPECT_NE(read(1), "(none)") << "objects stay longer than traces, even if the trace was used last";
}

TEST_F(Cache, ClearingTouchesOnlyItsOwn) {
  folder_.store(Kind::kObject, key(1), "12345");
  folder_.store(Kind::kTrace, key(2), "1234567");
  const std::vector<std::string> others = {"notes.txt", "0123.object", key(3).text() + ".c", key(3).text() + "object",
                                           ".ssdc-1-0.part"};
  for (const std::string& name : others) put(fs::path(folder_.path()) / name, "mine");
  put(fs::path(folder_.path()) / ".ssdc-2-0.part", "of a process that was killed");
  age(fs::path(folder_.path()) / ".ssdc-2-0.part", std::chrono::minutes(120));
  fs::create_directory(fs::path(folder_.path()) / (key(5).text() + ".object"));
  for (const Folder::Contents& contents : {folder_.contents(), folder_.clear()}) {
    EXPECT_EQ(contents[0].entries, 1U);
    EXPECT_EQ(contents[0].bytes, 64U + 5U);
    EXPECT_EQ(contents[1].entries, 1U);
    EXPECT_EQ(contents[1].bytes, 64U + 7U);
  }
  EXPECT_EQ(folder_.contents()[0].entries + folder_.contents()[1].entries, 0U);
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(fs::path(folder_.path()) / name)) << name;
  EXPECT_FALSE(fs::exists(fs::path(folder_.path()) / ".ssdc-2-0.part"));
}

TEST_F(Cache, AFolderThatCannotBeIsAnErrorNumberAndNoMore) {
  fs::create_directories(place_);
  put(place_ / "file", "");
  const Folder folder((place_ / "file/cache").string());
  EXPECT_EQ(folder.store(Kind::kObject, key(1), "x"), ENOTDIR);
  EXPECT_FALSE(folder.open(Kind::kObject, key(1)));
  EXPECT_EQ(folder.contents()[0].entries + folder.clear()[0].entries, 0U);
}

TEST_F(Cache, ManyProcessesAtOnceSeeOnlyWholeEntries) {
  constexpr int kProcesses = 8, kRounds = 60;
  const auto content = [](int number) { return std::string(5000, static_cast<char>('a' + number)); };
  const Folder small(folder_.path(), 20'000);  // so small that they also displace each other's entries
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (int round = 0; round < kRounds; ++round) {
        const int number = (process + round) % 6;
        if (small.store(Kind::kObject, key(number), content(number)) != 0) ::_exit(1);
        const auto entry = small.open(Kind::kObject, key(round % 6));
        if (entry && entry->bytes() != content(round % 6)) ::_exit(2);
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
}

TEST_F(Cache, TheEnvironmentSaysWhere) {
  struct Restored {
    explicit Restored(const char* its_name)
        : name(its_name), value(std::getenv(its_name) == nullptr ? "" : std::getenv(its_name)) {}
    ~Restored() { value.empty() ? ::unsetenv(name) : ::setenv(name, value.c_str(), 1); }
    const char* name;
    std::string value;
  };
  const Restored own("SSDC_CACHE_DIR"), base("XDG_CACHE_HOME"), home("HOME");
  ::setenv("SSDC_CACHE_DIR", "here", 1);
  ::setenv("XDG_CACHE_HOME", "/base", 1);
  ::setenv("HOME", "/home/of", 1);
  EXPECT_EQ(folder_of_user()->path(), "here");
  ::unsetenv("SSDC_CACHE_DIR");
  EXPECT_EQ(folder_of_user()->path(), "/base/ssdc");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(folder_of_user()->path(), "/home/of/.cache/ssdc");
  ::unsetenv("HOME");
  EXPECT_FALSE(folder_of_user());
}

// A limit on the size of files stands for a full disk. It is set in a child, because it holds for the whole process.
TEST_F(Cache, WhatFindsNoRoomIsNotKept) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{64 << 10, 64 << 10};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    ::_exit(folder_.store(Kind::kObject, key(1), std::string(200 << 10, 'x')) == 0 ? 1 : 0);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(fs::exists(file(1)));
  EXPECT_EQ(read(1), "(none)");
}

}  // namespace
}  // namespace ssd::cache

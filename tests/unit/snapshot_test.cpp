// Snapshot files (start.snapshot): reading gives what was written. Any other content is rejected, without a crash and
// without more memory than a state of the expected drive takes.
#include "runtime/run/snapshot.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/unit/drive_states.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

namespace fs = std::filesystem;
using Fault = SnapshotReading::Fault;

class Snapshot : public testing::Test {
 protected:
  Snapshot()
      : folder_(fs::temp_directory_path() / ("ssdc-snapshot-" + std::to_string(::getpid()))),
        path_((folder_ / "drive.snap").string()) {
    fs::create_directory(folder_);
    const design::Design d = hand_made_design(2);
    state_ = run(d, generic_engine(), {.requests = some_requests(d, 4, false)}, kept()).state;
    state_.ages.assign(12, 1234);
  }
  ~Snapshot() override { fs::remove_all(folder_); }

  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  SnapshotReading read() const { return read_snapshot(path_, state_.shape); }
  Fault fault_of(const std::string& bytes) const {
    put(bytes);
    const SnapshotReading reading = read();
    EXPECT_TRUE(reading.fault == Fault::kNone || reading.state == DriveState{}) << "nothing of a rejected file is used";
    return reading.fault;
  }
  // Makes the checksum of the header correct again.
  static std::string resealed(std::string bytes) {
    const u64 sum = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), kHeader - sizeof(u64));
    std::memcpy(bytes.data() + kHeader - sizeof sum, &sum, sizeof sum);
    return bytes;
  }
  static std::string with_word(std::string bytes, std::size_t word, u64 value) {
    std::memcpy(bytes.data() + word * sizeof value, &value, sizeof value);
    return resealed(std::move(bytes));
  }

  static constexpr std::size_t kHeader = 20 * sizeof(u64);
  fs::path folder_;
  std::string path_;
  DriveState state_;
};

TEST_F(Snapshot, IsReadAsItWasWritten) {
  const SnapshotWriting written = write_snapshot(path_, state_);
  EXPECT_EQ(written.error, 0);
  EXPECT_EQ(written.bytes, fs::file_size(path_));
  const SnapshotReading reading = read();
  EXPECT_EQ(reading.fault, Fault::kNone);
  EXPECT_TRUE(reading.state == state_);
  EXPECT_EQ(reading.checksum, written.checksum);
  DriveState plain = state_;
  plain.ages.clear();
  plain.written.clear();
  EXPECT_EQ(write_snapshot(path_, plain).error, 0);
  EXPECT_TRUE(read().state == plain);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "the folder has no other file";
}

// Turns that differ from each other and from 0 show whether each is written and read in its own place.
TEST_F(Snapshot, KeepsEveryTurn) {
  state_.write_number = 5;
  for (std::size_t plane = 0; plane < state_.given.size(); ++plane) state_.given[plane] = plane + 1;
  for (const u32 turn : {0U, 1U}) {
    state_.write_back_turn = turn;
    state_.replica_turn = 1 - turn;
    ASSERT_EQ(write_snapshot(path_, state_).error, 0);
    EXPECT_EQ(read().state.write_back_turn, turn);
    EXPECT_EQ(read().state.replica_turn, 1 - turn);
    EXPECT_TRUE(read().state == state_);
  }
}

TEST_F(Snapshot, CutOffAnywhereIsRefused) {
  ASSERT_EQ(write_snapshot(path_, state_).error, 0);
  const std::string whole = bytes();
  EXPECT_EQ(fault_of(""), Fault::kForeign);
  for (std::size_t length = 1; length < whole.size(); ++length)
    ASSERT_EQ(fault_of(whole.substr(0, length)), Fault::kTruncated) << length;
  put(whole.substr(0, whole.size() - 3));
  EXPECT_EQ(read().bytes, whole.size() - 3);
  EXPECT_EQ(read().bytes_stated, whole.size());
}

TEST_F(Snapshot, AlteredAnywhereIsRefused) {
  ASSERT_EQ(write_snapshot(path_, state_).error, 0);
  const std::string whole = bytes();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string altered = whole;
    altered[at] = static_cast<char>(altered[at] ^ (1 << at % 8));
    const Fault fault = fault_of(altered);
    ASSERT_EQ(fault, at < 8 ? Fault::kForeign : at < 16 ? Fault::kVersion : Fault::kDamaged) << "byte " << at;
  }
  EXPECT_EQ(fault_of(whole + "x"), Fault::kDamaged);
  EXPECT_EQ(fault_of(whole + whole), Fault::kDamaged);
}

// A forged file may have correct checksums.
TEST_F(Snapshot, SizesAreCheckedBeforeMemoryIsTaken) {
  ASSERT_EQ(write_snapshot(path_, state_).error, 0);
  const std::string whole = bytes();
  for (const u64 value : {u64{1} << 20, u64{1} << 40, ~u64{0}}) {
    for (std::size_t word = 2; word < 15; ++word)
      EXPECT_EQ(fault_of(with_word(whole, word, value)), Fault::kOtherDrive) << word;
    for (const std::size_t word : {15, 16, 17})
      EXPECT_EQ(fault_of(with_word(whole, word, value)), Fault::kDamaged) << word;
    EXPECT_EQ(fault_of(with_word(whole, 18, value)), Fault::kTruncated);
  }
  EXPECT_EQ(fault_of(with_word(whole, 15, 0)), Fault::kDamaged) << "parts that the header does not announce";
  EXPECT_EQ(fault_of(with_word(whole, 17, 0)), Fault::kDamaged);
  EXPECT_EQ(fault_of(with_word(whole, 18, 0)), Fault::kDamaged);
  EXPECT_EQ(fault_of(with_word(whole, 1, kSnapshotVersion + 1)), Fault::kVersion);
  EXPECT_EQ(read().version, kSnapshotVersion + 1);
}

// The same for impossible contents.
TEST_F(Snapshot, WhatCannotBeIsRefused) {
  DriveState beyond = state_;
  beyond.free_blocks[0] = 6;
  ASSERT_EQ(write_snapshot(path_, beyond).error, 0);
  EXPECT_EQ(read().fault, Fault::kDamaged);
  EXPECT_EQ(read().reason, "the blocks of plane 0 contradict each other");
  DriveState counted = state_;
  ++counted.free_counts[1];
  ASSERT_EQ(write_snapshot(path_, counted).error, 0);
  EXPECT_EQ(read().reason, "its two counts of free blocks differ");
}

TEST_F(Snapshot, OfAnotherDriveIsRefused) {
  ASSERT_EQ(write_snapshot(path_, state_).error, 0);
  DriveShape other = state_.shape;
  other.blocks = 7;
  const SnapshotReading reading = read_snapshot(path_, other);
  EXPECT_EQ(reading.fault, Fault::kOtherDrive);
  EXPECT_EQ(reading.difference.here, "6 blocks in a plane");
  EXPECT_EQ(reading.difference.there, "7 blocks in a plane");
}

TEST_F(Snapshot, WhatIsNoFileIsRefusedAtOnce) {
  EXPECT_EQ(read().reason, std::strerror(ENOENT));
  EXPECT_EQ(read_snapshot(folder_.string(), state_.shape).fault, Fault::kUnreadable);
  EXPECT_EQ(read_snapshot("/dev/zero", state_.shape).fault, Fault::kUnreadable);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(read().fault, Fault::kUnreadable) << "reading would wait for a writer of the pipe";
  fs::remove(path_);
  EXPECT_EQ(fault_of("not a snapshot, but some text of a few words"), Fault::kForeign);
}

TEST_F(Snapshot, IsWrittenWholeOrNotAtAll) {
  EXPECT_EQ(write_snapshot((folder_ / "none" / "drive.snap").string(), state_).error, ENOENT);
  EXPECT_EQ(write_snapshot("/dev/null", state_).error, ENOTSUP);
  EXPECT_EQ(write_snapshot(folder_.string(), state_).error, ENOTSUP);
  put("older");
  const std::string link = (folder_ / "link.snap").string();
  fs::create_symlink(path_, link);
  EXPECT_EQ(write_snapshot(link, state_).error, 0);
  EXPECT_TRUE(fs::is_symlink(link)) << "the link remains a link";
  EXPECT_TRUE(read().state == state_);
}

}  // namespace
}  // namespace ssd::run

// Lists that need not fit in memory: what is read is what was written last, with and without a file.
#include "runtime/base/paged_bytes.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <random>
#include <thread>
#include <vector>

namespace ssd {
namespace {

// Three times as many bytes as are in memory, and places that share a frame.
constexpr std::uint64_t kBytes = 3 * 1024 * 1024;

TEST(PagedBytes, PlacesHaveWhatWasWrittenLast) {
  PagedBytes paged;
  std::vector<char> plain(kBytes);
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<char> bytes(random() % 300);
    const std::uint64_t begin = random() % (kBytes - bytes.size());
    if (round % 2 == 0) {
      for (char& byte : bytes) byte = static_cast<char>(random());
      std::ranges::copy(bytes, plain.begin() + static_cast<std::ptrdiff_t>(begin));
      paged.write(begin, bytes);
    } else {
      paged.read(begin, bytes);
      ASSERT_TRUE(std::ranges::equal(bytes, std::span(plain).subspan(begin, bytes.size()))) << begin;
    }
  }
  std::vector<char> all(kBytes);
  paged.read(0, all);
  EXPECT_EQ(all, plain);
}

TEST(PagedBytes, PlacesThatNobodyWroteAreZero) {
  PagedRows<std::uint64_t> rows;
  EXPECT_EQ(rows.at(5), 0U);
  rows.put(1'000'000, 7);
  EXPECT_EQ(rows.at(999'999), 0U);
  EXPECT_EQ(rows.at(0), 0U);
  EXPECT_EQ(rows.at(1'000'000), 7U);
}

TEST(PagedBytes, ThreadsWriteRowsOfTheirOwn) {
  PagedRows<std::uint64_t> rows;
  constexpr std::uint64_t kRows = 300'000, kThreads = 4;
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&rows, thread] {
        for (std::uint64_t row = thread; row < kRows; row += kThreads) rows.put(row, row * 3);
      });
  }
  for (std::uint64_t row = 0; row < kRows; ++row) ASSERT_EQ(rows.at(row), row * 3);
}

TEST(PagedBytes, TextsAreReadByTheirPlaces) {
  PagedTexts texts;
  std::vector<std::uint64_t> places;
  for (std::size_t i = 0; i < 20'000; ++i) places.push_back(texts.add(std::string(i % 400, static_cast<char>(i))));
  for (std::size_t i = 0; i < places.size(); ++i)
    ASSERT_EQ(texts.at(places[i]), std::string(i % 400, static_cast<char>(i)));
}

// A file may have one page at most: the next one that must leave memory has no room.
TEST(PagedBytes, WithoutRoomTheyThrow) {
  rlimit usual{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &usual), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 4096, .rlim_max = usual.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  PagedBytes paged;
  const std::vector<char> bytes(kBytes, 'x');
  int error = 0;
  try {
    paged.write(0, bytes);
  } catch (const RoomLost& lost) {
    error = lost.error;
  }
  EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &usual), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(error, EFBIG);
  diag::Sink sink;
  tell_missing_room(RoomLost(error), sink);
  EXPECT_EQ(sink.all().front().code, diag::Code::E0607);
}

}  // namespace
}  // namespace ssd

// Texts and numbers as a compressed stream: what is read is what was written, and damaged bytes are rejected.
#include "tools/study/run/packed_stream.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace ssd::study {
namespace {

const StreamKind kKind{.mark = "ssdc test 1", .what = "a test", .version = "2.3"};
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// A text that cannot be compressed.
std::string noise(std::size_t size) {
  std::string text;
  std::uint64_t state = 1;
  while (text.size() < size)
    text += static_cast<char>((state = state * 6364136223846793005U + 1442695040888963407U) >> 56);
  return text;
}

std::string fault_of(const StreamKind& kind, std::string_view bytes) {
  try {
    StreamReader from(kind, bytes);
    while (!from.at_end()) from.number();
  } catch (const Unreadable& why) {
    return why.what();
  }
  return "";
}

TEST(PackedStream, WhatIsReadIsWhatWasWritten) {
  const std::vector<std::uint64_t> numbers{0, 1, 127, 128, 16'383, 16'384, kMost - 1, kMost};
  const std::vector<std::string> texts{"", "a", std::string(3, '\0'), noise(300'000), std::string(5'000'000, 'x')};
  StreamWriter to(kKind);
  for (const std::uint64_t number : numbers) to.put(number);
  for (const std::string& text : texts) to.put(text);
  const std::string bytes = to.finish();
  EXPECT_TRUE(bytes.starts_with("ssdc test 1 2.3 "));
  StreamReader from(kKind, bytes);
  for (const std::uint64_t number : numbers) EXPECT_EQ(from.number(), number);
  for (const std::string& text : texts) {
    EXPECT_FALSE(from.at_end());
    EXPECT_EQ(from.text(), text);
  }
  EXPECT_TRUE(from.at_end());
  EXPECT_THROW(from.number(), Unreadable);
  EXPECT_THROW(from.text(), Unreadable);
}

TEST(PackedStream, WhatIsAlikeTakesLittle) {
  const std::string plan = noise(3000);
  StreamWriter to(kKind);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    to.put(plan);
    to.put(i);
  }
  const std::size_t before = to.size();
  const std::string bytes = to.finish();
  EXPECT_LT(bytes.size(), 3000U + 1000U * 30);
  EXPECT_LE(before, bytes.size());
  EXPECT_GT(before, bytes.size() / 2) << "the size does not grow with what is written";
}

TEST(PackedStream, DamageIsFound) {
  StreamWriter to(kKind);
  for (std::uint64_t i = 0; i < 300; ++i) to.put(noise(40));
  const std::string bytes = to.finish();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    EXPECT_NE(fault_of(kKind, changed), "") << at;
    EXPECT_NE(fault_of(kKind, std::string_view(bytes).substr(0, at)), "") << at;
  }
  EXPECT_NE(fault_of(kKind, bytes + '0'), "");
  EXPECT_EQ(fault_of({.mark = "ssdc other 1", .what = "another", .version = "2.3"}, bytes),
            "the bytes are not another");
  EXPECT_EQ(fault_of({.mark = "ssdc test 1", .what = "a test", .version = "2.4"}, bytes),
            "the bytes are of another version of ssdc than 2.4");
}

// Behind a right checksum is what another program may have written there.
TEST(PackedStream, ALengthBeyondTheEndIsRejected) {
  for (const std::uint64_t length : {std::uint64_t{4}, std::uint64_t{kMostText}, kMostText + 1, kMost}) {
    StreamWriter to(kKind);
    to.put(length);
    to.put(std::uint64_t{1});
    const std::string bytes = to.finish();
    StreamReader from(kKind, bytes);
    EXPECT_THROW(from.text(), Unreadable);
  }
}

}  // namespace
}  // namespace ssd::study

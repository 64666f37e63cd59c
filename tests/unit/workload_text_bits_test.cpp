// Both ways of testing many bytes at once give the same as a loop over them.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "runtime/trace/formats/columns.h"
#include "runtime/trace/random.h"

namespace ssd::trace {
namespace {

constexpr std::string_view kBytes =
    ",\n 0123456789:/\xff\x80\xac\x8a\x01";  // neighbours of the digits, and characters with their highest bit changed

std::string some_text(Random& random, std::size_t bytes) {
  std::string text(bytes, '\0');
  for (char& c : text) c = kBytes[random.below(kBytes.size())];
  return text;
}

template <class Bits>
class TextBits : public testing::Test {};
struct Plain {
  using Text64 = plain::Text64;
  using Digits16 = plain::Digits16;
};
struct Chosen {
  using Text64 = trace::Text64;
  using Digits16 = trace::Digits16;
};
using Ways = testing::Types<Plain, Chosen>;
TYPED_TEST_SUITE(TextBits, Ways);

TYPED_TEST(TextBits, FindACharacter) {
  Random random({2026, 3}, "text bits");
  for (int round = 0; round < 3000; ++round) {
    const std::string text = some_text(random, kSplitBytes);
    for (const char c : {',', '\n', ' ', '\xff'}) {
      u64 expected = 0;
      for (unsigned i = 0; i < kSplitBytes; ++i) expected |= static_cast<u64>(text[i] == c) << i;
      ASSERT_EQ(typename TypeParam::Text64(text.data()).that_are(c), expected);
    }
  }
}

TYPED_TEST(TextBits, ReadTheLastDigits) {
  using Digits16 = typename TypeParam::Digits16;
  Random random({2026, 4}, "text bits");
  for (int round = 0; round < 20'000; ++round) {
    std::string text = some_text(random, kMostDigits), kept(kMostDigits, '\0');
    const std::size_t count = 1 + random.below(kMostDigits);
    for (std::size_t i = kMostDigits - count; i < kMostDigits; ++i) {
      text[i] = static_cast<char>('0' + random.below(10));
      kept[i] = '\xff';
    }
    const u64 expected = std::stoull(text.substr(kMostDigits - count));
    const bool spoilt = random.below(2) == 0;
    if (spoilt) text[kMostDigits - 1 - random.below(count)] = "/:,\xff\x80\xb0 \n"[random.below(8)];
    const Digits16 digits(text.data(), kept.data());
    typename Digits16::Seen seen;
    seen.add(digits);
    seen.add(Digits16("0123456789012345", kept.data()));  // correct ones do not hide the others
    ASSERT_EQ(seen.digits_only(), !spoilt) << text;
    if (!spoilt) {
      ASSERT_EQ(digits.value(), expected) << text;
    }
  }
}

TEST(Columns, AreAsManyAsAskedForOrNone) {
  const std::string rest(kFastRoom, ',');
  const std::string line = "1,22,333\n" + rest;
  Columns<3> three;
  ASSERT_TRUE(three.split(line.data(), ','));
  EXPECT_EQ(std::string(three.begin(1), three.end(1)), "22");
  EXPECT_EQ(std::string(three.begin(2), three.last_end()), "333");
  EXPECT_EQ(three.bytes(), 9U);
  EXPECT_FALSE(Columns<2>().split(line.data(), ','));
  EXPECT_FALSE(Columns<4>().split(line.data(), ','));
  EXPECT_FALSE(three.split(rest.data(), ','));  // no end within 64 bytes
  const std::string longest = "1," + std::string(kSplitBytes - 5, '2') + ",3\n" + rest;
  EXPECT_TRUE(three.split(longest.data(), ','));
  EXPECT_FALSE(three.split(("1" + longest).data(), ','));
}

// Numbers of 1 to 16 digits. If one of a line is anything else, all numbers of the line count as wrong.
TEST(Numbers, AreSoundTogetherOnly) {
  const std::string text = "................7,1234567890123456,12345678901234567,,1x";
  const char* const at = text.data();
  const auto sound = [&](std::size_t begin, std::size_t end) {
    Numbers numbers;
    numbers.pass(at + 16, at + 17);
    numbers.pass(at + begin, at + end);
    return numbers.sound();
  };
  EXPECT_TRUE(sound(18, 34));
  EXPECT_EQ(Numbers().of(at + 18, at + 34), 1234567890123456U);
  EXPECT_EQ(Numbers().of(at + 16, at + 17), 7U);
  EXPECT_FALSE(sound(35, 52));  // 17 digits
  EXPECT_FALSE(sound(53, 53));  // none
  EXPECT_FALSE(sound(54, 56));
}

}  // namespace
}  // namespace ssd::trace

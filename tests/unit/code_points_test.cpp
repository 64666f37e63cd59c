// The characters of a text as ANTLR's lexer gets them.
#include "compiler/syntax/parse/code_points.h"

#include <gtest/gtest.h>

namespace ssd::parse {
namespace {

TEST(CodePoints, HaveOneToFourBytes) {
  CodePoints points("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z");
  ASSERT_EQ(points.size(), 5U);
  const std::vector<size_t> expected{'a', 0xE9, 0x20AC, 0x1F600, 'z'};
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(points.LA(static_cast<ssize_t>(i) + 1), expected[i]);
  EXPECT_EQ(points.LA(6), antlr4::IntStream::EOF);
}

TEST(CodePoints, AreReadFromAnyPlace) {
  CodePoints points("abc");
  points.consume();
  EXPECT_EQ(points.LA(1), 'b');
  EXPECT_EQ(points.LA(-1), 'a');
  EXPECT_EQ(points.LA(-2), antlr4::IntStream::EOF);
  points.seek(7);
  points.consume();
  EXPECT_EQ(points.index(), 3U);
  EXPECT_EQ(points.LA(1), antlr4::IntStream::EOF);
  EXPECT_EQ(points.LA(-1), 'c');
}

TEST(CodePoints, OfNoCharacterAreReplaced) {
  CodePoints points("\xff\x80\xf8\x88\x80\x80\x80");
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points.LA(1), 0xFFFDU);
  EXPECT_EQ(points.LA(2), 0xFFFDU);
}

}  // namespace
}  // namespace ssd::parse

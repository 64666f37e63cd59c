// Which characters of a user's text are printed to a terminal.
#include "runtime/base/shown_text.h"

#include <gtest/gtest.h>

namespace ssd {
namespace {

TEST(ShownText, NothingMovesTheCursorOrTurnsTheWriting) {
  EXPECT_EQ(printable("a\x1b[31m\x07z\x7f"), "a�[31m�z�");
  EXPECT_EQ(printable("a\nb\tc\r"), "a b c ");
  EXPECT_EQ(printable_lines("a\nb\tc\r\n"), "a\nb c \n");
  EXPECT_EQ(printable("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"), "������������");
  EXPECT_EQ(printable("\u0080\u009b\u009f\u2028\u2029"), "�����");
}

TEST(ShownText, TheRestStays) {
  const std::string text = "Größe 5 µs, “—” … \u00a0\u2027\u2030\u2065\u206a\u200d 設計 😀 \xff\xe2\x80";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable(""), "");
  for (const std::string one : {"\x1b", "\u202e", "\u009b", "\t", "ä"}) EXPECT_EQ(length(printable(one)), 1U);
}

}  // namespace
}  // namespace ssd

// Compares a whole picture as text with a file, one tag a line, so that every change shows.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "compiler/draw/draw.h"
#include "tests/paths.h"
#include "tests/unit/draw_designs.h"

namespace ssd::draw {
namespace {

// One tag a line, so that a difference is one line too.
std::string by_tags(std::string text) {
  for (auto at = text.find("><"); at != std::string::npos; at = text.find("><", at + 1)) text.insert(at + 1, 1, '\n');
  return text;
}

TEST(Draw, WritesThisDot) {
  const std::ifstream file(tests::source_dir() / "tests" / "golden" / "draw" / "pages_0_to_3.dot");
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(by_tags(draw(drive({2, 1, 1, 1, 64, 64}, {kC, kD, kP, kW}), View::kAllocation, Format::kDot, {4}).bytes),
            golden.str());
}

}  // namespace
}  // namespace ssd::draw

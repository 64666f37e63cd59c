// How the buffer finds the page that it evicts, by the fields that the score reads. The differential tests show that
// all ways find the same page.
#include <gtest/gtest.h>

#include "tests/compile_text.h"

namespace ssd {
namespace {

Evict found(const std::string& score) {
  return compile_text("design D { buffer { size: 64KiB  policy(e): " + score + " } }").config.evict;
}

TEST(Eviction, AScoreThatRisesWithTheAgeAloneIsAQueue) {
  for (const char* score : {"e.age", "e.age * 2 - 3us", "e.age / 1ms * 1ms"})
    EXPECT_EQ(found(score), Evict::kAge) << score;
  for (const char* score : {"0us - e.age", "e.age + e.hits * 1us", "min(e.age, 1ms)", "if e.dirty then e.age else 0us"})
    EXPECT_EQ(found(score), Evict::kScore) << score;
}

}  // namespace
}  // namespace ssd

// The distribution of response times that the library gives: that of the percentiles.
#include <gtest/gtest.h>

#include "tools/api/ssd.hpp"

namespace {

namespace api = ssd::api;

constexpr const char* kResponding = R"(
design Drive { geometry { channels: 2  chips: 2  dies: 1  planes: 1  blocks: 64  pages: 32  page: 4KiB } }
workload Mixed { requests: 2000  write: 50%  size: 4KiB  address: uniform  closed: 8 }
)";

TEST(Api, TheDistributionOfResponseTimes) {
  const auto file = api::check("d.ssd", {.files = {{"d.ssd", kResponding}}});
  ASSERT_TRUE(file) << file.text;
  const auto plan = file->plan();
  ASSERT_TRUE(plan) << plan.text;
  const auto run = api::run(*plan, {.engine = api::Engine::kGeneric});
  ASSERT_TRUE(run) << run.text;
  std::uint64_t count = 0, p50 = 0, before = 0;
  for (const api::ResponseCount& entry : run->responses(api::Direction::kWrite)) {
    EXPECT_LT(before, entry.time);
    before = entry.time;
    if (2.0 * static_cast<double>(count) < *run->metric("write.count")) p50 = entry.time;
    count += entry.count;
  }
  EXPECT_GT(count, 0U);
  EXPECT_EQ(static_cast<double>(count), *run->metric("write.count"));
  EXPECT_EQ(static_cast<double>(p50), *run->metric("write.p50"));
  EXPECT_EQ(static_cast<double>(before), *run->metric("write.max"));
  EXPECT_TRUE(run->responses(api::Direction::kTrim).empty());
  EXPECT_TRUE(api::run(*plan, {.only_ftl = true})->responses(api::Direction::kWrite).empty());
}

}  // namespace

// Calls of the library that are given up: they throw, and leave no part of a file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tools/api/ssd.hpp"

namespace {

namespace api = ssd::api;
namespace fs = std::filesystem;

const std::string kText =
    "workload Writes { requests: 60_000  write: 80%  size: 4KiB  address: uniform  interval: 200us }\n";

}  // namespace

// Of a flag that is set before the call, and of one that is set meanwhile.
TEST(ApiGivenUp, ACallThatIsGivenUpThrows) {
  const auto checked = api::check("memory.ssd", {.files = {{"memory.ssd", kText}}});
  ASSERT_TRUE(checked) << checked.text;
  const api::File& file = *checked;
  std::atomic<bool> flag = true;
  const fs::path folder = fs::temp_directory_path() / ("ssd_api_given_up_test_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string path = folder / "kept.csv";
  std::ofstream(path) << "old";
  {
    const api::GivenUpBy by(flag);
    EXPECT_THROW(static_cast<void>(file.requests_of("Writes", 0, {.requests = 10})), api::GivenUp);
    EXPECT_THROW(static_cast<void>(api::write_trace(path, {{.bytes = 512}})), api::GivenUp);
    flag = false;
    std::jthread other([&flag] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      flag = true;
    });
    EXPECT_THROW(static_cast<void>(file.requests_of("Writes", 0, {.requests = 100'000'000})), api::GivenUp);
  }
  EXPECT_EQ(fs::file_size(path), 3);
  EXPECT_TRUE(file.requests_of("Writes", 0, {.requests = 10}));  // the flag has no effect any more
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  fs::remove_all(folder);
}

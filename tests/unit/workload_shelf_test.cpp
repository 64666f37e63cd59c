// Traces that several runs share.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "runtime/trace/trace_shelf.h"

namespace ssd::trace {
namespace {

struct Shelf : testing::Test {
  Shelf() { std::ofstream(path) << "0 0 0 8 0\n1000 0 8 8 1\n2000 0 16 8 1\n"; }
  ~Shelf() override { std::remove(path.c_str()); }
  std::shared_ptr<const Trace> take(u64 most = ~u64{0}) {
    LoadOptions options;
    options.format = "ssdsim";
    options.most_records = most;
    return shelf.take(path, options, sources, sink);
  }

  std::string path = (std::filesystem::temp_directory_path() / "ssd_shelf_test.txt").string();
  TraceShelf shelf;
  SourceMap sources;
  diag::Sink sink;
};

TEST_F(Shelf, ATraceIsReadOnceForEachWayOfReading) {
  const auto whole = take(), part = take(2);
  ASSERT_NE(whole, nullptr);
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(whole->records.size(), 3U);
  EXPECT_EQ(part->records.size(), 2U);
  std::ofstream(path) << "0 0 0 8 0\n";
  EXPECT_EQ(take(), whole);
  EXPECT_EQ(take(2), part);
}

TEST_F(Shelf, WhatCannotBeReadIsToldEachTime) {
  std::remove(path.c_str());
  EXPECT_EQ(take(), nullptr);
  EXPECT_EQ(sink.error_count(), 1U);
  std::ofstream(path) << "0 0 0 8 0\n";
  EXPECT_NE(take(), nullptr);
}

}  // namespace
}  // namespace ssd::trace

// The library from inside: what it says of native code, with the compiler and without it.
#include <gtest/gtest.h>

#include "compiler/codegen/has_compiler.h"
#include "tests/paths.h"
#include "tools/api/ssd.hpp"

namespace {

namespace api = ssd::api;
using api::DumpStage;

api::CheckOptions texts() {
  return {.files = {{"memory.ssd", "design Drive { geometry { channels: 2 blocks: 64 pages: 32 } }\n"}},
          .standard_library = (ssd::tests::source_dir() / "stdlib").string()};
}

api::Result<std::string> dumped(DumpStage stage) { return api::dump("memory.ssd", stage, "Drive", texts()); }

template <class T>
void expect_refused(const api::Result<T>& result) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.diagnostics.front().code, "E0596");
  EXPECT_FALSE(result.diagnostics.front().help.empty());
}

}  // namespace

TEST(ApiCode, TheLibrarySaysWhetherItHasTheCompiler) { EXPECT_EQ(api::has_compiler(), ssd::codegen::kHasCompiler); }

TEST(ApiCode, StagesAreDumpedOrRefused) {
  const auto ir = dumped(DumpStage::kIr), optimised = dumped(DumpStage::kOptimisedIr),
             assembly = dumped(DumpStage::kAssembly);
  if (!ssd::codegen::kHasCompiler) {
    for (const auto* stage : {&ir, &optimised, &assembly}) expect_refused(*stage);
    return;
  }
  EXPECT_NE(ir->find("define"), std::string::npos);
  EXPECT_NE(*optimised, *ir);
  EXPECT_NE(assembly->find(".globl"), std::string::npos);
}

TEST(ApiCode, WhatNeedsTheCompilerIsDoneOrRefused) {
  const auto file = api::check("memory.ssd", texts());
  ASSERT_TRUE(file) << file.text;
  const auto run = api::run(*file->plan(), {.requests = 100, .engine = api::Engine::kJit, .cache = false});
  if (ssd::codegen::kHasCompiler) {
    ASSERT_TRUE(run) << run.text;
    return;
  }
  expect_refused(run);
  EXPECT_NE(run.text.find("`engine`"), std::string::npos) << run.text;  // the field, not the command's option
  expect_refused(file->build("Drive", {.output = "no/sim"}));
}

// Code of the engine that a design cannot reach is not in its specialised module (compiler/codegen/reached.h), in any
// loop: the configuration is known wherever the engine branches on it.
#include <gtest/gtest.h>

#include "compiler/codegen/codegen.h"
#include "tests/compile_text.h"

namespace ssd {
namespace {

constexpr const char* kTimeLoop = "allocation: write_order channel > chip > die > plane";
constexpr const char* kWholeDriveLoop =
    "allocation: dynamic { order: channel > chip > die > plane streams: [hot, cold] stream(r): hot }";

// The names of the functions that look for a victim (runtime/engine/ftl/victim.h), except greedy, which
// start.preload_collects uses too.
std::string searches_of(const std::string& loop, const std::string& victim, Pass pass = Pass::kAll) {
  const design::Design design = compile_text(
      "design A { geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 8 pages: 4 page: 2KiB } capacity { "
      "logical: 72KiB }\n" +
      loop + " gc { victim" + victim + " } }");
  const std::string module = codegen::specialise(design, codegen::Stage::kOptimisedIr, pass).text;
  std::string found;
  for (const char* search : {"best_count", "oldest", "highest_score"}) {
    if (module.find(search) != std::string::npos) found += std::string(found.empty() ? "" : " ") + search;
  }
  return found;
}

TEST(ReachedEngine, HasTheSearchForAVictimThatTheDesignUses) {
  for (const std::string loop : {kTimeLoop, kWholeDriveLoop}) {
    SCOPED_TRACE(loop);
    EXPECT_EQ(searches_of(loop, ": greedy"), "");
    EXPECT_EQ(searches_of(loop, "(b): b.valid"), "best_count");
    EXPECT_EQ(searches_of(loop, "(b): b.erases"), "highest_score");
  }
}

TEST(ReachedEngine, HasItInTheFunctionalPassToo) {
  EXPECT_EQ(searches_of(kTimeLoop, ": greedy", Pass::kFunctional), "");
  EXPECT_EQ(searches_of(kTimeLoop, "(b): b.age", Pass::kFunctional), "oldest");
}

}  // namespace
}  // namespace ssd

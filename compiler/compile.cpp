// The last steps of the way: see compile.h. (The first, from text to Design, is sema::check.)
#include "compiler/compile.h"

#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"

namespace ssd {
namespace {

// Host pages after which a cold compilation (about 0.2 s) has paid for itself: the generic engine is some 40 ns a page slower
// (docs/performance.md).
constexpr std::uint64_t kBreakEvenPages = 5'000'000;

}  // namespace

Simulator make_simulator(const design::Design& design, EngineChoice choice, std::uint64_t expected_pages) {
  const bool specialise = choice == EngineChoice::kJit || (choice == EngineChoice::kAuto && expected_pages >= kBreakEvenPages);
  if (!specialise) return {.entry = generic_engine(), .engine = "generic", .loaded = nullptr};
  auto loaded = std::make_shared<jit::Loaded>(codegen::specialise(design, codegen::Stage::kObject).object);
  return {.entry = loaded->entry(), .engine = "jit", .loaded = loaded};
}

}  // namespace ssd

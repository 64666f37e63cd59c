// The last steps of the way: see compile.h. (The first, from text to Design, is sema::check.)
#include "compiler/compile.h"

#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"

namespace ssd {
namespace {

// Host pages after which a cold compilation has paid for itself: 0.29 s against some 45 ns a host page by which the generic engine
// is slower (docs/performance.md).
constexpr std::uint64_t kBreakEvenPages = 6'500'000;

}  // namespace

Simulator make_simulator(const design::Design& design, EngineChoice choice, std::uint64_t expected_pages, design::Pass pass) {
  const bool specialise = choice == EngineChoice::kJit || (choice == EngineChoice::kAuto && expected_pages >= kBreakEvenPages);
  if (!specialise) return {.entry = generic_engine(), .engine = "generic", .loaded = nullptr};
  auto loaded = std::make_shared<jit::Loaded>(codegen::specialise(design, codegen::Stage::kObject, pass).object);
  return {.entry = loaded->entry(), .engine = "jit", .loaded = loaded};
}

}  // namespace ssd

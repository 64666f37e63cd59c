// The last steps of the way: see compile.h and cached.h. (The first, from text to Design, is sema::check.)
#include "compiler/compile.h"

#include "compiler/cached.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/origin.h"
#include "compiler/jit/jit.h"

namespace ssd {
namespace {

// Host pages after which a cold compilation has paid for itself: 0.29 s against some 45 ns a host page by which the generic engine
// is slower (docs/performance.md).
constexpr std::uint64_t kBreakEvenPages = 6'500'000;

Simulator of_object(std::string_view object) {
  auto loaded = std::make_shared<jit::Loaded>(object);
  return {.entry = loaded->entry(), .engine = "jit", .loaded = loaded};
}

// Looking for a cached object and loading it takes 1 ms, won back after so many host pages.
constexpr std::uint64_t kCachedBreakEvenPages = 25'000;

}  // namespace

Simulator make_simulator(const design::Design& design, EngineChoice choice, std::uint64_t expected_pages, design::Pass pass) {
  const bool specialise = choice == EngineChoice::kJit || (choice == EngineChoice::kAuto && expected_pages >= kBreakEvenPages);
  if (!specialise) return {.entry = generic_engine(), .engine = "generic", .loaded = nullptr};
  return of_object(codegen::specialise(design, codegen::Stage::kObject, pass).object);
}

CachedSimulator make_simulator(const design::Design& design, EngineChoice choice, std::uint64_t expected_pages, const cache::Folder& folder, design::Pass pass) {
  const bool looks = choice == EngineChoice::kJit || (choice == EngineChoice::kAuto && expected_pages >= kCachedBreakEvenPages);
  if (!looks) return {.simulator = make_simulator(design, choice, expected_pages, pass)};
  const codegen::Origin origin = codegen::origin(design, pass);
  const cache::Key key = cache::key_of({origin.design, origin.engine, origin.machine, origin.compiler});
  if (const auto entry = folder.open(cache::Kind::kObject, key)) return {.simulator = of_object(entry->bytes()), .from_cache = true};
  if (choice == EngineChoice::kAuto && expected_pages < kBreakEvenPages) return {.simulator = make_simulator(design, EngineChoice::kGeneric, expected_pages, pass)};
  const std::string object = codegen::specialise(design, codegen::Stage::kObject, pass).object;
  const int error = folder.store(cache::Kind::kObject, key, object);
  return {.simulator = of_object(object), .store_error = error};
}

}  // namespace ssd

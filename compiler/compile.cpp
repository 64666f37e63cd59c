// The last steps of the way: see compile.h and cached.h. (The first, from text to Design, is sema::check.)
#include "compiler/compile.h"

#include <system_error>

#include "compiler/cached.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/origin.h"
#include "compiler/jit/jit.h"
#include "compiler/specialisation.h"

namespace ssd {
namespace {

Simulator of_object(std::string_view object) {
  auto loaded = std::make_shared<jit::Loaded>(object);
  return {.entry = loaded->entry(), .engine = "jit", .loaded = loaded, .faster = {}};
}

// Looking for a cached object and loading it takes 3 ms of processor time, won back after so many host pages.
constexpr std::uint64_t kCachedBreakEvenPages = 75'000;

Simulator generic() { return {.entry = generic_engine(), .engine = "generic", .loaded = nullptr, .faster = {}}; }

// Where there is no thread to be had, generic all along.
Simulator generic_at_first(const design::Design& design, design::Pass pass, std::function<void(std::string_view)> keep) try {
  auto coming = std::make_shared<Specialisation>(design, pass, std::move(keep));
  return {.entry = generic_engine(), .engine = "generic", .loaded = coming, .faster = [coming] { return coming->ready(); }};
} catch (const std::system_error&) {
  return generic();
}

}  // namespace

Simulator make_simulator(const design::Design& design, EngineChoice choice, std::uint64_t expected_pages, design::Pass pass) {
  if (choice == EngineChoice::kJit) return of_object(codegen::specialise(design, codegen::Stage::kObject, pass).object);
  if (choice == EngineChoice::kAuto && expected_pages >= kWorthSpecialising) return generic_at_first(design, pass, {});
  return generic();
}

CachedSimulator make_simulator(const design::Design& design, EngineChoice choice, std::uint64_t expected_pages, const cache::Folder& folder, design::Pass pass) {
  const bool looks = choice == EngineChoice::kJit || (choice == EngineChoice::kAuto && expected_pages >= kCachedBreakEvenPages);
  if (!looks) return {.simulator = generic()};
  const codegen::Origin origin = codegen::origin(design, pass);
  const cache::Key key = cache::key_of({origin.design, origin.engine, origin.machine, origin.compiler});
  if (const auto entry = folder.open(cache::Kind::kObject, key)) return {.simulator = of_object(entry->bytes()), .from_cache = true};
  if (choice == EngineChoice::kJit) {
    const std::string object = codegen::specialise(design, codegen::Stage::kObject, pass).object;
    const int error = folder.store(cache::Kind::kObject, key, object);
    return {.simulator = of_object(object), .store_error = error};
  }
  if (expected_pages < kWorthSpecialising) return {.simulator = generic()};
  // Who cannot keep it hears of that by a run that waits for it (`--engine jit`).
  return {.simulator = generic_at_first(design, pass, [folder, key](std::string_view object) { folder.store(cache::Kind::kObject, key, object); })};
}

}  // namespace ssd

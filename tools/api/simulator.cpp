// make_simulator() of simulator.h and cached_simulator.h in a build with the compiler; only_generic.cpp has those of a
// build without it.
#include "tools/api/simulator.h"

#include <new>
#include <system_error>

#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"
#include "compiler/jit/origin.h"
#include "tools/api/cached_simulator.h"
#include "tools/api/specialisation.h"

namespace ssd {
namespace {

Simulator of_object(std::string_view object, const Plan& plan, Pass pass) {
  auto loaded = std::make_shared<jit::Loaded>(object, jit::numbers_of(plan, pass));
  return {.entry = loaded->entry(), .engine = "jit", .loaded = loaded, .faster = {}};
}

// Finding a cached object and loading it takes 3 ms of processor time. The faster engine wins that back after so many
// host pages.
constexpr std::uint64_t kCachedBreakEvenPages = 75'000;

// Begins with the generic engine. If the system has no thread for the compiler, the run stays generic to its end.
Simulator generic_at_first(const Plan& plan, Pass pass, std::function<void(std::string_view)> keep) try {
  auto coming = std::make_shared<Specialisation>(plan, pass, std::move(keep));
  return {
      .entry = generic_engine(), .engine = "generic", .loaded = coming, .faster = [coming] { return coming->ready(); }};
} catch (const std::system_error&) {
  return run::generic_simulator();
}

}  // namespace

Simulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages, Pass pass) {
  if (choice == EngineChoice::kJit) {
    return of_object(codegen::specialise(plan, codegen::Stage::kObject, pass).object, plan, pass);
  }
  if (choice == EngineChoice::kAuto && expected_pages >= kWorthSpecialising) return generic_at_first(plan, pass, {});
  return run::generic_simulator();
}

CachedSimulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages,
                               const cache::Folder& folder, Pass pass) try {
  const bool looks =
      choice == EngineChoice::kJit || (choice == EngineChoice::kAuto && expected_pages >= kCachedBreakEvenPages);
  if (!looks) return {.simulator = run::generic_simulator()};
  const jit::Origin origin = jit::origin(plan, pass);
  const cache::Key key = cache::key_of({origin.design, origin.engine, origin.machine, origin.compiler});
  if (const auto entry = folder.open(cache::Kind::kObject, key))
    return {.simulator = of_object(entry->bytes(), plan, pass), .from_cache = true};
  if (choice == EngineChoice::kJit) {
    const std::string object = codegen::specialise(plan, codegen::Stage::kObject, pass).object;
    const int error = folder.store(cache::Kind::kObject, key, object);
    return {.simulator = of_object(object, plan, pass), .store_error = error};
  }
  if (expected_pages < kWorthSpecialising) return {.simulator = run::generic_simulator()};
  // A failure to store the object is ignored here; a run that waits for the object (`--engine jit`) reports it.
  return {.simulator = generic_at_first(
              plan, pass, [folder, key](std::string_view object) { folder.store(cache::Kind::kObject, key, object); })};
} catch (const std::bad_alloc&) {
  if (choice != EngineChoice::kAuto) throw;
  return {.simulator = run::generic_simulator()};
}

}  // namespace ssd

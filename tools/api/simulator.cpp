// make_simulator() of simulator.h and cached_simulator.h in a build with the compiler; only_generic.cpp has those of a
// build without it.
#include "tools/api/simulator.h"

#include <new>
#include <system_error>

#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"
#include "tools/api/cached_simulator.h"
#include "tools/api/object_key.h"
#include "tools/api/specialisation.h"

namespace ssd {
namespace {

Simulator of_object(std::string_view object, const Plan& plan, Pass pass, ObjectFrom from = ObjectFrom::kCompiled) {
  auto loaded = std::make_shared<jit::Loaded>(object, jit::numbers_of(plan, pass));
  return {.entry = loaded->entry(), .engine = "jit", .loaded = loaded, .faster = {}, .from = from};
}

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

namespace {

CachedSimulator compiled(const Plan& plan, Pass pass, const KnownObjects& known, const cache::Key& key) {
  const std::string object = codegen::specialise(plan, codegen::Stage::kObject, pass).object;
  const int error = known.folder() ? known.folder()->store(cache::Kind::kObject, key, object) : 0;
  return {.simulator = of_object(object, plan, pass), .store_error = error};
}

}  // namespace

CachedSimulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages,
                               const KnownObjects& known, Pass pass) try {
  if (choice == EngineChoice::kGeneric) return {.simulator = run::generic_simulator()};
  const cache::Key key = object_key(plan, pass);
  if (const auto found = known.find(key)) return {.simulator = of_object(found->bytes, plan, pass, found->from)};
  if (choice == EngineChoice::kJit) return compiled(plan, pass, known, key);
  if (expected_pages < kWorthSpecialising) return {.simulator = run::generic_simulator()};
  if (!known.folder()) return {.simulator = generic_at_first(plan, pass, {})};
  // A failure to store the object is ignored here; a run that waits for the object (`--engine jit`) reports it.
  const auto keep = [folder = *known.folder(), key](std::string_view object) {
    folder.store(cache::Kind::kObject, key, object);
  };
  return {.simulator = generic_at_first(plan, pass, keep)};
} catch (const std::bad_alloc&) {
  if (choice != EngineChoice::kAuto) throw;
  return {.simulator = run::generic_simulator()};
}

}  // namespace ssd

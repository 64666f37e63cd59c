// See specialisation.h.
#include "tools/api/specialisation.h"

#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"

namespace ssd {

Specialisation::Specialisation(Plan plan, Pass pass, std::function<void(std::string_view object)> keep)
    : plan_(std::move(plan)), pass_(pass), keep_(std::move(keep)), thread_([this] { make(); }) {}

Specialisation::~Specialisation() {
  given_up_ = true;
  thread_.join();
}

void Specialisation::make() {
  try {
    const std::string object = codegen::specialise(plan_, codegen::Stage::kObject, pass_, &given_up_).object;
    if (given_up_) return;
    if (keep_) keep_(object);
    auto loaded = std::make_shared<jit::Loaded>(object, jit::numbers_of(plan_, pass_));
    made_ = {.entry = loaded->entry(), .engine = "jit", .loaded = loaded, .faster = {}};
  } catch (const std::bad_alloc&) {
    return;  // the run stays generic to its end
  } catch (...) {
    failure_ = std::current_exception();
  }
  finished_.store(true, std::memory_order_release);
}

const EngineEntry* Specialisation::ready() {
  if (!finished_.load(std::memory_order_acquire)) return nullptr;
  if (failure_) std::rethrow_exception(failure_);
  return &made_.entry;
}

}  // namespace ssd

// Implements jit.h by ORC's LLJIT with one object in it.
#include "compiler/jit/jit.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include <stdexcept>

#include "runtime/abi/entries.h"

namespace ssd::jit {
namespace {

template <class T>
T checked(llvm::Expected<T> value) {
  if (!value) throw std::logic_error("jit: " + llvm::toString(value.takeError()));
  return std::move(*value);
}

void checked(llvm::Error error) {
  if (error) throw std::logic_error("jit: " + llvm::toString(std::move(error)));
}

}  // namespace

struct Loaded::Session {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  EngineEntry entry;

  template <class Function>
  Function* look_up(const char* name) {
    return checked(jit->lookup(name)).toPtr<Function*>();
  }
};

Loaded::Loaded(std::string_view object) : session_(std::make_unique<Session>()) {
  llvm::InitializeNativeTarget();
  session_->jit = checked(llvm::orc::LLJITBuilder().create());
  checked(session_->jit->addObjectFile(
      llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, "specialised")));
  session_->entry.run = session_->look_up<decltype(ssd_run)>(kRunEntry);
  session_->entry.preload = session_->look_up<decltype(ssd_preload)>(kPreloadEntry);
}

Loaded::~Loaded() = default;
Loaded::Loaded(Loaded&&) noexcept = default;
Loaded& Loaded::operator=(Loaded&&) noexcept = default;

const EngineEntry& Loaded::entry() const { return session_->entry; }

}  // namespace ssd::jit

// See linked_object.h.
#include "compiler/jit/linked_object.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include <new>
#include <stdexcept>
#include <string>

#include "compiler/jit/llvm_memory.h"

namespace ssd::jit {
namespace {

// What ORC reports of a failed look-up beside the error that it returns, which has no reason.
struct Reported {
  bool no_memory = false;
  std::string what;

  void add(llvm::Error error) {
    llvm::handleAllErrors(std::move(error), [this](const llvm::ErrorInfoBase& one) {
      no_memory = no_memory || one.convertToErrorCode() == std::errc::not_enough_memory;
      what += (what.empty() ? "" : "; ") + one.message();
    });
  }
};

void check(llvm::Error error, Reported reported = {}) {
  if (!error) return;
  reported.add(std::move(error));
  if (reported.no_memory) throw std::bad_alloc();
  throw std::logic_error("jit: " + reported.what);
}

template <class T>
T checked(llvm::Expected<T> value, const Reported& reported = {}) {
  if (!value) check(value.takeError(), reported);
  return std::move(*value);
}

}  // namespace

struct LinkedObject::Session {
  Reported reported;
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

LinkedObject::LinkedObject(std::string_view object) : session_(std::make_unique<Session>()) {
  const LlvmMemory memory(kMemoryToLoad);
  llvm::InitializeNativeTarget();
  session_->jit = checked(llvm::orc::LLJITBuilder().create());
  session_->jit->getExecutionSession().setErrorReporter(
      [&reported = session_->reported](llvm::Error error) { reported.add(std::move(error)); });
  check(session_->jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, "engine")));
}

LinkedObject::~LinkedObject() = default;
LinkedObject::LinkedObject(LinkedObject&&) noexcept = default;
LinkedObject& LinkedObject::operator=(LinkedObject&&) noexcept = default;

void* LinkedObject::find(const char* name) const {
  const LlvmMemory memory(kMemoryToLoad);
  return checked(session_->jit->lookup(name), session_->reported).toPtr<void*>();
}

}  // namespace ssd::jit

// Implements jit.h by ORC's LLJIT with one object in it.
#include "compiler/jit/jit.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "compiler/codegen/llvm_memory.h"
#include "runtime/abi/entries.h"

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

struct Loaded::Session {
  Reported reported;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  EngineEntry entry;

  template <class T>
  T* look_up(const char* name) {
    return checked(jit->lookup(name), reported).toPtr<T*>();
  }
};

Loaded::Loaded(std::string_view object, const codegen::Numbers& numbers) : session_(std::make_unique<Session>()) {
  const codegen::LlvmMemory memory(codegen::kMemoryToLoad);
  llvm::InitializeNativeTarget();
  session_->jit = checked(llvm::orc::LLJITBuilder().create());
  session_->jit->getExecutionSession().setErrorReporter(
      [&reported = session_->reported](llvm::Error error) { reported.add(std::move(error)); });
  check(session_->jit->addObjectFile(
      llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, "specialised")));
  *session_->look_up<ConfigBytes>(codegen::kConfigSymbol) = numbers.config;
  std::ranges::copy(numbers.constants, session_->look_up<i64>(codegen::kConstantsSymbol));
  session_->entry.run = session_->look_up<decltype(ssd_run)>(kRunEntry);
  session_->entry.preload = session_->look_up<decltype(ssd_preload)>(kPreloadEntry);
}

Loaded::~Loaded() = default;
Loaded::Loaded(Loaded&&) noexcept = default;
Loaded& Loaded::operator=(Loaded&&) noexcept = default;

const EngineEntry& Loaded::entry() const { return session_->entry; }

}  // namespace ssd::jit

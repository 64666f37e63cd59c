// See llvm_memory.h.
#include "compiler/jit/llvm_memory.h"

#include <llvm/Support/ErrorHandling.h>

#include <atomic>

namespace ssd::jit {
namespace {

std::atomic<std::size_t> promised = 0;  // bytes, to all threads that use LLVM

std::size_t promise(std::size_t bytes) {
  static const bool told = [] {
    llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { memory_shortage::no_memory(); });
    return true;
  }();
  static_cast<void>(told);
  try {
    memory_shortage::require(promised += bytes);
  } catch (...) {
    promised -= bytes;
    throw;
  }
  return bytes;
}

}  // namespace

LlvmMemory::LlvmMemory(std::size_t bytes) : bytes_(promise(bytes)) {}
LlvmMemory::~LlvmMemory() { promised -= bytes_; }

}  // namespace ssd::jit

// Memory for LLVM, which cannot go on when an allocation fails: whoever is about to use it first learns whether the
// memory is there, while a failure can still be told.
#pragma once
#include <cstddef>

#include "runtime/base/memory_shortage.h"

namespace ssd::jit {

// Memory that must be there before LLVM begins, in bytes. Chosen with room to spare: specialising examples/first.ssd
// raised the greatest resident size by 90 MB.
inline constexpr std::size_t kMemoryToCompile = std::size_t{192} << 20U, kMemoryToLoad = std::size_t{16} << 20U,
                             kMemoryToAsk = std::size_t{1} << 20U;  // about the processor

// A thread has one while it uses LLVM.
class LlvmMemory {
 public:
  // Throws std::bad_alloc if the process cannot get so many bytes beside those of other threads that use LLVM.
  explicit LlvmMemory(std::size_t bytes);
  ~LlvmMemory();
  LlvmMemory(const LlvmMemory&) = delete;
  LlvmMemory& operator=(const LlvmMemory&) = delete;

 private:
  std::size_t bytes_;
  memory_shortage::InsideLibrary inside_;
};

}  // namespace ssd::jit

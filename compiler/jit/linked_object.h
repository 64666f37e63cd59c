// An object file in memory that can be executed. It knows the little of the format that LLVM's objects of the engine
// use (ELF for x86-64), and needs a small part of the time that LLVM's linker takes, and nothing of LLVM.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ssd::jit {

class LinkedObject {
 public:
  // Throws std::bad_alloc if there is not enough memory, and std::logic_error if the bytes are not such an object.
  explicit LinkedObject(std::string_view object);
  // The address of a symbol that the object defines for others. Throws std::logic_error if there is none.
  template <class T>
  T* address(std::string_view name) const {
    return reinterpret_cast<T*>(find(name));
  }

 private:
  struct Unmap {
    std::size_t size;
    void operator()(char* begin) const;
  };
  char* find(std::string_view name) const;

  std::unique_ptr<char, Unmap> memory_;
  std::vector<std::pair<std::string, char*>> symbols_;
};

}  // namespace ssd::jit

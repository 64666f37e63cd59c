// An object file in memory that can be executed, by ORC's LLJIT. The header includes no LLVM.
#pragma once
#include <memory>
#include <string_view>

namespace ssd::jit {

class LinkedObject {
 public:
  // Throws std::bad_alloc if there is not enough memory, and std::logic_error if the bytes are no object for this
  // machine.
  explicit LinkedObject(std::string_view object);
  ~LinkedObject();
  LinkedObject(LinkedObject&&) noexcept;
  LinkedObject& operator=(LinkedObject&&) noexcept;
  // The address of a symbol that the object defines for others. Throws std::logic_error if there is none.
  template <class T>
  T* address(const char* name) const {
    return reinterpret_cast<T*>(find(name));
  }

 private:
  struct Session;
  void* find(const char* name) const;

  std::unique_ptr<Session> session_;
};

}  // namespace ssd::jit

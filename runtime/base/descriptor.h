// An open file descriptor, which is closed with its holder. -1: none.
#pragma once
#include <unistd.h>

#include <utility>

namespace ssd {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  bool is_open() const { return value_ >= 0; }
  int value() const { return value_; }

 private:
  int value_ = -1;
};

}  // namespace ssd

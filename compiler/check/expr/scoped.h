// Sets a value for the lifetime of an object and then restores the previous value, so a caller cannot forget to restore
// it.
#pragma once
#include <utility>

namespace ssd::check {

template <class T>
class [[nodiscard]] Scoped {
 public:
  Scoped(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
  ~Scoped() { place_ = std::move(before_); }
  Scoped(const Scoped&) = delete;
  Scoped& operator=(const Scoped&) = delete;

 private:
  T& place_;
  T before_;
};

}  // namespace ssd::check

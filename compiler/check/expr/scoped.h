// A value that holds for the lifetime of an object: a caller cannot forget to set the previous value again.
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

// Passes the progress of a task to the library's caller. Once the caller has returned false, the task is to end, and
// the caller is not called again.
#pragma once
#include <functional>

#include "runtime/base/environment.h"
#include "tools/api/ssd.hpp"

namespace ssd::api {

#pragma GCC visibility push(hidden)

class Teller final : public Watcher {
 public:
  explicit Teller(const std::function<bool(const Progress&)>& progress) : progress_(progress) {}
  void begin(Activity activity) override;
  bool goes_on(Activity activity, std::uint64_t count, double share) override;

 private:
  const std::function<bool(const Progress&)>& progress_;
  bool ended_ = false;
};

#pragma GCC visibility pop

}  // namespace ssd::api

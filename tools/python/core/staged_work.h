// Work that tells its stages: runs, pictures of runs, probes, fits.
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "tools/python/core/background.h"
#include "tools/python/core/bound.h"

namespace ssd::python {

inline constexpr std::array<const char*, 8> kStages{"requests", "compile", "drive", "first",
                                                    "measured", "life",    "probe", "fit"};

using StageTold = std::function<bool(const api::Progress&)>;

template <class Value>
class StagedWork final : public Work {
 public:
  using Made = std::function<api::Result<Value>(StageTold)>;
  // `told` may be None.
  StagedWork(Made made, nb::handle told) : made_(std::move(made)), told_(told) {}

  bool ask() override {
    if (told_.is_none()) return true;
    api::Progress at;
    {
      const std::lock_guard lock(mutex_);
      at = at_;
    }
    return !told_(kStages.at(static_cast<std::size_t>(at.stage)), at.share).is(nb::bool_(false));
  }

  Value value() {
    tell(result_->value.has_value(), result_->diagnostics, result_->text);
    return std::move(*result_->value);
  }

 private:
  void work() override {
    result_ = made_([this](const api::Progress& at) {
      const std::lock_guard lock(mutex_);
      at_ = at;
      return goes_on();
    });
  }

  Made made_;
  nb::handle told_;  // of the caller, who waits
  api::Progress at_;
  std::optional<api::Result<Value>> result_;
};

// Returns `call(options)`, made in another thread with the progress of the options set. `told` is called a few times a
// second, in the caller's thread, with the stage and the share of it that is done; False ends the work. It may be None.
// Raises what `told` or a signal raises.
template <class Value, class Options, class Call>
Value made_interruptibly(const Options& options, nb::handle told, Call call) {
  const auto work = std::make_shared<StagedWork<Value>>(
      [options = Options(options), call = std::move(call)](StageTold progress) mutable {
        options.progress = std::move(progress);
        return call(options);
      },
      told);
  work_interruptibly(work);
  return work->value();
}

}  // namespace ssd::python

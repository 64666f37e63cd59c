// Implements jit.h.
#include "compiler/jit/jit.h"

#include <algorithm>

#include "runtime/abi/entries.h"

namespace ssd::jit {

Loaded::Loaded(std::string_view object, const Numbers& numbers) : object_(object) {
  *object_.address<ConfigBytes>(kConfigSymbol) = numbers.config;
  std::ranges::copy(numbers.constants, object_.address<i64>(kConstantsSymbol));
  entry_ = {.run = object_.address<decltype(ssd_run)>(kRunEntry),
            .preload = object_.address<decltype(ssd_preload)>(kPreloadEntry)};
}

}  // namespace ssd::jit

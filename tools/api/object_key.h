// The key under which the object of an engine is kept: in the user's cache folder, and in the archive of prebuilt
// engines.
#pragma once
#include <string_view>

#include "runtime/abi/plan.h"
#include "runtime/cache/cache.h"

namespace ssd {

cache::Key object_key(const Plan& plan, Pass pass);
// Differs between engines that may find different numbers.
std::string_view engine_digest();

}  // namespace ssd

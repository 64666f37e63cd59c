// SSDC_CASES and SSDC_SEED choose more cases or others than the tests' own.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace ssd::differential {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

}  // namespace ssd::differential

// The names of the seven parts of a response time (account.split), for tables and as keys, in the order of Part.
#pragma once
#include <array>

#include "runtime/abi/results.h"

namespace ssd::results {

inline constexpr std::array<const char*, kParts> kPartNames{"queue",    "unit",  "collection", "channel",
                                                            "transfer", "array", "controller"};
inline constexpr std::array<const char*, kParts> kPartKeys{"queue_ns",    "unit_ns",  "collection_ns", "channel_ns",
                                                           "transfer_ns", "array_ns", "controller_ns"};

}  // namespace ssd::results

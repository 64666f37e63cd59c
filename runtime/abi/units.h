// Words shared by compiler and engine: units and ids. The rooms `abi` and `source` include nothing but std, so that the engine can be
// compiled to bitcode, and so that everybody may include them.
#pragma once
#include <cstdint>

namespace ssd {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

// Simulated time: nanoseconds since the start of the run, or a span of nanoseconds.
using Time = u64;
inline constexpr Time kNever = ~Time{0};

using Lpn = u64;   // logical page number
using Ppn = u32;   // physical page number: ((plane id * blocks + block) * pages + page)
inline constexpr Ppn kNoPage = ~Ppn{0};

// Planes are numbered ((channel * chips + chip) * dies + die) * planes + plane; dies, chips alike with their part of it.
using PlaneId = u32;

enum class Cause : u8 { kHost = 0, kCollection = 1 };
inline constexpr u32 kCauses = 2;

}  // namespace ssd

// Types shared by compiler and engine: simulated time and ids. Like every header that the engine includes from this
// room, it uses only the standard library, so that the engine can be compiled to bitcode.
#pragma once
#include <cstdint>

namespace ssd {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;
__extension__ using u128 = unsigned __int128;

// Simulated time: nanoseconds since the start of the run, or a span of nanoseconds.
using Time = u64;
inline constexpr Time kNever = ~Time{0};

// The number of one thing of a kind. Ids of different kinds do not mix, and a number becomes an id only explicitly. Id
// + count is an id, id - id a count; all other conversions have names (engine/places.h, ftl/numbers.h, ftl/stripe.h).
// An id costs as much as its number: its functions are inlined before all optimisation, so specialised modules do not
// take longer to compile.
template <class Kind>
struct Id {
  u32 value;

  Id() = default;
  [[gnu::always_inline]] explicit constexpr Id(u32 number) : value(number) {}
  [[gnu::always_inline]] constexpr Id& operator++() {
    ++value;
    return *this;
  }
  [[gnu::always_inline]] friend constexpr bool operator==(Id a, Id b) { return a.value == b.value; }
  [[gnu::always_inline]] friend constexpr bool operator<(Id a, Id b) { return a.value < b.value; }
  [[gnu::always_inline]] friend constexpr bool operator<=(Id a, Id b) { return a.value <= b.value; }
  [[gnu::always_inline]] friend constexpr bool operator>(Id a, Id b) { return a.value > b.value; }
  [[gnu::always_inline]] friend constexpr bool operator>=(Id a, Id b) { return a.value >= b.value; }
  [[gnu::always_inline]] friend constexpr Id operator+(Id id, u32 count) { return Id(id.value + count); }
  [[gnu::always_inline]] friend constexpr Id operator-(Id id, u32 count) { return Id(id.value - count); }
  [[gnu::always_inline]] friend constexpr u32 operator-(Id a, Id b) { return a.value - b.value; }
};

// The null index: converts to every id, and to the number of things that have no id type (a slot, an entry, a block).
struct None {
  template <class Kind>
  [[gnu::always_inline]] constexpr operator Id<Kind>() const {
    return Id<Kind>(~u32{0});
  }
  [[gnu::always_inline]] constexpr operator u32() const { return ~u32{0}; }
  friend constexpr bool operator==(None, None) { return true; }
};
inline constexpr None kNone;

using Lpn = Id<struct LogicalPage>;
using Ppn = Id<struct PhysicalPage>;  // ((plane * blocks + block) * pages + page)
inline constexpr None kNoPage;        // neither a logical nor a physical page
// Planes are numbered ((channel * chips + chip) * dies + die) * planes + plane; dies and chips in the same way
// (drive.numbering).
using PlaneId = Id<struct NumberedPlane>;
using UnitId = Id<struct NumberedUnit>;
using ChannelId = Id<struct NumberedChannel>;
using OpId = Id<struct Operation>;  // the index of a flash operation in its pool

enum class Cause : u8 { kHost = 0, kCollection = 1 };
inline constexpr u32 kCauses = 2;

}  // namespace ssd

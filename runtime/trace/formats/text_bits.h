// Operations on many bytes of text at once: which of 64 bytes are a certain character, and the value of 16 digits.
// There are two implementations: with words of eight bytes for every processor, and with the vectors that every x86-64
// processor has (the same results with a third of the instructions; longer vectors were only 3 % faster).
#pragma once
#include "runtime/trace/formats/fast_line.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace ssd::trace {

namespace plain {

inline constexpr u64 kEach = 0x0101010101010101;

class Text64 {
 public:
  explicit Text64(const char* at) { std::memcpy(parts_, at, sizeof parts_); }
  // A bit for each byte that is this character.
  u64 that_are(char c) const {
    constexpr u64 kLow = kEach * 0x7F;
    u64 bits = 0;
    for (int i = 7; i >= 0; --i) {
      const u64 differs = parts_[i] ^ kEach * static_cast<unsigned char>(c);
      const u64 same = ~(((differs & kLow) + kLow) | differs | kLow) >> 7;  // in the lowest bit of each byte
      bits = bits << 8 | same * 0x0102040810204080 >> 56;
    }
    return bits;
  }

 private:
  u64 parts_[8];
};

// 16 bytes whose last ones are digits; the first ones, for which `kept` has zeros, do not count.
class Digits16 {
 public:
  Digits16(const char* at, const char* kept) : high_(of(at, kept)), low_(of(at + 8, kept + 8)) {}
  u64 value() const { return Digits::of_eight(high_) * kTenTo[8] + Digits::of_eight(low_); }

  // Collects the bytes of several numbers, to check them together.
  class Seen {
   public:
    void add(const Digits16& d) { bits_ |= over_nine(d.high_) | over_nine(d.low_); }
    bool digits_only() const { return (bits_ & kEach * 0x80) == 0; }

   private:
    static u64 over_nine(u64 bytes) { return bytes | (bytes + kEach * (0x80 - 10)); }
    u64 bits_ = 0;
  };

 private:
  static u64 of(const char* at, const char* kept) { return (eight_bytes(at) ^ kEach * '0') & eight_bytes(kept); }
  u64 high_, low_;
};

}  // namespace plain

#ifdef __SSE2__
namespace vectors {

class Text64 {
 public:
  [[gnu::always_inline]] explicit Text64(const char* at) {
    const auto* const parts = reinterpret_cast<const __m128i*>(at);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) parts_[i] = _mm_loadu_si128(parts + i);
  }
  [[gnu::always_inline]] u64 that_are(char c) const {
    const __m128i wanted = _mm_set1_epi8(c);
    u64 bits = 0;
#pragma GCC unroll 4
    for (int i = 3; i >= 0; --i)
      bits = bits << 16 | static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(parts_[i], wanted)));
    return bits;
  }

 private:
  __m128i parts_[4];
};

class Digits16 {
 public:
  [[gnu::always_inline]] Digits16(const char* at, const char* kept)
      : bytes_(_mm_and_si128(_mm_sub_epi8(load(at), _mm_set1_epi8('0')), load(kept))) {}

  // Joins neighbours to pairs, these to groups of four, and these to groups of eight.
  [[gnu::always_inline]] u64 value() const {
    const __m128i tens = _mm_mullo_epi16(_mm_and_si128(bytes_, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10));
    const __m128i pairs = _mm_add_epi16(tens, _mm_srli_epi16(bytes_, 8));
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
    const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10'000 | 1 << 16));
    const auto both = static_cast<u64>(_mm_cvtsi128_si64(eights));
    return (both & 0xFFFF'FFFF) * kTenTo[8] + (both >> 32);
  }

  class Seen {
   public:
    [[gnu::always_inline]] void add(const Digits16& d) { highest_ = _mm_max_epu8(highest_, d.bytes_); }
    [[gnu::always_inline]] bool digits_only() const {
      return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_subs_epu8(highest_, _mm_set1_epi8(9)), _mm_setzero_si128())) ==
             0xFFFF;
    }

   private:
    __m128i highest_ = _mm_setzero_si128();
  };

 private:
  [[gnu::always_inline]] static __m128i load(const char* at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  }
  __m128i bytes_;
};

}  // namespace vectors
using vectors::Digits16, vectors::Text64;
#else
using plain::Digits16, plain::Text64;
#endif

}  // namespace ssd::trace

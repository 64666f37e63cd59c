// Where the fields of a line lie, found for 64 bytes at a time, and the numbers that end there: no field waits for the one before it, nor a line
// for the numbers of the line before, only for its end. As fast_line.h it decides nothing: what is odd is left to LineCursor.
//
// Invariant: kSplitBytes bytes may be read from where a line begins, and kMostDigits before where a number of it ends.
#pragma once
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>

#include "runtime/workload/formats/fast_line.h"

namespace ssd::workload {

inline constexpr unsigned kSplitBytes = 64, kMostDigits = 16;
inline constexpr u64 kHundredMillion = 100'000'000;
static_assert(kSplitBytes <= kFastRoom);

// A bit for each of the 64 bytes that is that character.
#ifdef __SSE2__
class Bytes64 {
 public:
  [[gnu::always_inline]] explicit Bytes64(const char* at) {
#pragma GCC unroll 8
    for (int i = 0; i < 4; ++i) part_[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + i);
  }
  [[gnu::always_inline]] u64 that_are(char c) const {
    const __m128i wanted = _mm_set1_epi8(c);
    u64 bits = 0;
#pragma GCC unroll 8
    for (int i = 3; i >= 0; --i) bits = bits << 16 | static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(part_[i], wanted)));
    return bits;
  }

 private:
  __m128i part_[4];
};
#else
class Bytes64 {
 public:
  explicit Bytes64(const char* at) { std::memcpy(part_, at, sizeof part_); }
  u64 that_are(char c) const {
    constexpr u64 kEach = 0x0101010101010101, kLow = kEach * 0x7F;
    u64 bits = 0;
#pragma GCC unroll 8
    for (int i = 7; i >= 0; --i) {
      const u64 differs = part_[i] ^ kEach * static_cast<unsigned char>(c);
      const u64 same = ~(((differs & kLow) + kLow) | differs | kLow) >> 7;  // in the lowest bit of a byte
      bits = bits << 8 | same * 0x0102040810204080 >> 56;
    }
    return bits;
  }

 private:
  u64 part_[8];
};
#endif

// The columns of a line of so many, each but the last with the separator behind it.
template <unsigned kColumns>
class Columns {
 public:
  // Whether the line has as many and ends within kSplitBytes; else nothing else may be asked.
  [[gnu::always_inline]] bool split(const char* begin, char separator) {
    begin_ = begin;
    const Bytes64 text(begin);
    const u64 ends = text.that_are('\n'), end = ends & (0 - ends);
    u64 left[kColumns];
    left[0] = (text.that_are(separator) & (end - 1)) | end;
#pragma GCC unroll 8
    for (unsigned i = 1; i < kColumns; ++i) left[i] = left[i - 1] & (left[i - 1] - 1);
    if (end == 0 || left[kColumns - 1] != end) return false;
#pragma GCC unroll 8
    for (unsigned i = 0; i < kColumns; ++i) ends_[i] = static_cast<unsigned>(__builtin_ctzll(left[i]));
    return true;
  }

  const char* begin(unsigned column) const { return column == 0 ? begin_ : begin_ + ends_[column - 1] + 1; }
  const char* end(unsigned column) const { return begin_ + ends_[column]; }
  // Of the line, and of its last column, which may have a carriage return behind it.
  std::size_t bytes() const { return ends_[kColumns - 1] + 1; }
  const char* last_end() const { return end(kColumns - 1) - (end(kColumns - 1)[-1] == '\r' ? 1 : 0); }

 private:
  const char* begin_;
  unsigned ends_[kColumns];
};

// Numbers of at most 16 digits, each by its end. That they are such is asked once, for all of a line.
#ifdef __SSE2__
class Numbers {
 public:
  [[gnu::always_inline]] u64 of(const char* begin, const char* end) { return value_of(digits(begin, end)); }
  // One that nobody asks for.
  [[gnu::always_inline]] void pass(const char* begin, const char* end) { digits(begin, end); }
  [[gnu::always_inline]] bool sound() const {
    return counts_ < kMostDigits && _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_subs_epu8(highest_, _mm_set1_epi8(9)), _mm_setzero_si128())) == 0xFFFF;
  }

 private:
  [[gnu::always_inline]] __m128i digits(const char* begin, const char* end) {
    const auto count = static_cast<std::size_t>(end - begin);
    counts_ |= count - 1;
    const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - kMostDigits));
    const __m128i kept = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kLast.data() + count));
    const __m128i digits = _mm_and_si128(_mm_sub_epi8(text, _mm_set1_epi8('0')), kept);
    highest_ = _mm_max_epu8(highest_, digits);
    return digits;
  }
  // The last digit is the highest byte. Neighbours to pairs, to fours, to eights.
  [[gnu::always_inline]] static u64 value_of(__m128i digits) {
    const __m128i tens = _mm_mullo_epi16(_mm_and_si128(digits, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10));
    const __m128i pairs = _mm_add_epi16(tens, _mm_srli_epi16(digits, 8));
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
    const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10'000 | 1 << 16));
    const auto both = static_cast<u64>(_mm_cvtsi128_si64(eights));
    return (both & 0xFFFFFFFF) * kHundredMillion + (both >> 32);
  }

  // From byte n on: the mask of the last n bytes of 16.
  static constexpr auto kLast = [] {
    std::array<u8, kMostDigits + kSplitBytes + kMostDigits> bytes{};
    std::fill(bytes.begin() + kMostDigits, bytes.end(), u8{0xFF});
    return bytes;
  }();

  __m128i highest_ = _mm_setzero_si128();
  u64 counts_ = 0;
};
#endif

}  // namespace ssd::workload

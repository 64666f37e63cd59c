// Finds all columns of a line at once; then reads the numbers in them, each from its end. So no column waits for the
// one before it, and a line waits only for the end of the line before. Like fast_line.h this file decides nothing:
// LineCursor handles every unusual line.
//
// Invariant: Columns reads kSplitBytes from where the line begins; Numbers reads kMostDigits before where a number
// ends.
#pragma once
#include <algorithm>
#include <array>

#include "runtime/trace/formats/text_bits.h"

namespace ssd::trace {

inline constexpr unsigned kSplitBytes = 64, kMostDigits = 16;
static_assert(kSplitBytes <= kFastRoom);

// A line of kColumns columns.
template <unsigned kColumns>
class Columns {
 public:
  // Whether the line has kColumns columns and ends within kSplitBytes. If not, the other functions must not be called.
  [[gnu::always_inline]] bool split(const char* begin, char separator) {
    begin_ = begin;
    const Text64 text(begin);
    const u64 ends = text.that_are('\n'), end = ends & (0 - ends);
    u64 left[kColumns];
    left[0] = (text.that_are(separator) & (end - 1)) | end;
#pragma GCC unroll 8
    for (unsigned i = 1; i < kColumns; ++i) left[i] = left[i - 1] & (left[i - 1] - 1);
    if (end == 0 || left[kColumns - 1] != end) return false;
#pragma GCC unroll 8
    for (unsigned i = 0; i < kColumns; ++i)
      ends_[i] = static_cast<unsigned>(__builtin_ctzll(left[i]));  // faster than countr_zero, because they are not 0
    return true;
  }

  const char* begin(unsigned column) const { return column == 0 ? begin_ : begin_ + ends_[column - 1] + 1; }
  const char* end(unsigned column) const { return begin_ + ends_[column]; }
  std::ptrdiff_t width(unsigned column) const { return end(column) - begin(column); }
  // The end of the last column, without a carriage return behind it.
  const char* last_end() const { return end(kColumns - 1) - (end(kColumns - 1)[-1] == '\r' ? 1 : 0); }
  // The bytes of the line with its ending.
  std::size_t bytes() const { return ends_[kColumns - 1] + 1; }

 private:
  const char* begin_;
  unsigned ends_[kColumns];
};

// Numbers of at most 16 digits, of one line. sound() checks all of them at once.
class Numbers {
 public:
  [[gnu::always_inline]] u64 of(const char* begin, const char* end) { return digits(begin, end).value(); }
  // Only checks a number whose value is not needed.
  [[gnu::always_inline]] void pass(const char* begin, const char* end) { digits(begin, end); }
  [[gnu::always_inline]] bool sound() const { return counts_ < kMostDigits && seen_.digits_only(); }

 private:
  [[gnu::always_inline]] Digits16 digits(const char* begin, const char* end) {
    const auto count = static_cast<std::size_t>(end - begin);
    counts_ |= count - 1;
    const Digits16 found(end - kMostDigits, kLast.data() + count);
    seen_.add(found);
    return found;
  }

  // From byte n on: a mask of 16 bytes that keeps the last n. A column may be longer than a number.
  static constexpr auto kLast = [] {
    std::array<char, kMostDigits + kSplitBytes + kMostDigits> bytes{};
    std::fill(bytes.begin() + kMostDigits, bytes.end(), '\xFF');
    return bytes;
  }();

  Digits16::Seen seen_;
  u64 counts_ = 0;  // the OR of all lengths less one
};

}  // namespace ssd::trace

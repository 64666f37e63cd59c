// Reads a line that is written as programs write them: one separator between fields, numbers of usual length, and
// nothing else. It reads eight digits at a time. At anything unusual it stops, and LineCursor reads the line again with
// all checks. So this file does not decide what a trace may contain, and reports no errors.
//
// Invariant: kFastRoom bytes may be read from where a line begins; reading a line advances by less than that.
#pragma once
#include <bit>
#include <cstring>

#include "runtime/abi/units.h"

namespace ssd::trace {

static_assert(std::endian::native == std::endian::little);  // the first digit is the lowest byte

inline constexpr std::ptrdiff_t kFastRoom = 256;
inline constexpr u64 kTenTo[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

inline u64 eight_bytes(const char* at) {
  u64 word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The digits at the beginning of eight bytes of text.
class Digits {
 public:
  [[gnu::always_inline]] explicit Digits(u64 text)
      : nibbles_(text ^ kEach * '0'), others_(((nibbles_ + kEach * (0x80 - 10)) | nibbles_) & kEach * 0x80) {}

  bool all() const { return others_ == 0; }
  unsigned count() const { return bits() / 8; }
  [[gnu::always_inline]] u64 value() const {
    return of_eight(nibbles_ << ((64 - bits()) & 63));
  }  // there must be at least one digit
  [[gnu::always_inline]] u64 value_of_all() const { return of_eight(nibbles_); }
  u64 nibbles() const { return nibbles_; }

  // Joins neighbours to pairs, pairs to groups of four, and these to one number: three rounds instead of eight.
  [[gnu::always_inline]] static u64 of_eight(u64 nibbles) {
    constexpr u64 kOdd = 0x000000FF000000FF;
    const u64 pairs = nibbles * 10 + (nibbles >> 8);
    return ((pairs & kOdd) * (100 + (u64{1'000'000} << 32)) + (pairs >> 16 & kOdd) * (1 + (u64{10'000} << 32))) >> 32;
  }

 private:
  static constexpr u64 kEach = 0x0101010101010101;

  unsigned bits() const { return static_cast<unsigned>(std::countr_zero(others_)) & ~7U; }

  u64 nibbles_;  // 0 to 9 for a digit
  u64 others_;   // a bit in each byte that is not a digit; right up to the first of these
};

class FastLine {
 public:
  explicit FastLine(const char* begin) : at_(begin) {}
  const char* at() const { return at_; }

  // A number of at most 15 digits.
  [[gnu::always_inline]] bool number(u64& value) {
    const Digits high(eight_bytes(at_));
    if (high.all()) return more(high.value_of_all(), value);
    value = high.value();
    at_ += high.count();
    return high.count() != 0;
  }

  // A number of at most 15 digits for which more than 8 digits are as likely as fewer, so no branch depends on that.
  [[gnu::always_inline]] bool uneven_number(u64& value) {
    __extension__ using Wide = unsigned __int128;
    const Digits first(eight_bytes(at_)), second(eight_bytes(at_ + 8));
    const unsigned count = first.count() + (second.count() & (0 - first.count() / 8));
    if (count == 0 || count == 16) return false;
    const Wide digits = (static_cast<Wide>(second.nibbles()) << 64 | first.nibbles())
                        << (8 * (16 - count));  // the last digit in the highest byte
    value = Digits::of_eight(static_cast<u64>(digits)) * kTenTo[8] + Digits::of_eight(static_cast<u64>(digits >> 64));
    at_ += count;
    return true;
  }

  // A number that usually has one digit.
  [[gnu::always_inline]] bool short_number(u64& value) {
    value = static_cast<unsigned char>(at_[0]) - u64{'0'};
    if (value > 9 || (at_[1] >= '0' && at_[1] <= '9')) return number(value);
    ++at_;
    return true;
  }

  // A number of at most 18 digits that usually has more than 15: times of day in fine units.
  [[gnu::always_inline]] bool long_number(u64& value) {
    const Digits first(eight_bytes(at_)), second(eight_bytes(at_ + 8));
    if (!first.all() || !second.all()) return number(value);
    value = first.value_of_all() * kTenTo[8] + second.value_of_all();
    at_ += 16;
    for (int more = 2; more > 0 && *at_ >= '0' && *at_ <= '9'; --more)
      value = value * 10 + static_cast<u64>(*at_++ - '0');
    return true;  // a further digit is not a separator, so the next check fails
  }

  // Skips a number of at most 15 digits whose value is not needed.
  [[gnu::always_inline]] bool pass_number() {
    const Digits high(eight_bytes(at_)), low(eight_bytes(at_ + 8));
    at_ += high.all() ? 8 + low.count() : high.count();
    return high.count() != 0 && !(high.all() && low.all());
  }

  // floor(n * 10^places) of a decimal fraction that has at most `places` decimal places.
  [[gnu::always_inline]] bool decimal(u64& value, unsigned places) {
    constexpr u64 kMost = 9'000'000'000;  // with 9 more places the result still fits into 64 bits
    if (!number(value) || value >= kMost) return false;
    value *= kTenTo[places];
    if (*at_ != '.') return true;
    const char* const begin = ++at_;
    u64 fraction;
    if (!number(fraction)) return false;
    const auto given = static_cast<unsigned>(at_ - begin);
    value += given <= places ? fraction * kTenTo[places - given] : 0;
    return given <= places;
  }

  bool is(char expected) { return *at_++ == expected; }
  bool blank() {
    const char c = *at_++;
    return c == ' ' || c == '\t';
  }
  void skip(std::size_t bytes) { at_ += bytes; }
  // With or without a carriage return.
  bool end_of_line() {
    at_ += *at_ == '\r' ? 1 : 0;
    return is('\n');
  }

 private:
  [[gnu::always_inline]] bool more(u64 high, u64& value) {
    const Digits low(eight_bytes(at_ + 8));
    value = low.count() == 0 ? high : high * kTenTo[low.count()] + low.value();
    at_ += 8 + low.count();
    return !low.all();
  }

  const char* at_;
};

}  // namespace ssd::trace

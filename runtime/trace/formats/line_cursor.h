// Reads one line of a trace field by field. All formats use it, so that a number is read the same way everywhere, and a
// field that does not fit is kept with its place and with what was expected there.
//
// Invariant: the byte at `end` may be read and is neither a digit nor a letter (it is the line's ending). So the loops
// over digits need no check for the end, which would be a third of their time.
#pragma once
#include <charconv>
#include <limits>
#include <string_view>

#include "runtime/abi/units.h"

namespace ssd::trace {

struct Fault {
  const char* begin = nullptr;
  const char* end = nullptr;
  const char* expected = nullptr;
};

class LineCursor {
 public:
  LineCursor(const char* begin, const char* end) : at_(begin), end_(end) {}

  const char* at() const { return at_; }
  const Fault& fault() const { return fault_; }

  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  // Whether only blanks are left.
  bool finished() {
    skip_blanks();
    return at_ == end_;
  }
  bool end_of_line() { return finished() || fail("the end of the line"); }
  // The rest of the line; the cursor does not move.
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  bool blanks(const char* expected) {
    if (at_ == end_ || !is_blank(*at_)) return fail(expected);
    skip_blanks();
    return true;
  }

  // A comma, which may have blanks around it.
  bool comma(const char* expected) {
    if (*at_ != ',') skip_blanks();
    if (at_ == end_ || *at_ != ',') return fail(expected);
    ++at_;
    if (is_blank(*at_)) skip_blanks();
    return true;
  }

  bool number(u64& value, const char* expected) {
    const char* const begin = at_;
    u64 sum = 0;
    for (unsigned digit; (digit = digit_at(at_)) < 10; ++at_) sum = sum * 10 + digit;
    value = sum;
    if (at_ - begin <= kSafeDigits && at_ != begin) return true;
    return at_ == begin ? fail(expected) : long_number(begin, value, expected);
  }

  // A number of at most `most`.
  bool number(u64& value, u64 most, const char* expected) {
    const char* const begin = at_;
    return number(value, expected) && (value <= most || fail_from(begin, expected));
  }

  // floor(n * 10^places) of a decimal fraction; digits beyond `places` are cut off.
  bool decimal(u64& value, unsigned places, const char* expected) {
    const char* const begin = at_;
    if (!number(value, expected)) return false;
    u64 fraction = 0;
    unsigned left = places;
    if (*at_ == '.') {
      ++at_;
      for (unsigned digit; (digit = digit_at(at_)) < 10; ++at_) {
        if (left == 0) continue;
        fraction = fraction * 10 + digit;
        --left;
      }
    }
    const u64 unit = kPowers[places];
    if (value > (std::numeric_limits<u64>::max() >> 1) / unit - 1) return fail_from(begin, expected);
    value = value * unit + fraction * kPowers[left];
    return true;
  }

  // Stops before the next separator (comma, blank, end of line).
  const char* word() {
    while (at_ != end_ && *at_ != ',' && !is_blank(*at_)) ++at_;
    return at_;
  }

  char peek() const { return at_ == end_ ? '\n' : *at_; }
  void advance() { ++at_; }

  bool fail(const char* expected) { return fail_from(at_, expected); }
  bool fail_from(const char* begin, const char* expected) {
    at_ = begin;
    fault_ = {begin, word(), expected};
    if (fault_.end == begin && begin != end_) ++fault_.end;
    return false;
  }

 private:
  static constexpr int kSafeDigits = 19;  // no number of so many digits overflows
  static constexpr u64 kPowers[] = {1,       10,        100,        1'000,       10'000,
                                    100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  static unsigned digit_at(const char* p) { return static_cast<unsigned>(static_cast<unsigned char>(*p)) - '0'; }

  bool long_number(const char* begin, u64& value, const char* expected) {
    const auto [rest, error] = std::from_chars(begin, at_, value);
    return (error == std::errc{} && rest == at_) || fail_from(begin, expected);
  }

  const char* at_;
  const char* const end_;
  Fault fault_;
};

}  // namespace ssd::trace

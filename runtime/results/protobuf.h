// Messages of Protocol Buffers as bytes, in the four wire forms that a timeline needs.
// https://protobuf.dev/programming-guides/encoding/
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/units.h"

namespace ssd::results {

class Message {
 public:
  void number(u32 field, u64 value) {
    tag(field, kVarint);
    varint(value);
  }
  void fixed64(u32 field, u64 value) {
    tag(field, kFixed64);
    for (u32 byte = 0; byte < 8; ++byte) bytes_ += static_cast<char>(value >> (8 * byte) & 0xff);
  }
  void text(u32 field, std::string_view bytes) {
    tag(field, kLengthDelimited);
    varint(bytes.size());
    bytes_ += bytes;
  }
  void message(u32 field, const Message& inner) { text(field, inner.bytes_); }

  const std::string& bytes() const { return bytes_; }

 private:
  static constexpr u64 kVarint = 0, kFixed64 = 1, kLengthDelimited = 2;

  void tag(u32 field, u64 form) { varint(u64{field} << 3 | form); }
  void varint(u64 value) {
    constexpr u64 kLast = 0x80;
    for (; value >= kLast; value >>= 7) bytes_ += static_cast<char>((value & (kLast - 1)) | kLast);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace ssd::results

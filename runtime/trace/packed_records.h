// Packed records of a trace: about 10 bytes each instead of 32, and fast to unpack. A block of records consists of five
// columns (arrival, offset, bytes, device, direction). A value of a column is base + step * n, and each n takes as few
// bytes as the block's largest n needs.
//
// Bytes and ns are stored, not pages or sectors, so packed records serve every drive.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "runtime/trace/trace_record.h"

namespace ssd::trace {

inline constexpr std::size_t kBlockRecords = 1024;  // unpacked, a block stays in the first-level cache
inline constexpr u8 kForced = 4;                    // added to the direction of a forced write

// Stored column by column, so that code which reads one column of many records need not load the others.
struct RecordBlock {
  std::size_t size = 0;
  std::array<u64, kBlockRecords> arrivals, offsets, bytes;
  std::array<u32, kBlockRecords> devices;
  std::array<u8, kBlockRecords> directions;  // see kForced

  Direction direction(std::size_t i) const { return static_cast<Direction>(directions[i] & (kForced - 1)); }
  bool is_forced(std::size_t i) const { return (directions[i] & kForced) != 0; }
  TraceRecord operator[](std::size_t i) const {
    return {arrivals[i], offsets[i], bytes[i], direction(i), devices[i], is_forced(i)};
  }
  // Adds as many records as there is room for; returns how many.
  std::size_t add(std::span<const TraceRecord> records);
};

// Appends the block, which has at least one record, to `out`; its size is a multiple of 8 bytes.
void pack_block(const RecordBlock& block, std::string& out);

// Unpacks the block at the beginning of `packed`, and removes it there. False if `packed` holds no whole block; then
// `packed` is unchanged.
bool unpack_block(std::string_view& packed, RecordBlock& block);

}  // namespace ssd::trace

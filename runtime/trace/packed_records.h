// Records of a trace, packed: some 10 bytes instead of 32, and quick to unpack. A block of records is five columns
// (arrival, offset, bytes, device, direction); a number of a column is base + step * n, and n is written in as few
// bytes as the block's largest n needs.
//
// Bytes and ns are kept as they are, not pages or sectors: what is packed serves every drive.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "runtime/trace/trace_record.h"

namespace ssd::trace {

inline constexpr std::size_t kBlockRecords = 1024;  // unpacked they stay in the first cache

// Column by column: whoever looks at one column of many records does so without the others.
struct RecordBlock {
  std::size_t size = 0;
  std::array<u64, kBlockRecords> arrivals, offsets, bytes;
  std::array<u32, kBlockRecords> devices;
  std::array<u8, kBlockRecords> directions;

  TraceRecord operator[](std::size_t i) const {
    return {arrivals[i], offsets[i], bytes[i], static_cast<Direction>(directions[i]), devices[i]};
  }
  // At most as many as there is room for; how many.
  std::size_t add(std::span<const TraceRecord> records);
};

// A block, at least one record of it, at the end of `out`; a multiple of 8 bytes.
void pack_block(const RecordBlock& block, std::string& out);

// The block that `packed` begins with, which is then taken off. False if no whole block is there: `packed` stays as it
// is.
bool unpack_block(std::string_view& packed, RecordBlock& block);

}  // namespace ssd::trace

// Records of a trace, packed: some 10 bytes instead of 32, and quick to unpack. A block of records is five columns (arrival, offset, bytes,
// direction, device); a number of a column is base + step * n, and n is written in as few bytes as the block's largest n needs.
//
// Bytes and ns are kept as they are, not pages or sectors: what is packed serves every drive.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/workload/trace.h"

namespace ssd::workload {

inline constexpr std::size_t kBlockRecords = 4096;

// At most kBlockRecords of them become one block at the end of `out`, a multiple of 8 bytes.
void pack_block(std::span<const TraceRecord> records, std::string& out);

// Adds the records of the block that `packed` begins with, and takes it off. Nothing, and false, if no block is there: `packed` begins at a
// multiple of 8.
bool unpack_block(std::string_view& packed, std::vector<TraceRecord>& records);

}  // namespace ssd::workload

// See packed_records.h. A block: its header, then the columns one after another, each filled up to 8 bytes.
#include "runtime/workload/packed_records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace ssd::workload {
namespace {

struct Column {
  u64 base = 0, step = 1;
  u64 width = 0;  // bytes of a number: 0 (all are the base), 1, 2, 4 or 8
};
constexpr std::size_t kColumns = 5;
struct BlockHeader {
  u64 records = 0;
  std::array<Column, kColumns> columns;
};

using Values = std::array<u64, kBlockRecords>;

std::size_t bytes_of(u64 records, u64 width) { return (records * width + 7) / 8 * 8; }

// Division by a step, for numbers that are multiples of it: a shift and a product with the inverse of what is odd of it (modulo 2^64), which is
// several times faster than dividing. Of other numbers it can tell that they are none.
class Divisor {
 public:
  explicit Divisor(u64 step) : shift_(std::countr_zero(step)), odd_(step >> shift_), inverse_(inverse_of(odd_)), most_(~u64{0} / odd_) {}
  u64 quotient(u64 value) const { return (value >> shift_) * inverse_; }
  bool divides(u64 value) const { return quotient(value) <= most_ && (value & ((u64{1} << shift_) - 1)) == 0; }

 private:
  // Each round doubles the bits that are right; three are at first.
  static u64 inverse_of(u64 odd) {
    u64 inverse = odd;
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
    return inverse;
  }
  int shift_;
  u64 odd_, inverse_, most_;
};

// The largest number of which all are multiples; not all are 0. Times in us and sectors of 512 bytes have one that saves a byte or two. The first
// numbers tell it nearly always: the others are then only looked at.
u64 common_step(std::span<const u64> above) {
  u64 step = 0;
  std::size_t i = 0;
  for (; i < above.size() && (step == 0 || i < 4); ++i) step = std::gcd(step, above[i]);
  while (i < above.size() && step != 1) {
    const Divisor divisor(step);
    bool all = true;
    for (std::size_t k = i; k < above.size(); ++k) all &= divisor.divides(above[k]);
    if (all) return step;
    while (divisor.divides(above[i])) ++i;
    step = std::gcd(step, above[i]);
  }
  return step;
}

template <class Number>
void write_numbers(const u64* values, std::size_t count, const Divisor& step, char* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<Number>(step.quotient(values[i]));
    std::memcpy(out + i * sizeof number, &number, sizeof number);
  }
}

Column pack_column(std::span<const u64> values, std::string& out) {
  Column column;
  u64 least = values[0], most = values[0];
  for (const u64 value : values) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  column.base = least;
  if (least == most) return column;
  Values above;
  for (std::size_t i = 0; i < values.size(); ++i) above[i] = values[i] - least;
  column.step = common_step(std::span(above).first(values.size()));
  const u64 largest = (most - least) / column.step;
  column.width = largest <= 0xff ? 1 : largest <= 0xffff ? 2 : largest <= 0xffff'ffff ? 4 : 8;
  const std::size_t begin = out.size();
  out.resize(begin + bytes_of(values.size(), column.width), '\0');
  char* const at = out.data() + begin;
  const Divisor divisor(column.step);
  switch (column.width) {
    case 1: write_numbers<u8>(above.data(), values.size(), divisor, at); break;
    case 2: write_numbers<u16>(above.data(), values.size(), divisor, at); break;
    case 4: write_numbers<u32>(above.data(), values.size(), divisor, at); break;
    default: write_numbers<u64>(above.data(), values.size(), divisor, at); break;
  }
  return column;
}

// A product of two numbers of 32 bits is one that vectors have.
template <class Number>
void read_numbers(const Column& column, const char* in, std::size_t count, u64* __restrict out) {
  const u64 base = column.base, step = column.step;
  const auto number = [in](std::size_t i) {
    Number n;
    std::memcpy(&n, in + i * sizeof n, sizeof n);
    return n;
  };
  if (sizeof(Number) <= sizeof(u32) && step <= ~u32{0}) {
    const auto short_step = static_cast<u32>(step);
    for (std::size_t i = 0; i < count; ++i) out[i] = base + u64{static_cast<u32>(number(i))} * short_step;
  } else {
    for (std::size_t i = 0; i < count; ++i) out[i] = base + number(i) * step;
  }
}

void read_column(const Column& column, const char* in, std::size_t count, Values& out) {
  switch (column.width) {
    case 0: std::fill_n(out.begin(), count, column.base); break;
    case 1: read_numbers<u8>(column, in, count, out.data()); break;
    case 2: read_numbers<u16>(column, in, count, out.data()); break;
    case 4: read_numbers<u32>(column, in, count, out.data()); break;
    default: read_numbers<u64>(column, in, count, out.data()); break;
  }
}

bool is_width(u64 width) { return width == 0 || width == 1 || width == 2 || width == 4 || width == 8; }

template <class Block>
auto columns_of(Block& block) {
  return std::array{&block.arrivals, &block.offsets, &block.bytes, &block.directions, &block.devices};
}

}  // namespace

std::size_t RecordBlock::add(std::span<const TraceRecord> records) {
  const std::size_t added = std::min(records.size(), kBlockRecords - size);
  for (std::size_t i = 0; i < added; ++i) {
    const TraceRecord& r = records[i];
    arrivals[size + i] = r.arrival;
    offsets[size + i] = r.offset;
    bytes[size + i] = r.bytes;
    directions[size + i] = static_cast<u64>(r.direction);
    devices[size + i] = r.device;
  }
  size += added;
  return added;
}

void pack_block(const RecordBlock& block, std::string& out) {
  BlockHeader header{.records = block.size, .columns = {}};
  const std::size_t begin = out.size();
  out.resize(begin + sizeof header);
  const auto columns = columns_of(block);
  for (std::size_t c = 0; c < kColumns; ++c) header.columns[c] = pack_column(std::span(*columns[c]).first(block.size), out);
  std::memcpy(out.data() + begin, &header, sizeof header);
}

bool unpack_block(std::string_view& packed, RecordBlock& block) {
  BlockHeader header;
  if (packed.size() < sizeof header) return false;
  std::memcpy(&header, packed.data(), sizeof header);
  if (header.records == 0 || header.records > kBlockRecords) return false;
  std::size_t all = sizeof header;
  for (const Column& column : header.columns) {
    if (!is_width(column.width)) return false;
    all += bytes_of(header.records, column.width);
  }
  if (packed.size() < all) return false;
  block.size = header.records;
  const char* at = packed.data() + sizeof header;
  const auto columns = columns_of(block);
  for (std::size_t c = 0; c < kColumns; ++c) {
    read_column(header.columns[c], at, block.size, *columns[c]);
    at += bytes_of(header.records, header.columns[c].width);
  }
  packed.remove_prefix(all);
  return true;
}

}  // namespace ssd::workload

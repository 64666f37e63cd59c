// See packed_records.h. A block is its header, then the columns one after another, each padded to 8 bytes, then the
// directions, one byte each.
#include "runtime/trace/packed_records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace ssd::trace {
namespace {

struct Column {
  u64 base = 0, step = 1;
  u64 width = 0;  // bytes of a number: 0 (all values are the base), 1, 2, 4 or 8
};
constexpr std::size_t kColumns = 4;
struct BlockHeader {
  u64 records = 0;
  std::array<Column, kColumns> columns;
};

using Values = std::array<u64, kBlockRecords>;

std::size_t bytes_of(u64 records, u64 width) { return (records * width + 7) / 8 * 8; }

// Division by a step, for multiples of the step: a shift, and a product with the inverse (modulo 2^64) of the step's
// odd factor, which is several times faster than a division. For any other number the product is larger than 2^64 /
// odd, or the shift loses a bit.
struct Divisor {
  explicit Divisor(u64 step) : shift(std::countr_zero(step)), odd(step >> shift), inverse(inverse_of(odd)) {}
  u64 quotient(u64 value) const { return (value >> shift) * inverse; }
  u64 lost() const { return (u64{1} << shift) - 1; }

  int shift;
  u64 odd, inverse;

 private:
  // Each round doubles the number of correct bits; there are three at first.
  static u64 inverse_of(u64 of) {
    u64 result = of;
    for (int bits = 3; bits < 64; bits *= 2) result *= 2 - of * result;
    return result;
  }
};

// The result of dividing several numbers; `bits`: the bits that any quotient has.
struct Quotients {
  bool exact;  // false also if it cannot be determined
  u64 bits;
};

// Subtracts the base from all values and divides by the step.
template <bool kShiftOnly>
Quotients divide(std::span<const u64> values, u64 base, const Divisor& divisor, u64* __restrict out) {
  u64 quotients = 0, above = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const u64 value = values[i] - base;
    const u64 quotient = kShiftOnly ? value >> divisor.shift : divisor.quotient(value);
    out[i] = quotient;
    quotients |= quotient;
    above |= value;
  }
  return {quotients <= ~u64{0} / divisor.odd && (above & divisor.lost()) == 0, quotients};
}

Quotients divide(std::span<const u64> values, u64 base, u64 step, u64* out) {
  const Divisor divisor(step);
  return divisor.odd == 1 ? divide<true>(values, base, divisor, out) : divide<false>(values, base, divisor, out);
}

// The largest number of which all values, less the base, are multiples; not all of them may equal the base. Times in us
// and sectors of 512 bytes have such a step, which saves a byte or two.
u64 common_step(std::span<const u64> values, u64 base) {
  u64 step = 0;
  for (const u64 value : values) {
    step = std::gcd(step, value - base);
    if (step == 1) return 1;
  }
  return step;
}

// Nearly always the first numbers determine the step. If the common step is not exact either, the step is 1, which
// always is.
u64 divide_by_step(std::span<const u64> values, u64 base, u64& step, u64* out) {
  constexpr std::size_t kFew = 8;
  step = std::max<u64>(common_step(values.first(std::min(kFew, values.size())), base), 1);
  Quotients found = divide(values, base, step, out);
  if (found.exact) return found.bits;
  step = common_step(values, base);
  found = divide(values, base, step, out);
  if (found.exact) return found.bits;
  step = 1;
  return divide(values, base, step, out).bits;
}

template <class Number>
void write_numbers(const u64* numbers, std::size_t count, char* __restrict out) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<Number>(numbers[i]);
    std::memcpy(out + i * sizeof number, &number, sizeof number);
  }
}

// No value may be below the base.
Column pack_column(std::span<const u64> values, u64 base, std::string& out) {
  u64 others = 0;
  for (const u64 value : values) others |= value ^ values[0];
  if (others == 0) return {.base = values[0]};
  Column column{.base = base};
  Values numbers;
  const u64 bits = divide_by_step(values, base, column.step, numbers.data());
  column.width = bits <= 0xff ? 1 : bits <= 0xffff ? 2 : bits <= 0xffff'ffff ? 4 : 8;
  const std::size_t begin = out.size();
  out.resize(begin + bytes_of(values.size(), column.width), '\0');
  char* const at = out.data() + begin;
  switch (column.width) {
    case 1: write_numbers<u8>(numbers.data(), values.size(), at); break;
    case 2: write_numbers<u16>(numbers.data(), values.size(), at); break;
    case 4: write_numbers<u32>(numbers.data(), values.size(), at); break;
    default: write_numbers<u64>(numbers.data(), values.size(), at); break;
  }
  return column;
}

Column pack_devices(std::span<const u32> devices, std::string& out) {
  u32 others = 0;
  for (const u32 device : devices) others |= device ^ devices[0];
  if (others == 0) return {.base = devices[0]};
  Values values;
  std::ranges::copy(devices, values.begin());
  return pack_column(std::span(values).first(devices.size()), 0, out);
}

// Vector instructions have a product of two 32-bit numbers.
template <class Number, class Out>
void read_numbers(const Column& column, const char* in, std::size_t count, Out* __restrict out) {
  const u64 base = column.base, step = column.step;
  const auto number = [in](std::size_t i) {
    Number n;
    std::memcpy(&n, in + i * sizeof n, sizeof n);
    return n;
  };
  if (sizeof(Number) <= sizeof(u32) && step <= ~u32{0}) {
    const auto short_step = static_cast<u32>(step);
    for (std::size_t i = 0; i < count; ++i)
      out[i] = static_cast<Out>(base + u64{static_cast<u32>(number(i))} * short_step);
  } else {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Out>(base + number(i) * step);
  }
}

// Reads the column at `in` and advances `in` behind it.
template <class Out>
void read_column(const Column& column, std::size_t count, const char*& in, Out* __restrict out) {
  switch (column.width) {
    case 0: std::fill_n(out, count, static_cast<Out>(column.base)); break;
    case 1: read_numbers<u8>(column, in, count, out); break;
    case 2: read_numbers<u16>(column, in, count, out); break;
    case 4: read_numbers<u32>(column, in, count, out); break;
    default: read_numbers<u64>(column, in, count, out); break;
  }
  in += bytes_of(count, column.width);
}

bool is_width(u64 width) { return width == 0 || width == 1 || width == 2 || width == 4 || width == 8; }

}  // namespace

std::size_t RecordBlock::add(std::span<const TraceRecord> records) {
  const std::size_t added = std::min(records.size(), kBlockRecords - size);
  for (std::size_t i = 0; i < added; ++i) {
    const TraceRecord& r = records[i];
    arrivals[size + i] = r.arrival;
    offsets[size + i] = r.offset;
    bytes[size + i] = r.bytes;
    directions[size + i] = static_cast<u8>(static_cast<u8>(r.direction) | (r.forced ? kForced : 0));
    devices[size + i] = r.device;
  }
  size += added;
  return added;
}

void pack_block(const RecordBlock& block, std::string& out) {
  BlockHeader header{.records = block.size, .columns = {}};
  const std::size_t begin = out.size();
  out.resize(begin + sizeof header);
  const auto arrivals = std::span(block.arrivals).first(block.size);
  header.columns[0] = pack_column(arrivals, std::ranges::min(arrivals), out);
  header.columns[1] = pack_column(std::span(block.offsets).first(block.size), 0, out);
  header.columns[2] = pack_column(std::span(block.bytes).first(block.size), 0, out);
  header.columns[3] = pack_devices(std::span(block.devices).first(block.size), out);
  const std::size_t directions = out.size();
  out.resize(directions + bytes_of(block.size, 1), '\0');
  std::memcpy(out.data() + directions, block.directions.data(), block.size);
  std::memcpy(out.data() + begin, &header, sizeof header);
}

bool unpack_block(std::string_view& packed, RecordBlock& block) {
  BlockHeader header;
  if (packed.size() < sizeof header) return false;
  std::memcpy(&header, packed.data(), sizeof header);
  if (header.records == 0 || header.records > kBlockRecords) return false;
  std::size_t all = sizeof header + bytes_of(header.records, 1);
  for (const Column& column : header.columns) {
    if (!is_width(column.width)) return false;
    all += bytes_of(header.records, column.width);
  }
  if (packed.size() < all) return false;
  block.size = header.records;
  const char* at = packed.data() + sizeof header;
  read_column(header.columns[0], block.size, at, block.arrivals.data());
  read_column(header.columns[1], block.size, at, block.offsets.data());
  read_column(header.columns[2], block.size, at, block.bytes.data());
  read_column(header.columns[3], block.size, at, block.devices.data());
  std::memcpy(block.directions.data(), at, block.size);
  packed.remove_prefix(all);
  return true;
}

}  // namespace ssd::trace

// See packed_records.h. A block: its header, then the columns one after another, each filled up to 8 bytes.
#include "runtime/workload/packed_records.h"

#include <algorithm>
#include <array>
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

// Times in us and sectors of 512 bytes have a step that saves a byte or two.
Column column_of(std::span<const u64> values) {
  Column column;
  column.base = std::ranges::min(values);
  u64 step = 0, largest = 0;
  for (const u64 value : values) {
    const u64 above = value - column.base;
    largest = std::max(largest, above);
    if (step == 0 || above % step != 0) step = std::gcd(step, above);
  }
  if (largest == 0) return column;
  column.step = step;
  const u64 most = largest / step;
  column.width = most <= 0xff ? 1 : most <= 0xffff ? 2 : most <= 0xffff'ffff ? 4 : 8;
  return column;
}

void write_column(const Column& column, std::span<const u64> values, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + bytes_of(values.size(), column.width), '\0');
  char* at = out.data() + begin;
  for (const u64 value : values) {
    const u64 number = (value - column.base) / column.step;
    std::memcpy(at, &number, column.width);  // the low bytes
    at += column.width;
  }
}

template <class Number, class Set>
void read_numbers(const Column& column, std::string_view bytes, std::span<TraceRecord> records, Set set) {
  const char* at = bytes.data();
  for (TraceRecord& record : records) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    at += sizeof number;
    set(record, column.base + column.step * number);
  }
}

template <class Set>
void read_column(const Column& column, std::string_view bytes, std::span<TraceRecord> records, Set set) {
  switch (column.width) {
    case 0:
      for (TraceRecord& record : records) set(record, column.base);
      break;
    case 1: read_numbers<u8>(column, bytes, records, set); break;
    case 2: read_numbers<u16>(column, bytes, records, set); break;
    case 4: read_numbers<u32>(column, bytes, records, set); break;
    default: read_numbers<u64>(column, bytes, records, set); break;
  }
}

bool is_width(u64 width) { return width == 0 || width == 1 || width == 2 || width == 4 || width == 8; }

}  // namespace

void pack_block(std::span<const TraceRecord> records, std::string& out) {
  std::array<Values, kColumns> values;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const TraceRecord& r = records[i];
    values[0][i] = r.arrival;
    values[1][i] = r.offset;
    values[2][i] = r.bytes;
    values[3][i] = static_cast<u64>(r.direction);
    values[4][i] = r.device;
  }
  BlockHeader header{.records = records.size(), .columns = {}};
  for (std::size_t c = 0; c < kColumns; ++c) header.columns[c] = column_of(std::span(values[c]).first(records.size()));
  out.append(reinterpret_cast<const char*>(&header), sizeof header);
  for (std::size_t c = 0; c < kColumns; ++c) write_column(header.columns[c], std::span(values[c]).first(records.size()), out);
}

bool unpack_block(std::string_view& packed, std::vector<TraceRecord>& records) {
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
  const std::size_t before = records.size();
  records.resize(before + header.records);
  const std::span<TraceRecord> added = std::span(records).subspan(before);
  std::string_view rest = packed.substr(sizeof header);
  const auto next = [&](std::size_t c, auto set) {
    read_column(header.columns[c], rest, added, set);
    rest.remove_prefix(bytes_of(header.records, header.columns[c].width));
  };
  next(0, [](TraceRecord& r, u64 value) { r.arrival = value; });
  next(1, [](TraceRecord& r, u64 value) { r.offset = value; });
  next(2, [](TraceRecord& r, u64 value) { r.bytes = value; });
  next(3, [](TraceRecord& r, u64 value) { r.direction = static_cast<Direction>(value); });
  next(4, [](TraceRecord& r, u64 value) { r.device = static_cast<u32>(value); });
  packed = rest;
  return true;
}

}  // namespace ssd::workload

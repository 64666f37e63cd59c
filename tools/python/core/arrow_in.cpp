// Records from Arrow streams, of the types that pandas, polars and pyarrow give to such columns.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <limits>
#include <string_view>

#include "tools/python/core/arrow.h"

namespace ssd::python {
namespace {

// Releases a part of the stream at the end of a block.
template <class Part>
struct Owned {
  Part part{};
  Owned() = default;
  ~Owned() {
    if (part.release != nullptr) part.release(&part);
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
};

template <class T>
T read(const void* buffer, std::int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
  return value;
}

// A column of the present batch. Rows count from the batch's begin.
struct Cells {
  const ArrowSchema* schema = nullptr;
  const ArrowArray* array = nullptr;

  std::string_view format() const { return schema->format; }
  bool is_missing(std::int64_t row) const {
    const std::int64_t at = row + array->offset;
    const void* present = array->null_count == 0 ? nullptr : array->buffers[0];
    return present != nullptr && (read<std::uint8_t>(present, at / 8) >> (at % 8) & 1) == 0;
  }
};

[[noreturn]] void refuse_type(const Cells& cells, const char* wanted) {
  throw nb::type_error((std::string("the column `") + cells.schema->name + "` of the trace has " + wanted +
                        "; Arrow calls its type `" + cells.schema->format + "`")
                           .c_str());
}

[[noreturn]] void refuse_value(const Cells& cells, std::uint64_t row, const std::string& why) {
  throw nb::value_error(("the column `" + std::string(cells.schema->name) + "` of the trace, row " +
                         std::to_string(row) + " (from 0): " + why)
                            .c_str());
}

template <class T>
std::int64_t signed_at(const void* values, std::int64_t at) {
  return static_cast<std::int64_t>(read<T>(values, at));
}
// Where the integers of a format are; the factor turns times into ns.
struct Integers {
  std::string_view format;
  std::int64_t (*read)(const void*, std::int64_t);
  bool is_signed;
  std::uint64_t factor;
};
constexpr std::array kIntegers{
    Integers{"c", signed_at<std::int8_t>, true, 1},           Integers{"C", signed_at<std::uint8_t>, false, 1},
    Integers{"s", signed_at<std::int16_t>, true, 1},          Integers{"S", signed_at<std::uint16_t>, false, 1},
    Integers{"i", signed_at<std::int32_t>, true, 1},          Integers{"I", signed_at<std::uint32_t>, false, 1},
    Integers{"l", signed_at<std::int64_t>, true, 1},          Integers{"L", signed_at<std::uint64_t>, false, 1},
    Integers{"tDn", signed_at<std::int64_t>, true, 1},        Integers{"tDu", signed_at<std::int64_t>, true, 1'000},
    Integers{"tDm", signed_at<std::int64_t>, true, 1'000'000}};

std::uint64_t number_at(const Cells& cells, std::int64_t row, std::uint64_t shown) {
  const auto kind = std::ranges::find(kIntegers, cells.format(), &Integers::format);
  if (kind == kIntegers.end()) refuse_type(cells, "whole numbers, or a time as a duration");
  const std::int64_t value = kind->read(cells.array->buffers[1], row + cells.array->offset);
  if (kind->is_signed && value < 0) refuse_value(cells, shown, std::to_string(value) + " is negative");
  const auto number = static_cast<std::uint64_t>(value);
  if (number > std::numeric_limits<std::uint64_t>::max() / kind->factor)
    refuse_value(cells, shown, "it is more than 2**64 ns");
  return number * kind->factor;
}

template <class Offset>
std::string_view text_between(const ArrowArray& array, std::int64_t at) {
  const auto begin = read<Offset>(array.buffers[1], at), end = read<Offset>(array.buffers[1], at + 1);
  return {static_cast<const char*>(array.buffers[2]) + begin, static_cast<std::size_t>(end - begin)};
}

// A view has its length, and then the text itself, or the buffer in which it is and where.
std::string_view viewed_text(const ArrowArray& array, std::int64_t at) {
  constexpr std::int32_t kLongestInside = 12;
  const char* view = static_cast<const char*>(array.buffers[1]) + at * 16;
  const auto length = read<std::int32_t>(view, 0);
  if (length <= kLongestInside) return {view + 4, static_cast<std::size_t>(length)};
  const auto buffer = read<std::int32_t>(view, 2), begin = read<std::int32_t>(view, 3);
  return {static_cast<const char*>(array.buffers[2 + buffer]) + begin, static_cast<std::size_t>(length)};
}

// Where the texts of a format are.
struct TextFormat {
  std::string_view format;
  std::string_view (*read)(const ArrowArray&, std::int64_t);
};
constexpr std::array kTexts{TextFormat{"u", text_between<std::int32_t>}, TextFormat{"U", text_between<std::int64_t>},
                            TextFormat{"vu", viewed_text}};

std::string_view text_at(const Cells& cells, std::int64_t row) {
  const auto kind = std::ranges::find(kTexts, cells.format(), &TextFormat::format);
  if (kind == kTexts.end()) refuse_type(cells, "texts: read, write or trim");
  return kind->read(*cells.array, row + cells.array->offset);
}

api::Direction direction_at(const Cells& cells, std::int64_t row, std::uint64_t shown) {
  Cells words = cells;
  std::int64_t place = row;
  if (cells.schema->dictionary != nullptr) {
    place = static_cast<std::int64_t>(number_at(cells, row, shown));
    words = {.schema = cells.schema->dictionary, .array = cells.array->dictionary};
  }
  std::string word;
  for (const char c : text_at(words, place)) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const auto& [name, direction] : kDirections) {
    if (word == name || word == std::string(1, name[0])) return direction;
  }
  refuse_value(cells, shown, "`" + word + "` is none of read, write and trim");
}

constexpr std::uint64_t kBetweenLooks = 1U << 16;  // rows

// The columns of a record, in the order of the fields that they fill.
constexpr std::array kColumns{"time", "op", "offset", "size"};
using Row = std::array<Cells, kColumns.size()>;

// Takes what the stream returned; a stream that fails says why.
void check(int error, ArrowArrayStream& stream) {
  if (error == 0) return;
  const char* why = stream.get_last_error(&stream);
  throw nb::value_error(
      (std::string("the data frame cannot be read: ") + (why != nullptr ? why : std::strerror(error))).c_str());
}

Row columns_of(const ArrowSchema& schema) {
  Row row;
  for (std::size_t which = 0; which < kColumns.size(); ++which) {
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      if (std::string_view(schema.children[i]->name) == kColumns[which]) row[which].schema = schema.children[i];
    }
    if (row[which].schema == nullptr)
      throw nb::type_error((std::string("the trace has no column `") + kColumns[which] +
                            "`; it needs time (ns), op, offset and size (bytes)")
                               .c_str());
  }
  return row;
}

void add_batch(std::vector<api::Record>& records, Row& row, const ArrowSchema& schema, const ArrowArray& batch) {
  Unlocked unlocked;
  for (Cells& cells : row) {
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      if (schema.children[i] == cells.schema) cells.array = batch.children[i];
    }
  }
  for (std::int64_t i = batch.offset; i < batch.offset + batch.length; ++i) {
    const std::uint64_t shown = records.size();
    if (shown % kBetweenLooks == 0) unlocked.look_for_signals();
    for (const Cells& cells : row) {
      if (cells.is_missing(i)) refuse_value(cells, shown, "it is missing");
    }
    records.push_back({.time = number_at(row[0], i, shown),
                       .offset = number_at(row[2], i, shown),
                       .bytes = number_at(row[3], i, shown),
                       .direction = direction_at(row[1], i, shown),
                       .device = 0});
  }
}

}  // namespace

std::vector<api::Record> records_of_stream(const nb::object& capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), kStreamCapsule));
  if (stream == nullptr) throw nb::python_error();
  Owned<ArrowSchema> schema;
  check(stream->get_schema(stream, &schema.part), *stream);
  Row row = columns_of(schema.part);
  std::vector<api::Record> records;
  while (true) {
    Owned<ArrowArray> batch;
    check(stream->get_next(stream, &batch.part), *stream);
    if (batch.part.release == nullptr) return records;
    add_batch(records, row, schema.part, batch.part);
  }
}

}  // namespace ssd::python

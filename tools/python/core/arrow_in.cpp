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

// Whether an array has no value at that place.
bool lacks(const ArrowArray& array, std::int64_t at) {
  const void* present = array.null_count == 0 || array.n_buffers == 0 ? nullptr : array.buffers[0];
  return present != nullptr && (read<std::uint8_t>(present, at / 8) >> (at % 8) & 1) == 0;
}

// A column of the present batch, or the dictionary of one. Rows count from the batch's begin.
struct Cells {
  const ArrowSchema* schema = nullptr;
  const ArrowArray* array = nullptr;
  const char* name = "";  // of the column

  std::string_view format() const { return schema->format; }
  bool is_missing(std::int64_t row) const { return lacks(*array, row + array->offset); }
  Cells dictionary() const { return {.schema = schema->dictionary, .array = array->dictionary, .name = name}; }
};
struct Cell {
  Cells cells;
  std::int64_t row = 0;
};

// Why a data frame is no trace.
struct Unfit {
  std::string why, help;
};

constexpr const char* kNeeded =
    "a trace has the columns time (ns, or a duration), op (read, write, fua, trim or flush), offset and size (bytes), "
    "and "
    "no value is missing";

[[noreturn]] void refuse_type(std::string_view name, std::string_view format, const char* wanted) {
  throw Unfit{"the column `" + std::string(name) + "` has a type that Arrow calls `" + std::string(format) +
                  "`; it needs " + wanted,
              "cast the column; " + std::string(kNeeded)};
}

[[noreturn]] void refuse_value(const char* name, std::uint64_t row, const std::string& why) {
  throw Unfit{"the column `" + std::string(name) + "`, row " + std::to_string(row) + " (from 0): " + why, kNeeded};
}

template <class T>
std::int64_t signed_at(const void* values, std::int64_t at) {
  return static_cast<std::int64_t>(read<T>(values, at));
}

// What the places in a dictionary, and sizes, may be.
constexpr std::array<std::string_view, 8> kIndices{"c", "C", "s", "S", "i", "I", "l", "L"};

// Where the integers of a format are; the factor turns times into ns.
struct Integers {
  std::string_view format;
  std::int64_t (*read)(const void*, std::int64_t);
  bool is_signed;
  std::uint64_t factor;
};
constexpr std::array kIntegers{Integers{"c", signed_at<std::int8_t>, true, 1},
                               Integers{"C", signed_at<std::uint8_t>, false, 1},
                               Integers{"s", signed_at<std::int16_t>, true, 1},
                               Integers{"S", signed_at<std::uint16_t>, false, 1},
                               Integers{"i", signed_at<std::int32_t>, true, 1},
                               Integers{"I", signed_at<std::uint32_t>, false, 1},
                               Integers{"l", signed_at<std::int64_t>, true, 1},
                               Integers{"L", signed_at<std::uint64_t>, false, 1},
                               Integers{"tDs", signed_at<std::int64_t>, true, 1'000'000'000},
                               Integers{"tDn", signed_at<std::int64_t>, true, 1},
                               Integers{"tDu", signed_at<std::int64_t>, true, 1'000},
                               Integers{"tDm", signed_at<std::int64_t>, true, 1'000'000}};

std::uint64_t number_in(const Cell& cell, std::uint64_t shown) {
  const Cells& cells = cell.cells;
  const Integers& kind = *std::ranges::find(kIntegers, cells.format(), &Integers::format);
  const std::int64_t value = kind.read(cells.array->buffers[1], cell.row + cells.array->offset);
  if (kind.is_signed && value < 0) refuse_value(cells.name, shown, std::to_string(value) + " is negative");
  const auto number = static_cast<std::uint64_t>(value);
  if (number > std::numeric_limits<std::uint64_t>::max() / kind.factor)
    refuse_value(cells.name, shown, "it is more than 2**64 ns");
  return number * kind.factor;
}

// Where the value of a row is: in the column itself, or in its dictionary, at the place that the column names.
Cell cell_of(const Cells& column, std::int64_t row, std::uint64_t shown) {
  Cell cell{.cells = column, .row = row};
  while (true) {
    if (cell.cells.is_missing(cell.row)) refuse_value(column.name, shown, "it is missing");
    if (cell.cells.schema->dictionary == nullptr) return cell;
    const std::uint64_t place = number_in(cell, shown);
    cell = {.cells = cell.cells.dictionary(), .row = static_cast<std::int64_t>(place)};
    if (place >= static_cast<std::uint64_t>(cell.cells.array->length))
      refuse_value(column.name, shown, "the dictionary of the column has no place " + std::to_string(place));
  }
}

std::uint64_t number_at(const Cells& column, std::int64_t row, std::uint64_t shown) {
  return number_in(cell_of(column, row, shown), shown);
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

// Sets what kind of request the record is.
void set_kind(api::Record& record, const Cells& column, std::int64_t row, std::uint64_t shown) {
  const auto [words, place] = cell_of(column, row, shown);
  const auto kind = std::ranges::find(kTexts, words.format(), &TextFormat::format);
  std::string word;
  for (const char c : kind->read(*words.array, place + words.array->offset))
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  record.forced = word == kForcedWrite;
  if (record.forced) return;
  for (const auto& [name, direction] : kDirections) {
    record.direction = direction;
    if (word == name || word == std::string(1, name[0])) return;
  }
  refuse_value(column.name, shown, "`" + word + "` is none of read, write, fua, trim and flush");
}

constexpr std::uint64_t kRowsBetweenLooks = 1U << 16;

// The columns of a record, in the order of the fields that they fill.
constexpr std::array kColumns{"time", "op", "offset", "size"};
using Row = std::array<Cells, kColumns.size()>;

// Takes what the stream returned; a stream that fails says why.
void check(int error, ArrowArrayStream& stream) {
  if (error == 0) return;
  const char* why = stream.get_last_error(&stream);
  throw Unfit{why != nullptr ? why : std::strerror(error), "the library that made the frame says so"};
}

bool is_index(std::string_view format) { return std::ranges::find(kIndices, format) != kIndices.end(); }

bool is_time(std::string_view format) {
  return std::ranges::find(kIntegers, format, &Integers::format) != kIntegers.end();
}
bool is_text(std::string_view format) { return std::ranges::find(kTexts, format, &TextFormat::format) != kTexts.end(); }

// The types of the columns, in the same order.
struct ColumnType {
  bool (*fits)(std::string_view format);
  const char* wanted;
};
constexpr std::array<ColumnType, kColumns.size()> kTypes{ColumnType{is_time, "whole numbers (ns), or durations"},
                                                         ColumnType{is_text, "texts: read, write, fua, trim or flush"},
                                                         ColumnType{is_index, "whole numbers (bytes)"},
                                                         ColumnType{is_index, "whole numbers (bytes)"}};

void check_type(std::string_view name, const ArrowSchema& schema, const ColumnType& type) {
  const ArrowSchema* values = &schema;
  while (values->dictionary != nullptr) {
    if (!is_index(values->format)) refuse_type(name, values->format, "a dictionary whose places are whole numbers");
    values = values->dictionary;
  }
  if (!type.fits(values->format)) refuse_type(name, values->format, type.wanted);
}

Row columns_of(const ArrowSchema& schema) {
  Row row;
  for (std::size_t which = 0; which < kColumns.size(); ++which) {
    row[which].name = kColumns[which];
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      const char* name = schema.children[i]->name;
      if (name != nullptr && std::string_view(name) == kColumns[which]) row[which].schema = schema.children[i];
    }
    if (row[which].schema == nullptr) {
      throw Unfit{"it has no column `" + std::string(kColumns[which]) + "`",
                  "rename or add columns; " + std::string(kNeeded)};
    }
    check_type(kColumns[which], *row[which].schema, kTypes[which]);
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
    if (shown % kRowsBetweenLooks == 0) unlocked.look_for_signals();
    if (lacks(batch, i)) throw Unfit{"the whole row " + std::to_string(shown) + " (from 0) is missing", kNeeded};
    records.push_back({.time = number_at(row[0], i, shown),
                       .offset = number_at(row[2], i, shown),
                       .bytes = number_at(row[3], i, shown),
                       .direction = api::Direction::kWrite,
                       .device = 0});
    set_kind(records.back(), row[1], i, shown);
  }
}

std::vector<api::Record> records_in(ArrowArrayStream& stream) {
  Owned<ArrowSchema> schema;
  check(stream.get_schema(&stream, &schema.part), stream);
  Row row = columns_of(schema.part);
  std::vector<api::Record> records;
  while (true) {
    Owned<ArrowArray> batch;
    check(stream.get_next(&stream, &batch.part), stream);
    if (batch.part.release == nullptr) return records;
    add_batch(records, row, schema.part, batch.part);
  }
}

}  // namespace

std::vector<api::Record> records_of_stream(const nb::object& capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), kStreamCapsule));
  if (stream == nullptr) throw nb::python_error();
  try {
    return records_in(*stream);
  } catch (const Unfit& unfit) {
    refuse("E0403", "the data frame cannot be read as a trace: " + unfit.why, unfit.help);
  }
}

}  // namespace ssd::python

// Tables that pass between ssdc and data frames by Arrow's C stream interface
// (https://arrow.apache.org/docs/format/CStreamInterface.html), so neither needs a library of the other.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/python/core/bound.h"

// The three structures of the interface; the specification fixes names and layout.
struct ArrowSchema {
  const char *format, *name, *metadata;
  std::int64_t flags, n_children;
  ArrowSchema **children, *dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  std::int64_t length, null_count, offset, n_buffers, n_children;
  const void** buffers;
  ArrowArray **children, *dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

namespace ssd::python {

inline constexpr const char* kStreamCapsule = "arrow_array_stream";

// Every value has eight bytes: an unsigned number, a double, or the end of a text in `characters`.
struct Column {
  std::string name;
  enum class Kind : std::uint8_t { kUnsigned, kDouble, kText } kind = Kind::kUnsigned;
  std::vector<std::uint64_t> values = {};  // of texts one more: they begin where the one before ends
  std::string characters = {};
};
struct Table {
  std::vector<Column> columns;
  std::uint64_t rows = 0;
};

// A capsule with a stream of one batch. It keeps the table alive.
nb::object stream_of(std::shared_ptr<const Table> table);

// The records in a stream with the columns time (ns), op, offset and size (bytes), and others, which are ignored.
// Columns may be encoded by dictionaries. Raises ssdc.Error (E0403) for a column that is missing or of another type,
// and for a value that fits no record.
std::vector<api::Record> records_of_stream(const nb::object& capsule);

void bind_tables(nb::module_& module);

}  // namespace ssd::python

// Tables as Arrow streams. What the consumer gets is released by the consumer, part by part and in any order, so each
// part owns what it points to.
#include <array>
#include <bit>
#include <cerrno>
#include <new>

#include "tools/python/core/arrow.h"

namespace ssd::python {
namespace {

using Shared = std::shared_ptr<const Table>;

const char* format_of(Column::Kind kind) {
  switch (kind) {
    case Column::Kind::kUnsigned: return "L";
    case Column::Kind::kDouble: return "g";
    case Column::Kind::kText: return "U";  // offsets of 64 bits
  }
  return "";
}

template <class Part>
void release_children(Part* part) {
  for (std::int64_t i = 0; i < part->n_children; ++i) {
    if (part->children[i]->release != nullptr) part->children[i]->release(part->children[i]);
  }
}

struct SchemaParts {
  Shared table;
  std::vector<ArrowSchema> children = {};
  std::vector<ArrowSchema*> places = {};
};
void release_schema(ArrowSchema* schema) {
  release_children(schema);
  delete static_cast<SchemaParts*>(schema->private_data);
  schema->release = nullptr;
}

ArrowSchema schema_of(const char* format, const char* name, SchemaParts* parts) {
  return {.format = format,
          .name = name,
          .metadata = nullptr,
          .flags = 0,
          .n_children = static_cast<std::int64_t>(parts->places.size()),
          .children = parts->places.data(),
          .dictionary = nullptr,
          .release = release_schema,
          .private_data = parts};
}

void fill(ArrowSchema* schema, const Shared& table) {
  auto parts = std::make_unique<SchemaParts>(SchemaParts{.table = table});
  for (const Column& column : table->columns)
    parts->children.push_back(schema_of(format_of(column.kind), column.name.c_str(), new SchemaParts{.table = table}));
  for (ArrowSchema& child : parts->children) parts->places.push_back(&child);
  *schema = schema_of("+s", "", parts.release());
}

struct ArrayParts {
  Shared table;
  std::array<const void*, 3> buffers = {};  // first of all which values there are: none is missing
  std::vector<ArrowArray> children = {};
  std::vector<ArrowArray*> places = {};
};
void release_array(ArrowArray* array) {
  release_children(array);
  delete static_cast<ArrayParts*>(array->private_data);
  array->release = nullptr;
}

ArrowArray array_of(std::int64_t buffers, ArrayParts* parts) {
  return {.length = static_cast<std::int64_t>(parts->table->rows),
          .null_count = 0,
          .offset = 0,
          .n_buffers = buffers,
          .n_children = static_cast<std::int64_t>(parts->places.size()),
          .buffers = parts->buffers.data(),
          .children = parts->places.data(),
          .dictionary = nullptr,
          .release = release_array,
          .private_data = parts};
}

void fill(ArrowArray* array, const Shared& table) {
  auto parts = std::make_unique<ArrayParts>(ArrayParts{.table = table});
  for (const Column& column : table->columns) {
    const bool text = column.kind == Column::Kind::kText;
    parts->children.push_back(
        array_of(text ? 3 : 2,
                 new ArrayParts{.table = table, .buffers = {nullptr, column.values.data(), column.characters.data()}}));
  }
  for (ArrowArray& child : parts->children) parts->places.push_back(&child);
  *array = array_of(1, parts.release());
}

struct StreamParts {
  Shared table;
  bool given = false;  // the only batch
};
StreamParts& parts_of(ArrowArrayStream* stream) { return *static_cast<StreamParts*>(stream->private_data); }

// The consumer is C: no exception may reach it.
template <class Part>
int filled(Part* part, const Shared& table) {
  try {
    fill(part, table);
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int give_schema(ArrowArrayStream* stream, ArrowSchema* schema) { return filled(schema, parts_of(stream).table); }

int give_batch(ArrowArrayStream* stream, ArrowArray* array) {
  if (std::exchange(parts_of(stream).given, true)) {
    *array = {};
    return 0;
  }
  return filled(array, parts_of(stream).table);
}

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamParts*>(stream->private_data);
  stream->release = nullptr;
}

void destroy(PyObject* capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kStreamCapsule));
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

constexpr std::array kKinds{std::pair("count", Column::Kind::kUnsigned), std::pair("number", Column::Kind::kDouble),
                            std::pair("text", Column::Kind::kText)};

Column column_of(const std::string& name, const std::string& kind, const nb::list& values) {
  Column column{.name = name, .kind = chosen(kKinds, kind, "kind of column")};
  if (column.kind == Column::Kind::kText) column.values.push_back(0);
  for (const nb::handle value : values) {
    if (column.kind == Column::Kind::kUnsigned) column.values.push_back(nb::cast<std::uint64_t>(value));
    if (column.kind == Column::Kind::kDouble)
      column.values.push_back(std::bit_cast<std::uint64_t>(nb::cast<double>(value)));
    if (column.kind != Column::Kind::kText) continue;
    column.characters += nb::cast<std::string>(value);
    column.values.push_back(column.characters.size());
  }
  return column;
}

}  // namespace

nb::object stream_of(Shared table) {
  auto* stream = new ArrowArrayStream{.get_schema = give_schema,
                                      .get_next = give_batch,
                                      .get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; },
                                      .release = release_stream,
                                      .private_data = new StreamParts{.table = std::move(table)}};
  return nb::steal(PyCapsule_New(stream, kStreamCapsule, destroy));
}

void bind_tables(nb::module_& module) {
  nb::class_<Table>(module, "Table")
      .def("names",
           [](const Table& table) {
             std::vector<std::string> names;
             for (const Column& column : table.columns) names.push_back(column.name);
             return names;
           })
      .def("__len__", [](const Table& table) { return table.rows; })
      .def("stream", [](std::shared_ptr<Table> table) { return stream_of(std::move(table)); });
  module.def("table_of",
             [](const std::vector<std::tuple<std::string, std::string, nb::typed<nb::list, nb::object>>>& columns) {
               auto table = std::make_shared<Table>();
               for (const auto& [name, kind, values] : columns) table->columns.push_back(column_of(name, kind, values));
               table->rows = columns.empty() ? 0 : std::get<2>(columns.front()).size();
               return table;
             });
}

}  // namespace ssd::python

// The table of trace formats: each row of trace_formats.def with the Format that formats/NAME.cpp defines.
#include <algorithm>

#include "runtime/trace/formats/format.h"

namespace ssd::trace {

#define SSD_TRACE_FORMAT(name, columns) Format name##_format();
#define SSD_TRACE_FORMAT_ALSO(other, name)
#include "runtime/abi/trace_formats.def"
#undef SSD_TRACE_FORMAT
#undef SSD_TRACE_FORMAT_ALSO

namespace {

Format named(Format format, std::string_view name, std::string_view columns) {
  format.name = name;
  format.columns = columns;
  return format;
}

std::vector<Format> table() {
  std::vector<Format> rows;
#define SSD_TRACE_FORMAT(name, columns) rows.push_back(named(name##_format(), #name, columns));
#define SSD_TRACE_FORMAT_ALSO(other, name)
#include "runtime/abi/trace_formats.def"
#undef SSD_TRACE_FORMAT
#undef SSD_TRACE_FORMAT_ALSO
#define SSD_TRACE_FORMAT(name, columns)
#define SSD_TRACE_FORMAT_ALSO(other, of) std::ranges::find(rows, #of, &Format::name)->also = #other;
#include "runtime/abi/trace_formats.def"
#undef SSD_TRACE_FORMAT
#undef SSD_TRACE_FORMAT_ALSO
  return rows;
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> rows = table();
  return rows;
}

}  // namespace ssd::trace

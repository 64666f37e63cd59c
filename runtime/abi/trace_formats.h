// The names of the trace formats (trace_formats.def), for code that checks `format: msr` before there is a trace to
// read.
#pragma once
#include <string_view>

namespace ssd::workload {

inline constexpr std::string_view kAnyFormat = "auto";  // recognised by content

// In the form of a key's row: its words, separated by blanks, and their meanings, separated by bars.
inline constexpr std::string_view kTraceFormatWords = "auto"
#define SSD_TRACE_FORMAT(name, columns) " " #name
#define SSD_TRACE_FORMAT_ALSO(other, name) " " #other
#include "runtime/abi/trace_formats.def"
#undef SSD_TRACE_FORMAT
#undef SSD_TRACE_FORMAT_ALSO
    ;
inline constexpr std::string_view kTraceFormatMeanings = "recognised by the content"
#define SSD_TRACE_FORMAT(name, columns) " | " columns
#define SSD_TRACE_FORMAT_ALSO(other, name) " | another name of `" #name "`"
#include "runtime/abi/trace_formats.def"
#undef SSD_TRACE_FORMAT
#undef SSD_TRACE_FORMAT_ALSO
    ;

}  // namespace ssd::workload

// See printed.h.
#include "tools/cli/printed.h"

#include <fmt/format.h>

#include "runtime/base/shown_text.h"

namespace ssd::cli {

void print_result(Rendering format, std::string_view text) {
  fmt::print("{}", format == Rendering::kJson ? std::string(text) : printable_lines(text));
}

}  // namespace ssd::cli

// See printed.h.
#include "tools/cli/printed.h"

#include <cerrno>
#include <cstdio>

#include "runtime/base/shown_text.h"

namespace ssd::cli {
namespace {

int lost = 0;  // errno of the first failure, or 0

void note_failure() {
  if (lost == 0) lost = errno != 0 ? errno : EIO;
}

}  // namespace

void print_bytes(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) note_failure();
}

void print_result(Rendering format, std::string_view text) {
  if (format == Rendering::kJson) return print_bytes(text);
  print_bytes(printable_lines(text));
}

int finish_printing() {
  if (std::fflush(stdout) != 0) note_failure();
  return lost;
}

}  // namespace ssd::cli

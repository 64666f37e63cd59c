// See standard_error.h.
#include "runtime/base/standard_error.h"

#include <unistd.h>

#include <cerrno>
#include <exception>
#include <iterator>

namespace ssd::standard_error {

void write(std::string_view text) noexcept {
  const int before = errno;
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  errno = before;
}

void print_formatted(fmt::string_view format, fmt::format_args arguments) noexcept {
  try {
    fmt::memory_buffer text;
    fmt::vformat_to(std::back_inserter(text), format, arguments);
    write({text.data(), text.size()});
  } catch (const std::exception&) {
    return;  // the message is lost, and the work goes on
  }
}

}  // namespace ssd::standard_error

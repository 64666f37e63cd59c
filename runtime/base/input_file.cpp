// See input_file.h.
#include "runtime/base/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/base/descriptor.h"

namespace ssd {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

// One byte more than the file has, so that its end is found without a second buffer.
std::size_t first_piece(int file, ReadUpTo up_to) {
  struct stat status{};
  if (up_to == ReadUpTo::kLineEnd || ::fstat(file, &status) != 0 || status.st_size <= 0) return kPiece;
  return static_cast<std::size_t>(status.st_size) + 1;
}

// Appends at most so many bytes; returns errno or 0. Nothing is appended at the end of the file.
int append_piece(int file, std::size_t most, std::string& bytes) {
  const std::size_t before = bytes.size();
  bytes.resize(before + most);
  ssize_t got = 0;
  do got = ::read(file, bytes.data() + before, most);
  while (got < 0 && errno == EINTR);
  const int error = got < 0 ? errno : 0;
  bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return error;
}

}  // namespace

FileRead read_file(const std::string& path, ReadUpTo up_to) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return {.bytes = {}, .error = errno};
  std::string bytes;
  for (std::size_t piece = first_piece(file.value(), up_to);; piece = kPiece) {
    const std::size_t before = bytes.size();
    if (const int error = append_piece(file.value(), piece, bytes); error != 0) return {.bytes = {}, .error = error};
    const std::size_t line_end = up_to == ReadUpTo::kLineEnd ? bytes.find('\n', before) : std::string::npos;
    if (line_end != std::string::npos) bytes.resize(line_end + 1);
    if (line_end != std::string::npos || bytes.size() == before) return {.bytes = std::move(bytes), .error = 0};
  }
}

}  // namespace ssd

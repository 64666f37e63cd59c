// See nameless_file.h.
#include "runtime/base/nameless_file.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <filesystem>
#include <string>

namespace ssd {

Descriptor nameless_file(bool appending) {
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error).string();
  Descriptor file;
  const int how = O_TMPFILE | O_RDWR | O_CLOEXEC | (appending ? O_APPEND : 0);
  if (!error) file = Descriptor(::open(folder.c_str(), how, 0600));
  return file.is_open() ? std::move(file) : Descriptor(::memfd_create("ssdc", MFD_CLOEXEC));
}

}  // namespace ssd

// See nameless_file.h.
#include "runtime/base/nameless_file.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <filesystem>

namespace ssd {

std::string folder_of_nameless_files() {
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error).string();
  return error ? "/tmp" : folder;
}

Descriptor nameless_file(bool appending) {
  const int how = O_TMPFILE | O_RDWR | O_CLOEXEC | (appending ? O_APPEND : 0);
  Descriptor file(::open(folder_of_nameless_files().c_str(), how, 0600));
  return file.is_open() ? std::move(file) : Descriptor(::memfd_create("ssdc", MFD_CLOEXEC));
}

}  // namespace ssd

// See scratch.h.
#include "tests/fuzz/scratch.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace ssd::fuzz {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    const bool in_memory = ::access("/dev/shm", W_OK | X_OK) == 0;
    path_ = (in_memory ? fs::path("/dev/shm") : fs::temp_directory_path()) / "ssdc-fuzz-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no folder can be made beside " + path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

const std::string& scratch_folder() {
  static const Folder folder;
  return folder.path();
}

MemoryFile::MemoryFile()
    : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
  if (descriptor_ < 0) throw std::runtime_error("no file can be made in memory");
}
MemoryFile::~MemoryFile() { ::close(descriptor_); }

void MemoryFile::put(std::string_view bytes) {
  const auto size = static_cast<ssize_t>(bytes.size());
  if (::ftruncate(descriptor_, 0) != 0 || ::pwrite(descriptor_, bytes.data(), bytes.size(), 0) != size)
    throw std::runtime_error("a file in memory cannot be written");
}

std::string bytes_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace ssd::fuzz

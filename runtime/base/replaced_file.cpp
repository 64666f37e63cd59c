// See replaced_file.h.
#include "runtime/base/replaced_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace ssd {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

// Puts the new name on the disk, too. If the file system cannot do that, this says nothing about the file itself, so
// errors are ignored.
void settle_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

std::string behind_links(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

ReplacedFile::ReplacedFile(const std::string& path) : target_(behind_links(path)) { open_beside(folder_of(target_)); }

ReplacedFile::~ReplacedFile() {
  if (!beside_.empty()) std::remove(beside_.c_str());
}

// Opens a new file that no other process has and that is not a link. A name may be taken: by another thread, or by a
// file that a killed process of the same number left behind.
void ReplacedFile::open_beside(const std::string& folder) {
  constexpr int kMostNames = 1000;
  const std::string name = folder + "/.ssdc-" + std::to_string(::getpid());
  for (int i = 0; i < kMostNames; ++i) {
    const std::string beside = name + "-" + std::to_string(i) + ".part";
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    error_ = descriptor < 0 ? errno : 0;
    if (error_ == EEXIST) continue;
    if (error_ != 0) return;
    beside_ = beside;
    file_.reset(::fdopen(descriptor, "wb"));
    return;
  }
}

void ReplacedFile::keep_permissions() {
  struct stat old{};
  if (::stat(target_.c_str(), &old) == 0) static_cast<void>(::fchmod(::fileno(file_.get()), old.st_mode & 07777));
}

int ReplacedFile::put_in_place(Care care) {
  if (!file_) return error_;
  keep_permissions();
  if (std::fflush(file_.get()) != 0) return error_ = errno;
  if (std::ferror(file_.get()) != 0) return error_ = errno != 0 ? errno : EIO;  // an error of an earlier write
  if (care == Care::kDurable && ::fsync(::fileno(file_.get())) != 0) return error_ = errno;
  if (std::fclose(file_.release()) != 0) return error_ = errno;  // some file systems report a full disk only here
  if (std::rename(beside_.c_str(), target_.c_str()) != 0) return error_ = errno;
  beside_.clear();
  if (care == Care::kDurable) settle_folder(folder_of(target_));
  return 0;
}

}  // namespace ssd

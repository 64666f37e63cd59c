// A file that replaces another one, or is new, whole or not at all: it is written beside its destination and renamed
// once it is on the disk. Invariants: until then, and if anything fails, the old file is unchanged; the old file's
// permissions are kept. A lock marks the file beside it as in use, so what killed processes left behind is found and
// removed.
#pragma once
#include <cstdio>
#include <memory>
#include <string>

#include "runtime/base/descriptor.h"

namespace ssd {

// What happens to a symbolic link that has the name of the file.
enum class Links { kFollowed, kReplaced };

class ReplacedFile {
 public:
  explicit ReplacedFile(const std::string& path, Links links = Links::kFollowed);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  // Write the content here; null if error() says why not.
  std::FILE* stream() const { return file_.get(); }
  int error() const { return error_; }
  // kDurable: the content is on the disk before the name is, so the file is whole even if the machine stops. kWhole:
  // the file is whole for other processes only; enough for files whose damage can be detected and that can be made
  // again.
  enum class Care { kDurable, kWhole };
  // Returns errno, or 0.
  int put_in_place(Care care = Care::kDurable);

 private:
  void open_beside(const std::string& folder);
  bool take(int descriptor, std::string&& beside) noexcept;
  void keep_permissions();
  std::string target_, beside_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, std::fclose};
  Descriptor lock_;  // keeps the lock until the file has its name
  int error_ = 0;
};

// Removes the files that wait beside their destinations, where the process ends while other threads write some. Needs
// no memory.
void remove_unfinished_files() noexcept;

// Where the bytes will be written: the target of the links, if it exists.
std::string behind_links(const std::string& path);

}  // namespace ssd

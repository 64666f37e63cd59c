// A file that takes the place of another, or of none, whole or not at all: it is written beside that place and renamed
// once it is on the disk. Invariants: until then, and if anything fails, the old file is as it was; links are followed;
// the old file's permissions stay.
#pragma once
#include <cstdio>
#include <memory>
#include <string>

namespace ssd {

class ReplacedFile {
 public:
  explicit ReplacedFile(const std::string& path);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  // What is to be written goes here; none if error() says why.
  std::FILE* stream() const { return file_.get(); }
  int error() const { return error_; }
  // Whether the bytes are on the disk before the name is, so that the file is whole even if the machine stops: or only
  // whole for other processes, for what can be told from what it should be and made again.
  enum class Care { kDurable, kWhole };
  // The system's error, or 0.
  int put_in_place(Care care = Care::kDurable);

 private:
  void open_beside(const std::string& folder);
  void keep_permissions();
  std::string target_, beside_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, std::fclose};
  int error_ = 0;
};

// Where the bytes will be: behind links, if there is something behind them.
std::string behind_links(const std::string& path);

}  // namespace ssd

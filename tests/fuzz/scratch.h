// Files for the code under test that reads files: in memory where the machine allows that, because a fuzzer makes
// thousands of them a second.
#pragma once
#include <string>
#include <string_view>

namespace ssd::fuzz {

// A folder of this process, empty at first, which is removed when the process ends normally.
const std::string& scratch_folder();

// A file without a name. path() opens it.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }
  // Replaces its contents.
  void put(std::string_view bytes);

 private:
  int descriptor_;
  std::string path_;
};

std::string bytes_of_file(const std::string& path);

}  // namespace ssd::fuzz

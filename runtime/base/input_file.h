// Files that are read as a whole. A file that cannot be read to its end is an error, never a shorter file.
#pragma once
#include <string>

namespace ssd {

struct FileRead {
  std::string bytes;
  int error = 0;  // errno; then there are no bytes
};

enum class ReadUpTo { kEnd, kLineEnd };

// kLineEnd: only the first line, with its end if it has one; the rest of the file may be large.
FileRead read_file(const std::string& path, ReadUpTo up_to = ReadUpTo::kEnd);

}  // namespace ssd

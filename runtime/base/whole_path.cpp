// See whole_path.h.
#include "runtime/base/whole_path.h"

#include <filesystem>

namespace ssd {

std::string whole_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  const fs::path whole = error ? fs::path() : fs::weakly_canonical(absolute, error);
  return error ? fs::path(path).lexically_normal().generic_string() : whole.generic_string();
}

}  // namespace ssd

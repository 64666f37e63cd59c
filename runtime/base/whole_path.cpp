// See whole_path.h.
#include "runtime/base/whole_path.h"

#include <filesystem>

#include "runtime/base/memory_shortage.h"

namespace ssd {

std::string whole_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  const fs::path whole = error ? fs::path() : fs::weakly_canonical(absolute, error);
  memory_shortage::pass_on(error);
  return error ? fs::path(path).lexically_normal().generic_string() : whole.generic_string();
}

}  // namespace ssd

// The two paths that CMake knows.
#include "tests/paths.h"

namespace ssd::tests {

std::filesystem::path source_dir() { return SSDC_SOURCE_DIR; }
std::filesystem::path shared_dir() { return source_dir().parent_path() / "shared"; }

}  // namespace ssd::tests

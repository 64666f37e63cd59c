// The path that CMake knows.
#include "tests/paths.h"

namespace ssd::tests {

std::filesystem::path source_dir() { return SSDC_SOURCE_DIR; }

}  // namespace ssd::tests

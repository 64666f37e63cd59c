// The path of the sources, which CMake defines.
#include "tests/paths.h"

namespace ssd::tests {

std::filesystem::path source_dir() { return SSDC_SOURCE_DIR; }

}  // namespace ssd::tests

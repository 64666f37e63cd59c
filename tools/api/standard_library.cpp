// See standard_library.h.
#include "tools/api/standard_library.h"

#include <filesystem>
#include <fstream>

namespace ssd {

void check_standard_library(const std::string& directory, const std::string& reader, diag::Sink& sink,
                            const std::string& help) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(directory, error)) {
    sink.report(diag::Code::E0453, {}, directory).help(help);
    return;
  }
  std::ifstream file(fs::path(directory) / "VERSION");
  std::string version;
  std::getline(file, version);
  if (version == SSDC_VERSION) return;
  const std::string found = version.empty() ? "an unknown version" : "version " + version;
  sink.report(diag::Code::E0446, {}, directory, found, reader, SSDC_VERSION).help(help);
}

}  // namespace ssd

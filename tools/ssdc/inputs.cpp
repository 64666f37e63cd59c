// Two paths are one file if the system says so: see inputs.h.
#include "tools/ssdc/inputs.h"

#include <algorithm>
#include <filesystem>

namespace ssd::cli {

namespace fs = std::filesystem;

// Only regular files: who writes to the terminal may read from it.
bool spares_inputs(const std::string& output, std::span<const Input> inputs, diag::Sink& sink) {
  std::error_code ignored;
  if (!fs::is_regular_file(output, ignored)) return true;
  const auto lost = std::ranges::find_if(inputs, [&](const Input& input) { return fs::equivalent(output, input.path, ignored); });
  if (lost == inputs.end()) return true;
  sink.report(diag::Code::E0450, {}, output, lost->what).help("name another file with `-o FILE`");
  return false;
}

}  // namespace ssd::cli

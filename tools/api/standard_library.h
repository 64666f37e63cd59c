// Checks the folder of the standard library: that it exists, and that its version is the program's.
#pragma once
#include <string>

#include "runtime/base/diag/diag.h"

namespace ssd {

// The help text for a program and a standard library that were not installed together.
inline constexpr const char* kInstallTogether = "install both together: `cmake --install` puts them in their places";

// Reports a missing folder or another version. `reader`: the program or library that reads the folder. `help`: the help
// text of the diagnostic.
void check_standard_library(const std::string& directory, const std::string& reader, diag::Sink& sink,
                            const std::string& help);

}  // namespace ssd

// The standard library's folder: whether it is there, and of the version of the program that reads it.
#pragma once
#include <string>

#include "runtime/base/diag/diag.h"

namespace ssd {

// The way out where program and library were not installed as one.
inline constexpr const char* kInstallTogether = "install both together: `cmake --install` puts them in their places";

// Reported if not; `reader`: the program or library that reads it; `help`: the way out.
void check_standard_library(const std::string& directory, const std::string& reader, diag::Sink& sink,
                            const std::string& help);

}  // namespace ssd

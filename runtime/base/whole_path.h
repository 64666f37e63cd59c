// One spelling for all paths of a file.
#pragma once
#include <string>

namespace ssd {

// The absolute path without links, `.` and `..`, as far as it exists on the disk; the rest is normalised as text. If
// the system cannot say (such as in a working directory that was removed), the path is normalised as text only.
std::string whole_path(const std::string& path);

}  // namespace ssd

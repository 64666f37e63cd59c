// A file that has no name and ends with its descriptor, for what does not fit in memory.
#pragma once
#include <string>

#include "runtime/base/descriptor.h"

namespace ssd {

// In the folder for temporary files (TMPDIR), or in memory if that folder cannot have one. Open for reading and
// writing; `appending`: each write goes to the end. Not open after an error (errno).
Descriptor nameless_file(bool appending);

// That folder, for messages.
std::string folder_of_nameless_files();

}  // namespace ssd

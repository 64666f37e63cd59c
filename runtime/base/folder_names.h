// What is in a folder. The iterators of std::filesystem end the program when memory ends, and leave unfinished and
// temporary files behind; this throws std::bad_alloc.
#pragma once
#include <string>
#include <system_error>
#include <vector>

namespace ssd {

// The names of files, folders and links in the folder, in no order. If the folder cannot be read, `error` says why, and
// the names are those read until then.
std::vector<std::string> names_in(const std::string& folder, std::error_code& error);

}  // namespace ssd

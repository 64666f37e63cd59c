// Where this code is installed, from which everything that is installed beside it is found.
#pragma once
#include <filesystem>

namespace ssd {

// The path of the program or shared library that contains this code, without symbolic links; empty if it is unknown.
std::filesystem::path own_file();

}  // namespace ssd

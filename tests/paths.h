// Where the tests find the project's own files. In a library of its own, so that the compiler cache serves
// every checkout: only paths.cpp depends on the place.
#pragma once
#include <filesystem>

namespace ssd::tests {

std::filesystem::path source_dir();

}  // namespace ssd::tests

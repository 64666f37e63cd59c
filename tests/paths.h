// Where the tests find the project's own files. It is a library of its own: only paths.cpp depends on the place of the
// checkout, so the compiler cache serves every checkout.
#pragma once
#include <filesystem>

namespace ssd::tests {

std::filesystem::path source_dir();

}  // namespace ssd::tests

// Where the tests find the project's own files and the shared folder beside it. In a library of its own, so that the compiler cache serves
// every checkout: only paths.cpp depends on the place.
#pragma once
#include <filesystem>

namespace ssd::tests {

std::filesystem::path source_dir();
std::filesystem::path shared_dir();  // may be absent: tests that need it skip with a message

}  // namespace ssd::tests

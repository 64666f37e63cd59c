// Finds the file of the standard library that declares a name, for the help text about an unknown name. The library is
// read when the first unknown name is found, so a file without mistakes costs nothing extra.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "compiler/check/names.h"

namespace ssd::check {

// The .ssd files of the library and its subfolders, sorted.
// With an error, these are not all.
std::vector<std::string> library_paths(const std::string& stdlib_directory, std::error_code& error);

class Library {
 public:
  explicit Library(const Options& options) : options_(options) {}
  // The import to write to get the name; empty if no library file declares such a name of that kind.
  std::string import_help(Kind kind, std::string_view name);

 private:
  // The file in the form that an import uses, `std/orders.ssd`. If several files declare the name, the first file by
  // name.
  std::string_view file_of(Kind kind, std::string_view name);
  void read();

  const Options& options_;
  bool read_ = false;
  std::array<std::map<std::string, std::string, std::less<>>, kKinds> files_;
};

}  // namespace ssd::check

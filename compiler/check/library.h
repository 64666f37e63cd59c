// Which file of the standard library declares a name: for the help of a message about a name that nothing here
// declares. The library is read when the first such name is met, so a file without mistakes never waits for it.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/names.h"

namespace ssd::check {

// Its files, those in its folders too; sorted.
std::vector<std::string> library_paths(const std::string& stdlib_directory);

class Library {
 public:
  explicit Library(const Options& options) : options_(options) {}
  // What to write to have the name; empty if no file declares one of that kind.
  std::string import_help(Kind kind, std::string_view name);

 private:
  // As an import names it, `std/orders.ssd`. Of several files the first by name.
  std::string_view file_of(Kind kind, std::string_view name);
  void read();

  const Options& options_;
  bool read_ = false;
  std::array<std::map<std::string, std::string, std::less<>>, kKinds> files_;
};

}  // namespace ssd::check

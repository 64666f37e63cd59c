// What a program made by `ssdc build` carries of the file it was made from: the texts that were read, and how they were read. It checks them again when it
// starts, so that all it says of the design, and all it refuses, is what `ssdc run` says; only the engine is there already.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/sema.h"

namespace ssd::cli {

struct BuiltIn {
  std::string file, design;  // as in `ssdc run FILE:DESIGN`
  std::string stdlib_directory;
  std::string cpu, features; // whose instructions the engine has, as LLVM names them
  std::string hash;          // of the checked design that the engine was made for
  std::vector<sema::Override> overrides;
  struct Text {
    std::string path, text;
  };
  std::vector<Text> texts;  // of the file and all that it imports

  // Reads these texts, and no file.
  sema::Options options() const;
};

std::string encoded(const BuiltIn& built_in);
// Throws std::logic_error if encoded() has not made it.
BuiltIn decoded(std::string_view bytes);

}  // namespace ssd::cli

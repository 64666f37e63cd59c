// Links a program or a library from objects and the archive that is installed beside ssdc, with the machine's compiler
// as the linker. Invariant: the output is written as a whole or not at all, and no other file is left behind.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/diag/diag.h"

namespace ssd::standalone {

// The folder with the parts that programs are linked from, as seen from our program or library `own_file`: either
// installed, or in the tree in which it was built.
std::string parts_beside(const std::string& own_file);

struct LinkJob {
  std::string output, parts;         // `parts`: the folder, from parts_beside()
  std::vector<std::string> objects;  // the bytes of each object
  // True: a shared library that exports only the functions of tools/standalone/ssd_sim.h; false: a program.
  bool shared = false;
};
// False after a diagnostic.
bool link_program(const LinkJob& job, diag::Sink& sink);

// The text of the installed C header. Nothing after a diagnostic.
std::optional<std::string> library_header(const std::string& parts, diag::Sink& sink);

// Whether everything that linking needs is present. Called before long work. False after a diagnostic.
bool can_link(const std::string& parts, diag::Sink& sink);

}  // namespace ssd::standalone

// Puts a program or a library together from objects and the library that is installed beside ssdc, by calling the
// machine's compiler as a linker. Invariant: the output is written whole or not at all, and nothing else is left
// behind.
#pragma once
#include <string>
#include <vector>

#include "runtime/base/diag/diag.h"

namespace ssd::standalone {

// Where what programs are made of is, beside that program or library of ours: installed, or in the tree that it was
// built in.
std::string parts_beside(const std::string& own_file);

struct LinkJob {
  std::string output, parts;         // parts: parts_beside()
  std::vector<std::string> objects;  // their bytes
  bool shared = false;  // a shared library, which shows the functions of tools/standalone/ssd_sim.h and nothing else;
                        // or a program
};
// False after a diagnostic.
bool link_program(const LinkJob& job, diag::Sink& sink);

// The text of the C header that is installed beside the library.
std::string library_header(const std::string& parts);

// Whether there is all that linking needs: asked before long work. False after a diagnostic.
bool can_link(const std::string& parts, diag::Sink& sink);

}  // namespace ssd::standalone

// What is checked of functions by themselves, whether or not anyone calls them: so that a mistake is told where it is
// made, and once.
#pragma once
#include <vector>

#include "compiler/check/expr/globals.h"

namespace ssd::check {

// Parameters and their types; then the body, in which a parameter of a declared type stands for any value of it. A
// parameter without a type is unknown, and so is what is made of it: that is checked where the function is called. A
// function with a mistake is not evaluated again.
void check_functions(const std::vector<LoadedFile>& files, Globals& globals, const SourceMap& sources,
                     diag::Sink& sink);

}  // namespace ssd::check

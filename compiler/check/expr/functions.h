// Checks functions by themselves, whether or not anything calls them, so that a mistake is reported once and where it
// is made.
#pragma once
#include <vector>

#include "compiler/check/expr/globals.h"

namespace ssd::check {

// Checks the parameters and their types, then the body, in which a parameter with a type stands for any value of that
// type. A parameter without a type is unknown, and so is everything computed from it; that is checked at each call. A
// function with a mistake is not evaluated again.
void check_functions(const std::vector<LoadedFile>& files, Globals& globals, const SourceMap& sources,
                     diag::Sink& sink);

}  // namespace ssd::check

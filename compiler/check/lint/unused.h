// Warns about declarations that nothing in their file uses.
#pragma once
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

// Warns about params, consts, functions, their parameters, and lets of the root file. Consts and functions are reported
// only if the file has a design: otherwise they may exist for the files that import it.
void warn_about_unused(const ast::File& root, diag::Sink& sink);

}  // namespace ssd::check

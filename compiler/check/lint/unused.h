// Declarations that nothing of their file names.
#pragma once
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

// Warns about params, consts, functions, their parameters, and lets of the root file. Consts and functions only where
// the file has a design: else they may be there for the files that import it.
void warn_about_unused(const ast::File& root, diag::Sink& sink);

}  // namespace ssd::check

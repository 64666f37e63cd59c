// Declarations that nothing of their file names.
#pragma once
#include "compiler/ast/ast.h"
#include "compiler/diag/diag.h"

namespace ssd::sema {

// Warns about params, consts, functions, their parameters, and lets of the root file. Consts and functions only where the file has a design: else they may be
// there for the files that import it.
void warn_about_unused(const ast::File& root, diag::Sink& sink);

}  // namespace ssd::sema

// What is checked of a `fn` without working anything out: names only.
#pragma once
#include "compiler/sema/names.h"

namespace ssd::sema {

// Parameters, their types, the names and calls in the body.
void check_function(const ast::FnDecl& function, FileId file, const Names& names, diag::Sink& sink);

}  // namespace ssd::sema

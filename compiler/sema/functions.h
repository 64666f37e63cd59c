// What is checked of a `fn` and of params without working anything out: names only.
#pragma once
#include "compiler/sema/names.h"

namespace ssd::sema {

// Parameters, their types, the names and calls in the body.
void check_function(const ast::FnDecl& function, FileId file, const Names& names, diag::Sink& sink);
// Warns about params of the root file that no expression of it names.
void warn_about_unused_params(const ast::File& root, diag::Sink& sink);

}  // namespace ssd::sema

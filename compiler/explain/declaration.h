// The pages of declarations that are shown as they are written (a function, a part, a const), and of what a file holds.
#pragma once
#include <string>

#include "compiler/syntax/ast/ast.h"

namespace ssd::explain {

// Kind, place, documentation and text; of any declaration but an import.
std::string declaration_page(const ast::Decl& decl, const SourceMap& sources);

// A line a declaration: its kind, its name, and the first sentence that documents it.
std::string contents_page(const ast::File& file, const SourceMap& sources);

}  // namespace ssd::explain

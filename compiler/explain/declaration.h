// The pages of declarations that are shown as written (a function, a part, a const), and of the contents of a file.
#pragma once
#include <string>

#include "compiler/syntax/ast/ast.h"

namespace ssd::explain {

// Kind, place, documentation and text of any declaration except an import.
std::string declaration_page(const ast::Decl& decl, const SourceMap& sources);

// One line for each declaration: its kind, its name, and the first sentence of its documentation.
std::string contents_page(const ast::File& file, const SourceMap& sources);

}  // namespace ssd::explain

// Declarations as they are written: a function, a part, a const; and what a file holds.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"

namespace ssd::cli {

// Of all declarations of the name, one behind the other: kind, place, documentation and text. Nothing if there is none.
std::optional<std::string> explain_declaration(const ast::File& file, const std::string& name, const SourceMap& sources);
std::string declaration_page(const ast::Decl& decl, const SourceMap& sources);

// A line a declaration: its kind, its name, and the first sentence that documents it.
std::string contents_page(const ast::File& file, const SourceMap& sources);

}  // namespace ssd::cli

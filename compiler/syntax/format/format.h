// The canonical text of a file: `ssdc fmt`. What stands on one line is the writer's choice, and so are blank lines
// between things (one at most); indent, spaces and columns are not. Tokens and comments stay as they are and in their
// order; only commas that part nothing go.
#pragma once
#include <string>

#include "compiler/syntax/ast/ast.h"
#include "runtime/base/source.h"

namespace ssd::format {

// Lines with a block on them that are longer than this are opened, one item a line.
inline constexpr std::size_t kWidth = 120;

// Of a file that was parsed without an error. Formatting its own result changes nothing.
std::string format(const ast::File& tree, const SourceMap& sources);

}  // namespace ssd::format

// The canonical text of a file: `ssdc fmt`. The user decides what is on one line and where blank lines are (at most one
// each). Indents, spaces and columns follow from rules. Tokens and comments stay as they are and in their order; only
// commas that separate nothing are removed.
#pragma once
#include <string>

#include "compiler/syntax/ast/ast.h"
#include "runtime/base/source.h"

namespace ssd::format {

// Longer lines with a block are opened, with one item on each line.
inline constexpr std::size_t kWidth = 120;

// The file must have been parsed without an error. Formatting the result again changes nothing.
std::string format(const ast::File& tree, const SourceMap& sources);

}  // namespace ssd::format

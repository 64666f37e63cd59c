// From text to syntax tree. Only this room uses ANTLR.
#pragma once
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/diag/diag.h"
#include "runtime/base/limits.h"
#include "runtime/base/source.h"

namespace ssd::parse {

// Parses the file. Syntax errors go to the sink in our own words, at most one for each statement. The tree contains
// what could be understood; declarations and items with errors are left out. Never throws because of a user's text, and
// never overflows the stack: brackets are counted in the token stream first, and the limits below are enforced.
ast::File parse_file(FileId file, const SourceMap& sources, diag::Sink& sink);

// An expression outside a file, such as the value of `-D ways=8`. Null after an error.
ast::ExprPtr parse_expression(FileId file, const SourceMap& sources, diag::Sink& sink);

// A key with its value outside a file, such as `geometry.channels: 8`. Nothing after an error.
std::optional<ast::KeyValue> parse_key_value(FileId file, const SourceMap& sources, diag::Sink& sink);

// Limits, each with its own message. Together they limit the memory for one file to a few hundred MB and the stack to a
// few MB.
using limits::kDeepestNesting;  // of brackets and of expressions; `else if` and long sums do not count
using limits::kLargestFile;
using limits::kLongestList;
using limits::kLongestLiteral;
using limits::kLongestName;
using limits::kMostErrors;
using limits::kMostOperators;  // along any path from the root of an expression
using limits::kMostTokens;

}  // namespace ssd::parse

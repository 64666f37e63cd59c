// Help texts for a value of the wrong type that depend on how it was written: in quotes, as a list, as a number in the
// unit of another tool. Invariant: the proposed value has the type that the place expects.
#pragma once
#include <string>
#include <string_view>

#include "compiler/check/expr/value.h"
#include "compiler/syntax/ast/ast.h"

namespace ssd::check {

// What a key with a text accepts: the only texts in sections are paths.
inline constexpr std::string_view kPathInQuotes = "a path in quotes";

// Empty if the form of the value gives no hint; then the help depends on its type alone.
std::string value_help(const ast::Expr& expr, std::string_view expected, Type found, std::string_view unit);
// Help for a unit of another tool: `20usec`, or `4k`, which may be a size or a count. Empty if the unit is not one of
// these.
std::string unit_of_elsewhere(const ast::NumberLit& literal);
// Help for a number that no type can hold.
std::string_view bound_help(const ast::NumberLit& literal);

}  // namespace ssd::check

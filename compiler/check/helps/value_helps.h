// Ways out of a value of the wrong type that go by how it was written: in quotes, as a list, as a number of another
// tool's unit. Invariant: what is proposed is of the type that the place wants.
#pragma once
#include <string>
#include <string_view>

#include "compiler/check/expr/value.h"
#include "compiler/syntax/ast/ast.h"

namespace ssd::check {

// What a key of a text takes: the only texts of a section are paths.
inline constexpr std::string_view kPathInQuotes = "a path in quotes";

// Empty if the value's form says nothing: then its type alone decides.
std::string value_help(const ast::Expr& expr, std::string_view expected, Type found, std::string_view unit);
// A unit of elsewhere: `20usec`, or `4k`, which may be a size or a count. Empty if it is none.
std::string unit_of_elsewhere(const ast::NumberLit& literal);
// A number that no type holds.
std::string_view bound_help(const ast::NumberLit& literal);

}  // namespace ssd::check

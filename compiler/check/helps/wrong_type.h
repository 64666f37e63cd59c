// The report of a value of the wrong type, and how messages show an expression.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "compiler/check/expr/value.h"
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

// The source text of an expression on one line, for messages.
std::string excerpt(const SourceMap& sources, Span span);
// The value converted to the expected type: ints are accepted as reals; ratios and reals mix. Nothing if it has another
// type.
std::optional<Value> coerce(const Value& value, Type expected);
// Reports "expected a time, found a size" and what to write: the same digits with `unit`, the usual unit of the place.
void report_type(diag::Sink& sink, const ast::Expr& expr, std::string_view expected, Type found, std::string_view unit);
std::string_view usual_unit(Type type);

}  // namespace ssd::check

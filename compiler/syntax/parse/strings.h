// Literals as text: what a number's and a string's token says.
#pragma once
#include <string>

#include "compiler/syntax/ast/ast.h"
#include "compiler/syntax/parse/errors.h"
#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

// "1_000us" is {"1000", "us"}; "0xff" is {"0xff", ""}.
ast::NumberLit number(std::string_view text);

// Would this word be a unit, directly behind a number? Only to recognise slips: what units there are, and what they
// mean, is the checker's.
bool is_unit(std::string_view word);

// The value of a string token, its escapes resolved. Escapes that do not exist are left out; the first is reported.
std::string string_value(const TokenList& tokens, std::size_t token, Errors& errors);

}  // namespace ssd::parse

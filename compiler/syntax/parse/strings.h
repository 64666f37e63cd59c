// Literals as text: the contents of the tokens of numbers and strings.
#pragma once
#include <string>

#include "compiler/syntax/ast/ast.h"
#include "compiler/syntax/parse/errors.h"
#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

// "1_000us" is {"1000", "us"}; "0xff" is {"0xff", ""}.
ast::NumberLit number(std::string_view text);

// Whether the word would be a unit directly after a number. Only for recognising mistakes: the checker defines the
// units and their meanings.
bool is_unit(std::string_view word);

// The value of a string token with its escapes replaced. Unknown escapes are left out; the first one is reported.
std::string string_value(const TokenList& tokens, std::size_t token, Errors& errors);

}  // namespace ssd::parse

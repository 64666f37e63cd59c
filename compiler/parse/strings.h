// Literals as text: what a number's and a string's token says.
#pragma once
#include <string>

#include "compiler/ast/ast.h"
#include "compiler/diag/diag.h"
#include "compiler/parse/tokens.h"

namespace ssd::parse {

// "1_000us" is {"1000", "us"}; "0xff" is {"0xff", ""}.
ast::NumberLit number(std::string_view text);

// The value of a string token, its escapes resolved. An escape that does not exist is reported and left out.
std::string string_value(const TokenList& tokens, std::size_t token, diag::Sink& sink);

}  // namespace ssd::parse

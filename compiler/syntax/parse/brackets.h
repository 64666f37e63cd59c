// Balances the brackets of a token list, so that the parser never meets a bracket without its partner. A missing one
// would make everything behind it look wrong; here, where lines and indentation can still be seen, it is told once and
// put in.
#pragma once
#include "compiler/syntax/parse/errors.h"
#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

// False if brackets nest deeper than kDeepestNesting: then the file is not parsed at all.
bool balance_brackets(TokenList& list, Errors& errors);

// `nand`, `design`, `workload` or `experiment` at the start of a line, a name, and `from` or `{`: nothing else looks
// like it, so whatever is still open there was forgotten.
bool is_recovery_point(const TokenList& list, std::size_t at);

}  // namespace ssd::parse

// Balances the brackets of a token list, so that the parser never meets a bracket without its partner. A missing
// bracket would make everything after it look wrong. Here lines and indents are still visible, so it is reported once
// and inserted.
#pragma once
#include "compiler/syntax/parse/errors.h"
#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

// Returns false if brackets nest deeper than kDeepestNesting; the file is then not parsed at all.
bool balance_brackets(TokenList& list, Errors& errors);

// Whether this is `nand`, `design`, `workload` or `experiment` at the start of a line, followed by a name and `from` or
// `{`. Nothing else has this form, so every bracket that is still open there was forgotten.
bool is_recovery_point(const TokenList& list, std::size_t at);

}  // namespace ssd::parse

// Reports a syntax error in the user's terms. ANTLR knows only the first token that is not allowed. What the user meant
// is found from the tokens around it: each frequent mistake (a slip) has a row in slip_table.cpp, some with a function
// that recognises it.
#pragma once
#include "compiler/syntax/parse/errors.h"
#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

// What was being parsed: an item of a block, a statement of an experiment, a declaration, an expression from the
// command line; or the place between two items (kBlock, kExperiment), where neither another item nor the end follows.
enum class Where : std::uint8_t { kItem, kStatement, kDeclaration, kExpression, kBlock, kExperiment };

struct Failure {
  Where where;
  std::size_t start;      // first token of what was being parsed
  std::size_t offending;  // first token that is not allowed
};

// Reports nothing if something in that statement was already reported.
void report_slip(const TokenList& tokens, const Failure& failure, Errors& errors);

// Reports a token at the top level that does not begin a declaration.
void report_no_declaration(const TokenList& tokens, std::size_t at, Errors& errors);

// Where parsing continues after an error in the item that began at `start`: at the next item, or at the `}` of the
// block around it.
std::size_t resume_point(const TokenList& tokens, std::size_t start, std::size_t offending);

// The first token from `at` on that begins a declaration at the top level, or the last token.
std::size_t next_declaration(const TokenList& tokens, std::size_t at);
bool begins_declaration(const TokenList& tokens, std::size_t at);

}  // namespace ssd::parse

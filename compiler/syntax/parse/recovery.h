// What happens when ANTLR finds a syntax error: it is reported in our words (slips.h), and parsing continues after the
// item or statement. Every error unwinds to an item, a statement or the declaration, so each of them has at most one
// message.
#pragma once
#include <antlr4-runtime.h>

#include "compiler/syntax/parse/errors.h"
#include "compiler/syntax/parse/token_stream.h"

namespace ssd::parse {

// Thrown through the generated code if the head of the declaration has the error, which was already reported.
struct DeclarationFailed {};

class Recovery final : public antlr4::ANTLRErrorStrategy {
 public:
  Recovery(const TokenList& tokens, const ListStream& stream, Errors& errors)
      : tokens_(tokens), stream_(stream), errors_(errors) {}

  void reset(antlr4::Parser*) override {}
  antlr4::Token* recoverInline(antlr4::Parser* parser) override { throw antlr4::InputMismatchException(parser); }
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;
  void recover(antlr4::Parser* parser, std::exception_ptr error) override;
  void sync(antlr4::Parser* parser) override;
  bool inErrorRecoveryMode(antlr4::Parser*) override { return false; }
  void reportMatch(antlr4::Parser*) override {}

 private:
  const TokenList& tokens_;
  const ListStream& stream_;
  Errors& errors_;
};

}  // namespace ssd::parse

// The base of the generated parser: stops a parse whose recursion would endanger the stack. Brackets are counted before
// parsing, but some recursive forms have no brackets (`not not not …`, `if a then if b then …`), and only the parser
// knows where those end.
#pragma once
#include <antlr4-runtime.h>

#include "runtime/base/limits.h"

namespace ssd::grammar {

// Thrown through the generated code. It contains nothing, because the current token is the place.
struct TooDeep {};

class DepthGuard : public antlr4::Parser {
 public:
  using antlr4::Parser::enterRecursionRule;
  using antlr4::Parser::Parser;

  // Every nested expression passes through here. The operators of a long sum do not, because they loop.
  void enterRecursionRule(antlr4::ParserRuleContext* context, size_t state, size_t rule, int precedence) override {
    if (depth_ == kDeepestRecursion) throw TooDeep{};
    ++depth_;
    Parser::enterRecursionRule(context, state, rule, precedence);
  }
  void unrollRecursionContexts(antlr4::ParserRuleContext* parent) override {
    --depth_;
    Parser::unrollRecursionContexts(parent);
  }
  void reset() override {
    depth_ = 0;
    Parser::reset();
  }

 private:
  // The outermost expression is not nested.
  static constexpr int kDeepestRecursion = static_cast<int>(ssd::limits::kDeepestNesting) + 1;
  int depth_ = 0;
};

}  // namespace ssd::grammar
